#!/usr/bin/env python3
"""scrub.py scrub|visited PEER FILE [forward|backward|back|random]: slider interaction, measured for one player; prints a line of JSON.

scrub     an exact seek every 33 ms, at eight times the speed, without waiting, for six seconds; counts the different frames,
          and measures the latency of the last seek's result
visited   one exact seek into a GOP, and then twelve within it, one after the other; eight GOPs. Only those twelve are measured

PEER playhead is `playhead-bench`, whose sink counts the frames. PEER mpv is controlled over its IPC socket in a window; its
frames are counted by the harness's `xwatch`, which reads the numbers in the frames from the screen.
"""
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time


class Mpv:
    def __init__(self, file, *options):
        self.folder = tempfile.mkdtemp()
        path = os.path.join(self.folder, "mpv")
        self.process = subprocess.Popen(
            ["mpv", "--no-config", "--load-scripts=no", "--no-terminal", "--pause", "--keep-open=yes", "--ao=null",
             f"--input-ipc-server={path}", *options, file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        while True:
            try:
                self.socket.connect(path)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
        self.buffer = b""
        self.number = 0
        self.wait("playback-restart", once=self.get("time-pos") is not None)

    def send(self, *command):
        self.number += 1
        self.socket.sendall(json.dumps({"command": list(command), "request_id": self.number}).encode() + b"\n")
        return self.number

    def line(self, timeout=20):
        self.socket.settimeout(timeout)
        while b"\n" not in self.buffer:
            part = self.socket.recv(65536)
            if not part:
                raise EOFError("mpv has ended")
            self.buffer += part
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def get(self, name):
        number = self.send("get_property", name)
        while True:
            line = self.line()
            if line.get("request_id") == number:
                return line.get("data")

    def wait(self, event, once=False):
        while not once:
            if self.line().get("event") == event:
                return

    def drain(self, seconds):
        """Processes events."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.line(left)
            except TimeoutError:
                return

    def seek(self, seconds):
        self.send("seek", f"{seconds:.6f}", "absolute+exact")

    def close(self):
        self.send("quit")
        self.process.wait(timeout=10)


def scrub_mpv(file, forward):
    player = Mpv(file, "--vo=x11", "--geometry=1920x1080+0+0")
    length = player.get("duration")
    seconds, begin, sent, target = 6, time.monotonic(), 0, 0
    while (passed := time.monotonic() - begin) < seconds:
        part = passed / seconds * 0.8
        target = length * (0.1 + part if forward else 0.9 - part)
        player.seek(target)
        sent += 1
        player.drain(0.033)
    release = time.monotonic()
    while abs((player.get("time-pos") or 0) - target) > 0.05 or player.get("seeking"):
        if time.monotonic() - release > 20:
            break
    after = (time.monotonic() - release) * 1000
    player.close()
    return dict(tool="mpv", mode="scrub", seeks_sent=sent, exact_after_ms=after)


def watched(arguments):
    """The same under `xwatch`, with its output."""
    with tempfile.NamedTemporaryFile() as out:
        watch = [os.environ["BENCH_TOOLS"] + "/xwatch", "--w", "1920", "--secs", "40", "--out", out.name, "--"]
        seen = json.loads(subprocess.check_output([*watch, "env", "SCRUB_WATCHED=1", sys.executable, *arguments]))
        with open(out.name) as file:
            made = json.loads(file.read().splitlines()[-1])
    return {**made, "pictures": seen["shown"], "per_s": seen["shown"] / 6}


def targets(group, round_number, direction):
    """The same for every player: frames of one GOP, far from each other; returning to three positions, or random."""
    if direction == "random":
        state, drawn = round_number + 1, []
        for _ in range(12):
            state = (state * 1664525 + 1013904223) % 2**32
            drawn.append((state >> 8) % group)
        return drawn
    return [(round_number * 37 + index * 83) % group for index in range(12)]


def visited_mpv(file, group, rate, direction):
    player = Mpv(file, "--vo=null")
    count = int(player.get("duration") * rate) // group
    times = []
    for turn in range(8):
        first = turn * count // 8 * group
        for index, target in enumerate([group * 3 // 4, *targets(group, turn, direction)]):
            begin = time.monotonic()
            player.seek((first + target) / rate + 0.001)
            player.wait("playback-restart")
            if index:
                times.append((time.monotonic() - begin) * 1000)
    player.close()
    times.sort()
    return dict(tool="mpv", mode="visited", n=len(times), median_ms=statistics.median(times), p95_ms=times[len(times) * 95 // 100])


def main():
    verb, peer, file, *rest = sys.argv[1:]
    group = 30 if "gop30" in file else 250
    if peer == "mpv" and verb == "scrub" and "SCRUB_WATCHED" not in os.environ:
        made = watched(sys.argv)
    elif peer == "mpv":
        made = scrub_mpv(file, rest[0] == "forward") if verb == "scrub" else visited_mpv(file, group, 30, rest[0])
    else:
        folder = os.environ["PLAYHEAD_BIN"]
        arguments = [rest[0], "6"] if verb == "scrub" else [*(["random"] if rest[0] == "random" else []), str(group)]
        made = json.loads(subprocess.check_output([f"{folder}/playhead-bench", verb, file, *arguments]))
    print(json.dumps(made))


main()
