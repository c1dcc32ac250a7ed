#!/usr/bin/env python3
"""captions.py BIN CLIP ROWS RUNS: the cost of captions, as rows for report.py.

The same video is played alternately with and without captions: in a window (if DISPLAY is set) in real time, and without
one as fast as it is decoded. `share` is the additional CPU time with captions.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

SECONDS = 20


def text(path, count=SECONDS // 2, step=2.0):
    """A cue of two lines every two seconds, as in typical subtitles."""
    def time(seconds):
        return "%02d:%02d:%02d,%03d" % (seconds // 3600, seconds // 60 % 60, seconds % 60, seconds * 1000 % 1000)
    with open(path, "w") as file:
        for number in range(count):
            start = number * step
            file.write(f"{number + 1}\n{time(start)} --> {time(start + step * 0.9)}\n"
                       f"This is caption number {number},\n<i>and this is its second line.</i>\n\n")


def typeset(path):
    """Karaoke above, and below a moving, blurred sign: the captions change in every frame."""
    head = """[Script Info]
ScriptType: v4.00+
PlayResX: 1920
PlayResY: 1080

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, BorderStyle, \
Outline, Shadow, Alignment, MarginL, MarginR, MarginV
Style: Song,DejaVu Sans,60,&H00FFFFFF,&H0000FFFF,&H00000000,&H80000000,-1,0,1,3,2,8,40,40,40
Style: Sign,DejaVu Serif,70,&H0000A0FF,&H000000FF,&H00402000,&H00000000,0,0,1,4,0,5,0,0,0
Style: Talk,DejaVu Sans,64,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,1,3,2,2,40,40,50

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""
    with open(path, "w") as file:
        file.write(head)
        for second in range(0, SECONDS, 2):
            span = "0:00:%02d.00,0:00:%02d.00" % (second, second + 2)
            song = "".join("{\\kf25}%s " % word for word in "eight words that are sung one by one".split())
            file.write(f"Dialogue: 0,{span},Song,,0,0,0,,{song}\n")
            file.write(f"Dialogue: 1,{span},Sign,,0,0,0,,{{\\move(500,500,1400,600)\\blur2\\frz5}}A moving sign\n")
            file.write(f"Dialogue: 2,{span},Talk,,0,0,0,,And somebody talks as well,\\Nin two lines.\n")


def cpu(*command):
    """The CPU time of a program in seconds."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


def bench(program, clip, captions, seconds=SECONDS):
    command = [program, "captions", clip, str(seconds)] + ([captions] if captions else [])
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def main():
    folder, clip, rows, runs = sys.argv[1:5]
    out = open(rows, "a")

    def write(**row):
        out.write(json.dumps(dict(topic="captions", **row)) + "\n")
        out.flush()
        print(row)

    with tempfile.TemporaryDirectory() as work:
        cases = {"text": os.path.join(work, "text.srt"), "ASS": os.path.join(work, "heavy.ass")}
        text(cases["text"])
        typeset(cases["ASS"])
        engine, window = os.path.join(folder, "playhead-bench"), os.path.join(folder, "playhead-window")
        for name, path in cases.items():
            for _ in range(int(runs)):
                without, with_them = bench(engine, clip, None)["cpu_s"], bench(engine, clip, path)["cpu_s"]
                write(where="no window", case=name, without_s=without, with_s=with_them,
                      share=(with_them / without - 1) * 100)
                if "DISPLAY" not in os.environ or not os.access(window, os.X_OK):
                    continue
                play = [window, "--no-audio", "--geometry=1920x1080+0+0", f"--length={SECONDS}", "--exit-at-end"]
                without, with_them = cpu(*play, clip), cpu(*play, f"--sub-file={path}", clip)
                write(where="window", case=name, without_s=without, with_s=with_them, share=(with_them / without - 1) * 100)
        many, film = os.path.join(work, "many.srt"), os.path.join(work, "many.mkv")
        text(many, count=10000, step=0.7)
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", clip, "-i", many, "-map", "0:v", "-map", "1", "-c", "copy",
                        film], check=True)
        for source, where in ((many, "in a sidecar file"), ("track", "in the video")):
            pairs = []
            for _ in range(2 * int(runs) + 1):
                mine = film if source == "track" else clip
                pairs.append(bench(engine, mine, source, 1)["first_ms"] - bench(engine, mine, None, 1)["first_ms"])
            write(where=where, case="10,000 cues", delay_ms=statistics.median(pairs))


main()
