"""The parts of the fixtures that ffmpeg cannot make: exact sines, a rotation, damaged files."""

import argparse
import array
import json
import math
import struct
import subprocess
import sys
import wave


def sine(path, rate, frequency, seconds, start, end):
    """A 16-bit stereo sine. `start` and `end` cut the samples, the phase runs on."""
    samples = array.array("h")
    for index in range(start, end or rate * seconds):
        value = round(20000 * math.sin(2 * math.pi * (frequency * index % rate) / rate))
        samples.extend((value, value))
    if sys.byteorder == "big":
        samples.byteswap()
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())


def cut(source, path, share):
    """The first part of a file, as a download that broke off leaves it."""
    with open(source, "rb") as file:
        data = file.read()
    with open(path, "wb") as file:
        file.write(data[: int(len(data) * share)])


def video_packets(source):
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,pos,size,flags"]
    answer = subprocess.run(command + ["-of", "json", source], stdout=subprocess.PIPE, check=True).stdout
    return json.loads(answer)["packets"]


def break_packet(source, path, at):
    """Flips every bit in the middle of the first keyframe packet at or after `at` seconds; headers stay whole."""
    packets = [p for p in video_packets(source) if p["flags"][0] == "K" and float(p["pts_time"]) >= at]
    position, size = int(packets[0]["pos"]), int(packets[0]["size"])
    with open(source, "rb") as file:
        data = bytearray(file.read())
    if path.endswith(".ts"):
        # Packets of 188 bytes, a few of which hold this picture: skip the one with its headers, break the next four.
        pid = packet_identifier(data, position)
        following = [p for p in range(position + 188, len(data) - 187, 188) if packet_identifier(data, p) == pid]
        ranges = [(p + 40, p + 180) for p in following[:4]]
    else:
        ranges = [(position + size // 3, position + size * 2 // 3)]
    for start, end in ranges:
        for index in range(start, end):
            data[index] ^= 0xFF
    with open(path, "wb") as file:
        file.write(data)


def rotate(source, path):
    """Writes the display matrix of a telephone held upright: shown after a turn of 90 degrees clockwise.

    ffmpeg has changed both the option and the direction between versions, and it leaves out the translation.
    """
    with open(source, "rb") as file:
        data = bytearray(file.read())
    box = data.find(b"tkhd")
    while box >= 0:
        matrix = box + 44  # Version 0 of ISO/IEC 14496-12 section 8.3.2; ffmpeg writes version 1 for hour-long files only.
        width, height = struct.unpack_from(">II", data, matrix + 36)
        if width > 0:
            struct.pack_into(">9i", data, matrix, 0, 1 << 16, 0, -1 << 16, 0, 0, height, 0, 1 << 30)
        box = data.find(b"tkhd", box + 4)
    with open(path, "wb") as file:
        file.write(data)


def packet_identifier(data, position):
    assert data[position] == 0x47, "not at the start of a transport packet"
    return (data[position + 1] & 0x1F) << 8 | data[position + 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("sine")
    command.add_argument("path")
    command.add_argument("--rate", type=int, required=True)
    command.add_argument("--frequency", type=int, required=True)
    command.add_argument("--seconds", type=int, required=True)
    command.add_argument("--from", type=int, default=0, dest="start")
    command.add_argument("--to", type=int, default=0, dest="end")
    command = commands.add_parser("cut")
    command.add_argument("source")
    command.add_argument("path")
    command.add_argument("--share", type=float, required=True)
    command = commands.add_parser("break")
    command.add_argument("source")
    command.add_argument("path")
    command.add_argument("--at", type=float, required=True)
    command = commands.add_parser("rotate")
    command.add_argument("source")
    command.add_argument("path")
    options = parser.parse_args()
    if options.command == "sine":
        sine(options.path, options.rate, options.frequency, options.seconds, options.start, options.end)
    elif options.command == "cut":
        cut(options.source, options.path, options.share)
    elif options.command == "rotate":
        rotate(options.source, options.path)
    else:
        break_packet(options.source, options.path, options.at)


main()
