"""Writes presentations.tsv: the output of ffmpeg for each presentation of a folder of streams.

    python3 presentations.py FOLDER > presentations.tsv

Video: the number of frames, the time from the first to the last in microseconds, CRC-32 of their CRC-32s (yuv420p, in eight
hexadecimal digits each). Audio: samples of all blocks. ffmpeg 5.1; its times across a discontinuity are not comparable, so that
no span is listed there.
"""
import os
import subprocess
import sys
import zlib


def run(*command):
    return subprocess.run(command, capture_output=True).stdout


def probe(path, stream, entries):
    text = run("ffprobe", "-v", "quiet", "-allowed_extensions", "ALL", "-select_streams", stream,
               "-show_entries", entries, "-of", "csv=p=0", path).decode()
    return [row for row in ([cell for cell in line.split(",") if cell] for line in text.splitlines()) if row]


def pictures(path):
    size = probe(path, "v:0", "stream=width,height")
    if not size:
        return "-", "-", "-"
    width, height = int(size[0][0]), int(size[0][1])
    times = [float(row[0]) for row in probe(path, "v:0", "frame=best_effort_timestamp_time")]
    raw = run("ffmpeg", "-v", "quiet", "-allowed_extensions", "ALL", "-i", path, "-map", "0:v:0", "-fps_mode",
              "passthrough", "-copyts", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-")
    length = width * height * 3 // 2
    sums = ["%08x" % zlib.crc32(raw[at:at + length]) for at in range(0, len(raw) - length + 1, length)]
    span = "-" if "DISCONTINUITY\n" in open(path.replace("index", "playlist-video")
                                            if os.path.exists(path.replace("index", "playlist-video"))
                                            else path).read() else str(round((times[-1] - times[0]) * 1e6))
    return str(len(sums)), span, "%08x" % zlib.crc32("".join(sums).encode())


def sound(path):
    rows = probe(path, "a:0", "frame=nb_samples")
    return str(sum(int(row[-1]) for row in rows)) if rows else "-"


folder = sys.argv[1]
print("# presentation\tpictures\tspan in µs\tCRC-32\tsamples")
for root, _, files in sorted(os.walk(folder)):
    for name in sorted(files):
        path = os.path.join(root, name)
        if name.endswith(".m3u8"):
            cells = (os.path.relpath(path, folder), *pictures(path), sound(path))
            if cells[1] != "-" or cells[4] != "-":
                print("\t".join(cells))
