#!/usr/bin/env python3
"""report.py ROWS LOAD: the rows of one run of Benchmarks/run as Markdown, on standard output."""
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys


def output(*command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30)
        return done.stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def version(pattern, *command):
    found = re.search(pattern, output(*command))
    return found.group(1) if found else "?"


def file_text(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


class Rows:
    def __init__(self, path):
        self.rows = [json.loads(line) for line in file_text(path).splitlines() if line.strip()]

    def select(self, **wanted):
        return [row for row in self.rows if all(row.get(key) == value for key, value in wanted.items())]

    def values(self, field, **wanted):
        fields = field if isinstance(field, tuple) else (field,)
        found = [[row.get(name) for name in fields] for row in self.select(**wanted)]
        return [sum(row) for row in found if all(isinstance(value, (int, float)) for value in row)]

    def median(self, field, **wanted):
        values = self.values(field, **wanted)
        return statistics.median(values) if values else None

    def distinct(self, field, **wanted):
        return list(dict.fromkeys(row.get(field) for row in self.select(**wanted)))


rows = Rows(sys.argv[1])
load_before = sys.argv[2] if len(sys.argv) > 2 else "?"


def number(value, digits):
    return "–" if value is None else f"{value:.{digits}f}"


def heading():
    cpu = re.search(r"model name\s*: (.*)", file_text("/proc/cpuinfo"))
    memory = re.search(r"MemTotal:\s*(\d+)", file_text("/proc/meminfo"))
    system = re.search(r'PRETTY_NAME="(.*)"', file_text("/etc/os-release"))
    here = os.path.dirname(os.path.abspath(__file__))
    versions = {
        "Swift": version(r"Swift version (\S+)", "swift", "--version"),
        "FFmpeg": version(r"ffmpeg version (\S+)", "ffmpeg", "-version"),
        "mpv": version(r"mpv (\S+)", "mpv", "--version"),
        "GStreamer": version(r"GStreamer (\S+)", "gst-launch-1.0", "--version"),
        "VLC": version(r"ii\s+vlc-bin\s+(\S+)", "dpkg", "-l", "vlc-bin"),
        "MediaInfo": version(r"v(\S+)", "mediainfo", "--version"),
    }
    print("# Benchmarks\n")
    print("Written by `make bench` from one run; [Benchmarks](../Benchmarks/README.md) describes the method.\n")
    commit = output("git", "-C", here, "rev-parse", "--short", "HEAD")
    print(f"* {datetime.date.today()}, commit {commit}, release build")
    processor = cpu.group(1) if cpu else platform.machine()
    gibibytes = round(int(memory.group(1)) / 1048576) if memory else "?"
    name = system.group(1) if system else "Linux"
    print(f"* {os.cpu_count()} × {processor}, {gibibytes} GiB, {name}, no GPU")
    print("* " + ", ".join(f"{name} {value}" for name, value in versions.items()))
    if os.sched_getscheduler(0) in (os.SCHED_RR, os.SCHED_FIFO):
        print("* at real-time priority, peers included: other work on the machine has little effect")
    load_after = " ".join(file_text("/proc/loadavg").split()[:3])
    print(f"* load before {load_before}, after {load_after} (1, 5 and 15 minutes; the measured programs count)\n")
    print("`libav` is a C program of a hundred lines that calls the same libavformat and libavcodec without a player. "
          "`floor` adds every known optimization: it does not probe, skips unneeded frames, and drains the decoder as "
          "soon as it has the packet of the target. `reuse` and `forward` extract a hundred frames in order: `reuse` "
          "reuses the decoded keyframe, and `forward` continues to decode instead of seeking again.\n")


class Targets:
    """A target: Playhead's value is at most `limit` times the best one of the peers."""

    def __init__(self):
        self.lines = []

    def ratio(self, what, limit, field, peers, ours="playhead", unit="ms", digits=1, beside=None, **wanted):
        """`beside` selects the rows of the peers if they are not those of `wanted`."""
        mine = rows.median(field, peer=ours, **wanted)
        theirs = {peer: rows.median(field, peer=peer, **(beside or wanted)) for peer in peers}
        theirs = {peer: value for peer, value in theirs.items() if value is not None}
        if mine is None or not theirs:
            self.lines.append((what, "–", "–", "–", f"≤ {limit}", "not measured"))
            return
        peer = min(theirs, key=theirs.get)
        quotient = mine / theirs[peer]
        self.lines.append((what, f"{number(mine, digits)} {unit}", f"{peer} {number(theirs[peer], digits)} {unit}",
                           f"{quotient:.2f}", f"≤ {limit}", "yes" if quotient <= limit else "**no**"))

    def at_most(self, what, mine, limit, unit, digits=1):
        verdict = "not measured" if mine is None else "yes" if mine <= limit else "**no**"
        value = "–" if mine is None else f"{number(mine, digits)} {unit}"
        self.lines.append((what, value, "–", "–", f"≤ {limit} {unit}", verdict))

    def at_least(self, what, mine, limit, unit, digits=1):
        verdict = "not measured" if mine is None else "yes" if mine >= limit else "**no**"
        value = "–" if mine is None else f"{number(mine, digits)} {unit}"
        self.lines.append((what, value, "–", "–", f"≥ {limit} {unit}", verdict))

    def show(self):
        print("## Targets\n\nMedians. The ratio is Playhead's figure over that of the peer beside it.\n")
        print("| | Playhead | peer | ratio | target | reached |\n|---|---|---|---|---|---|")
        for line in self.lines:
            print("| " + " | ".join(line) + " |")
        print()


def targets():
    all_targets = Targets()
    first = dict(topic="ttff", input="file")
    all_targets.ratio("first frame, no window", 1.3, "ms", ["libav"], verb="first_null", **first)
    all_targets.ratio("first frame, window", 1.2, "ms", ["mpv"], verb="first_x11", **first)
    for name, what in (("http", "MP4 over HTTP"), ("hls_ts", "HLS, transport stream"), ("hls_fmp4", "HLS, fragmented MP4")):
        all_targets.ratio(f"the same, {what}, loopback", 1, "ms", ["mpv", "gst", "gstplay", "vlc"], topic="ttff",
                          verb="first_x11", input=name)
    for name, gop in (("h264_1080_gop30.mp4", 30), ("h264_1080_gop250.mp4", 250)):
        seek = dict(topic="seek", input=name)
        all_targets.ratio(f"exact seek, keyframe every {gop}", 1, "median_ms", ["mpv"], mode="exact", **seek)
        all_targets.ratio(f"key seek, keyframe every {gop}", 0.8, "median_ms", ["mpv"], mode="key", **seek)
        for direction in ("forward", "backward"):
            mine = dict(topic="scrub", peer="playhead", input=name, direction=direction)
            least = 15 if gop == 250 else 20
            all_targets.at_least(f"dragging a slider {direction}, keyframe every {gop}: different frames a second",
                                 rows.median("per_s", **mine), least, "a second")
            all_targets.at_most("the same: the exact frame after the release of the slider", rows.median("exact_after_ms", **mine), 120, "ms")
        for direction, what in (("back", "to earlier targets"), ("random", "to random targets")):
            all_targets.ratio(f"exact seek in a GOP after an earlier seek to it, {what}, keyframe every {gop}", 0.3, "median_ms", ["mpv"],
                              topic="visited", input=name, direction=direction)
    all_targets.ratio("reading a file's properties: processor", 0.8, "cpu_s", ["ffmpeg"], unit="s", digits=3, topic="probe")
    for name, gop in (("h264_1080_gop250.mp4", "keyframe every 250"), ("h264_1080_gop30.mp4", "keyframe every 30"),
                      ("long_end.mp4", "two hours")):
        thumbs = dict(topic="thumbs", input=name, digits=0)
        # 1.2 times the throughput.
        all_targets.ratio(f"100 thumbnails, {gop}", 0.83, "wall_ms", ["reuse"], mode="key", **thumbs)
        all_targets.ratio(f"100 exact thumbnails, {gop}", 0.83, "wall_ms", ["forward", "ffmpeg-onepass"], mode="exact",
                          **thumbs)
        all_targets.at_most("the same: peak memory", rows.median("rss_mb", topic="thumbs", input=name, mode="exact",
                                                                 peer="playhead"), 120, "MB", 0)
    gop250 = dict(topic="seek", input="h264_1080_gop250.mp4", mode="exact", peer="playhead")
    all_targets.at_most("50 exact seeks, keyframe every 250: peak memory", rows.median("rss_mb", **gop250), 200, "MB", 0)
    backward = dict(topic="reverse", peer="playhead", input="h264_1080_gop250.mp4")
    all_targets.at_least("reverse, keyframe every 250: frames a second", rows.median("fps", **backward), 150, "a second", 0)
    all_targets.at_most("the same: peak memory", rows.median("rss_mb", **backward), 400, "MB", 0)
    for name in rows.distinct("input", topic="gapless"):
        # The recording of a sink can lack the first samples of a stream, of every player: only the file has a length.
        errors = [max(abs(row["length_error"]) if row["how"] == "file" else 0, row["silence"], abs(row["phase_jump"]))
                  for row in rows.select(topic="gapless", peer="playhead", input=name)]
        all_targets.at_most(f"gapless, {name}: samples missing, added or silent", max(errors, default=None), 0, "samples", 0)
    null = dict(topic="play", verb="play_null")
    played = dict(unit="s", digits=2, topic="play", input="h264_1080_20s.mp4")
    all_targets.ratio("20 s of 1080p30, no window: processor, beside decoding alone", 1.1, "cpu_s", ["libav"],
                      verb="play_null", beside=dict(topic="decode", input="h264_1080_20s.mp4"), **played)
    all_targets.ratio("the same: the sound server's processor", 1, "pulse", ["mpv", "gst", "gst3", "vlc"],
                      verb="play_null", **played)
    all_targets.at_most("the same: peak memory", rows.median("rss_mb", peer="playhead", **null), 110, "MB", 0)
    window = dict(topic="play", verb="play_x11", unit="s", digits=2)
    both = ("cpu_s", "xserver")
    all_targets.ratio("20 s of 1080p30, window, software: processor with X server", 0.85, both, ["vlc"], **window)
    all_targets.ratio("the same: peak memory", 1, "rss_mb", ["mpv"], topic="play", verb="play_x11", unit="MB", digits=0)
    all_targets.at_most("the same: longest time between two frames",
                        rows.median("max_gap", topic="play", verb="play_x11", peer="playhead"), 42, "ms", 0)
    all_targets.ratio("the same with visible controls", 1.3, both, ["mpv"], ours="playhead-controls", **window)
    all_targets.ratio("the same, drawn by GTK with GL", 0.6, both, ["mpv-gpu"], ours="playhead-gl", **window)
    all_targets.at_most("the same, software: frames missing",
                        rows.median("missing", topic="play", verb="play_x11", peer="playhead"), 0, "frames", 0)
    opened = dict(topic="open")
    all_targets.ratio("open, first frame, close", 1, "median_ms", ["mpv"], **opened)
    all_targets.ratio("the same: peak memory", 1, "hwm_mb", ["mpv"], unit="MB", digits=0, **opened)
    growth = [row["rss_at"][max(row["rss_at"], key=int)] - row["rss_at"]["50"]
              for row in rows.select(topic="open", peer="playhead") if len(row.get("rss_at", {})) > 3]
    all_targets.at_most("the same: memory gained from round 50 to the last", max(growth, default=None), 2, "MB", 0)
    calibration, offset = (rows.median("median_ms", topic="sync", peer=peer) for peer in ("calib", "playhead"))
    known = calibration is not None and offset is not None
    all_targets.at_most("audio and video apart", abs(offset - calibration) if known else None, 2, "ms")
    all_targets.at_most("the same: deviation", rows.median("sd_ms", topic="sync", peer="playhead"), 0.3, "ms", 2)
    for case, limit in (("text", 3), ("ASS", 10)):
        for where in ("window", "no window"):
            all_targets.at_most(f"captions ({case}, {where}): additional processor time",
                                rows.median("share", topic="captions", case=case, where=where), limit, "%")
    for where in rows.distinct("where", topic="captions", case="10,000 cues"):
        all_targets.at_most(f"10,000 cues {where}: first frame later by",
                            rows.median("delay_ms", topic="captions", where=where), 50, "ms", 0)
    for kind in rows.distinct("kind", topic="hls"):
        mine = dict(topic="hls", peer="playhead", kind=kind)
        all_targets.at_most(f"HLS ({kind}): first frame at 40 ms round trip", rows.median("first_ms", **mine), 200, "ms", 0)
        all_targets.at_most("the same: stalled, 8 → 1.5 → 8 Mbit/s", rows.median("stall_ms", **mine), 0, "ms", 0)
        reached, regained = top_times(mine)
        all_targets.at_most("the same: the highest variant reached after", reached, 20, "s")
        all_targets.at_most("the same: regained after", regained, 20, "s")
    all_targets.show()


def top_times(wanted):
    """Seconds until the highest variant was requested, and until it was again after the bandwidth had recovered."""
    found = rows.select(**wanted)
    switches = found[0].get("switches", []) if found else []
    top = max((variant for row in rows.select(topic="hls") for _, variant, _ in row.get("switches", [])), default=None)
    back = 40
    first = [at for at, variant, _ in switches if variant == top]
    again = [at - back for at, variant, _ in switches if variant == top and at >= back]
    return (first[0] if first else None), (again[0] if again else None)


def table(title, topic, keys, columns):
    """One line for each combination of keys; columns: (heading, field, digits)."""
    groups = {}
    for row in rows.select(topic=topic):
        groups.setdefault(tuple(str(row.get(key, "")) for key in keys), []).append(row)
    if not groups:
        return
    print(f"## {title}\n")
    print("| " + " | ".join(keys) + " | runs | " + " | ".join(column[0] for column in columns) + " |")
    print("|" + "---|" * (len(keys) + 1 + len(columns)))
    for key, group in sorted(groups.items(), key=lambda item: item[0][:-1]):
        cells = []
        for _, field, digits in columns:
            values = [row[field] for row in group if isinstance(row.get(field), (int, float))]
            cells.append(number(statistics.median(values) if values else None, digits))
        print("| " + " | ".join(key) + f" | {len(group)} | " + " | ".join(cells) + " |")
    print()


heading()
targets()
cost = [("processor s", "cpu_s", 2), ("peak memory MB", "rss_mb", 0)]
table("First frame", "ttff", ["verb", "input", "peer"], [("ms", "ms", 0)] + cost)
table("Seeking", "seek", ["input", "mode", "peer"], [
    ("median ms", "median_ms", 1), ("95 % ms", "p95_ms", 1), ("processor ms a seek", "cpu_ms", 1),
    ("exact of 50", "exact_ok", 0), ("peak memory MB", "rss_mb", 0)])
table("Dragging a slider: an exact seek every 33 ms for 6 s", "scrub", ["input", "direction", "peer"], [
    ("different frames a second", "per_s", 1), ("exact frame after ms", "exact_after_ms", 0)])
table("Exact seeks within a GOP after an earlier seek to it", "visited", ["input", "direction", "peer"], [
    ("median ms", "median_ms", 1), ("95 % ms", "p95_ms", 1)])
table("A hundred thumbnails", "thumbs", ["input", "mode", "peer"], [
    ("a second", "per_s", 1), ("ms", "wall_ms", 0)] + cost)
table("Playing 20 s in real time", "play", ["verb", "input", "peer"], cost[:1] + [
    ("X server s", "xserver", 2), ("sound server s", "pulse", 2), ("peak memory MB", "rss_mb", 0),
    ("shown of 600", "shown", 0), ("missing", "missing", 0), ("95 % gap ms", "gap_p95", 0), ("longest gap ms", "max_gap", 0)])
table("Audio and video", "sync", ["peer"], [
    ("median ms", "median_ms", 1), ("deviation ms", "sd_ms", 1), ("missing", "missing", 0)])
table("Opening and closing in one process", "open", ["input", "peer"], [
    ("median ms", "median_ms", 1), ("processor ms", "cpu_ms", 1), ("peak memory MB", "hwm_mb", 0)])
table("Decoding as fast as possible", "decode", ["input", "peer"], [("ms", "wall_ms", 0)] + cost)
table("Reverse: the last ten seconds of a minute, as fast as possible", "reverse", ["input", "peer"], [
    ("frames a second", "fps", 0)] + cost)
table("Gapless queue: the two halves of a sine", "gapless", ["input", "how", "peer"], [
    ("length error in samples", "length_error", 0), ("silent samples", "silence", 0), ("phase error in samples", "phase_jump", 1)])
table("HTTP Live Streaming, 8 → 1.5 → 8 Mbit/s", "hls", ["kind", "peer"], [
    ("first frame ms", "first_ms", 0), ("stalls", "stalls", 0), ("stalled ms", "stall_ms", 0), ("bytes", "bytes", 0)] + cost)
table("Captions", "captions", ["case", "where"], [
    ("processor s without", "without_s", 2), ("with", "with_s", 2), ("more %", "share", 1), ("first frame later ms", "delay_ms", 0)])
table("Reading a file's properties", "probe", ["input", "peer"], [("ms", "wall_ms", 0)] + cost)
