"""Reads the numbers in the frames and the beeps in the audio of fixtures and compares them with expected.tsv."""

import array
import json
import math
import os
import re
import subprocess
import sys
import tempfile

RATE = 48000


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)


def demuxer_time_base():
    """The value of -enc_time_base for the source's own time base: a number until FFmpeg 6, a name since."""
    version = run("ffmpeg", "-version").stdout.decode(errors="replace")
    major = re.search(r"version n?(\d+)", version)
    return "-1" if major and int(major[1]) < 7 else "demux"


def frames(path, width):
    """(time, number) of every frame; the number is None if the blocks cannot be read."""
    block = width // 60
    with tempfile.NamedTemporaryFile() as list_file:
        pixels = run(
            "ffmpeg", "-v", "error", "-noautorotate", "-copyts", "-i", path,
            "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", f"format=gray,crop={18 * block}:{block}:0:0",
            "-f", "rawvideo", "pipe:1",
            "-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", demuxer_time_base(), "-f", "framecrc", "-y", list_file.name,
        ).stdout
        lines = open(list_file.name).read().splitlines()
    base = next((line.split()[-1] for line in lines if line.startswith("#tb 0:")), "1/1").split("/")
    times = [int(line.split(",")[2]) * int(base[0]) / int(base[1]) for line in lines if not line.startswith("#")]
    size = 18 * block * block
    numbers = [number(pixels[i : i + size], block) for i in range(0, len(pixels) - size + 1, size)]
    return list(zip(times, numbers))


def number(picture, block):
    bits = [picture[18 * block * (block // 2) + k * block + block // 2] > 127 for k in range(18)]
    if not bits[0] or bits[1]:
        return None
    return sum(bit << (15 - k) for k, bit in enumerate(bits[2:]))


def sound(path):
    """The first time and the decoded samples of the first audio track, in mono."""
    with tempfile.NamedTemporaryFile() as list_file:
        data = run(
            "ffmpeg", "-v", "error", "-copyts", "-i", path,
            "-map", "0:a:0", "-ac", "1", "-ar", str(RATE), "-f", "s16le", "pipe:1",
            "-map", "0:a:0", "-f", "framecrc", "-y", list_file.name,
        ).stdout
        lines = open(list_file.name).read().splitlines()
    base = next((line.split()[-1] for line in lines if line.startswith("#tb 0:")), "1/1").split("/")
    first = next((int(line.split(",")[2]) for line in lines if not line.startswith("#")), 0)
    samples = array.array("h", data[: len(data) // 2 * 2])
    return first * int(base[0]) / int(base[1]), samples


def strength(samples, start, seconds, frequency):
    """The amplitude of one frequency (Goertzel), as a fraction of full scale."""
    part = samples[int(start * RATE) : int((start + seconds) * RATE)]
    factor = 2 * math.cos(2 * math.pi * frequency / RATE)
    before = last = 0.0
    for sample in part:
        before, last = last, sample / 32768 + factor * last - before
    power = before * before + last * last - factor * before * last
    return 2 * math.sqrt(max(power, 0)) / max(len(part), 1)


def check_video(case, path, width):
    got = frames(path, width)
    count, first = int(case["frames"]), int(case["first"])
    if case["state"] == "whole" and len(got) != count:
        yield f"has {len(got)} pictures, not {count}"
    if not got:
        yield "has no picture"
        return
    if case["start"] != "-" and abs(got[0][0] - float(case["start"])) > 0.0015:
        yield f"starts at {got[0][0]:.6f} s, not at {case['start']} s"
    if case["start"] == "-":
        wanted = [first + index for index in range(len(got))]
    else:
        wanted = [first + round((time - got[0][0]) * 30) for time, _ in got]
    wrong = [(w, n) for w, (_, n) in zip(wanted, got) if w != n]
    # A damaged region may decode to anything for the rest of its GOP.
    allowed = {"whole": 0, "damaged": 40, "broken-off": 3}[case["state"]]
    if len(wrong) > allowed:
        yield f"{len(wrong)} pictures show a wrong number; the first is {wrong[0][1]} where {wrong[0][0]} belongs"
    if case["state"] == "damaged" and (got[-1][1] != count - 1 or len(got) < count - 40):
        yield "does not play on to the end after its damage"
    if case["state"] == "broken-off" and not 100 < len(got) < count:
        yield f"was to break off, but has {len(got)} of {count} pictures"


def check_sound(case, path):
    first, samples = sound(path)
    seconds = len(samples) / RATE
    # Lossy codecs pad their last packet, MPEG-TS cannot trim the first, and AVI and MP3 count neither.
    slack = 0.0001 if case["audio"] in ("pcm_s16le", "flac") else 0.13
    if case["state"] == "whole" and abs(seconds - float(case["sound"])) > slack:
        yield f"has {seconds:.4f} s of sound, not {case['sound']} s"
    if case["at"] == "-":
        return
    beep = float(case["at"]) + 1 - first
    beeping, humming = strength(samples, beep + 0.03, 0.05, 1000), strength(samples, beep + 0.5, 0.1, 440)
    silent = strength(samples, beep - 0.1, 0.06, 1000)
    if beeping < 0.15 or silent > beeping / 5:
        yield f"has no beep {beep:.3f} s into its sound (amplitude {beeping:.3f}, before it {silent:.3f})"
    if humming < 0.02:
        yield f"has no tone after its first beep (amplitude {humming:.3f})"


def check(case, path):
    answer = run("ffprobe", "-v", "error", "-show_streams", "-of", "json", path)
    streams = json.loads(answer.stdout or b"{}").get("streams", []) if answer.returncode == 0 else []
    if case["state"] == "refused":
        if streams:
            yield "was to be refused, but opens"
        return
    for kind in ("video", "audio"):
        found = [stream for stream in streams if stream["codec_type"] == kind]
        name = found[0]["codec_name"] if found else "-"
        if name != case[kind]:
            yield f"has {kind} {name}, not {case[kind]}"
        elif case["state"] == "encrypted":
            continue
        elif kind == "video" and name != "-":
            yield from check_video(case, path, found[0]["width"])
        elif name != "-":
            yield from check_sound(case, path)


def main():
    folder, names = sys.argv[1], sys.argv[2:]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected.tsv")) as file:
        lines = file.read().splitlines()
    header = next(line for line in lines if line.startswith("#name"))[1:].split("\t")
    cases = [dict(zip(header, line.split("\t"))) for line in lines if line and not line.startswith("#")]
    problems = 0
    checked = [case for case in cases if not names or case["name"] in names]
    for case in checked:
        for problem in check(case, os.path.join(folder, case["name"])):
            print(f"Scripts/fixtures: {case['name']} {problem}.", file=sys.stderr)
            problems += 1
    for name in sorted(set(names) - {case["name"] for case in cases}):
        print(f"Scripts/fixtures: {name} has no line in expected.tsv.", file=sys.stderr)
        problems += 1
    if not problems:
        print(f"Fixtures: {len(checked)} files hold the pictures, times and sounds they should.")
    sys.exit(1 if problems else 0)


main()
