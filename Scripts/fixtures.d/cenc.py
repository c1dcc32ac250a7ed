"""Encrypts the samples of a fragmented MP4 by counting (ISO/IEC 23001-7, scheme `cenc`): pictures but for the length and type of each
unit, sound whole, each sample with a vector of its own.

Written from the standard and from nothing of the player's; openssl does the arithmetic. FFmpeg's muxer knows the scheme too, but not
for fragments.
"""

import subprocess
import sys

from mp4 import box, boxes, find, movie, run_sizes

KEY = bytes(range(16))


def key_stream(counters):
    """What each counter is encrypted to: all of a file at once."""
    command = ["openssl", "enc", "-aes-128-ecb", "-nopad", "-K", KEY.hex()]
    return subprocess.run(command, input=b"".join(counters), stdout=subprocess.PIPE, check=True).stdout


def protected_entry(kind, entry):
    """A sample entry that says: encrypted by counting, with vectors of eight bytes."""
    rule = bytes(6) + bytes([1, 8]) + bytes(16)
    info = box(b"frma", kind) + box(b"schm", b"\0\0\0\0cenc\0\1\0\0") + box(b"schi", box(b"tenc", rule))
    return box(b"encv" if kind == b"avc1" else b"enca", entry + box(b"sinf", info))


def parts_of(sample, is_video):
    """(clear, protected) of a sample: of pictures the length and the type of each unit stay."""
    if not is_video:
        return [(0, len(sample))]
    at, parts = 0, []
    while at < len(sample):
        length = int.from_bytes(sample[at : at + 4], "big")
        parts.append((5, length - 1))
        at += 4 + length
    return parts


def fragment(content, data, videos, base, number):
    """A movie fragment and its data, which began `base` bytes after the fragment's beginning; the number of its first sample."""
    data, tables = bytearray(data), []
    for kind, inner in boxes(content):
        if kind != b"traf":
            continue
        head = find(inner, b"tfhd")
        is_video = int.from_bytes(head[4:8], "big") in videos
        table, count = b"", 0
        for run in (value for name, value in boxes(inner) if name == b"trun"):
            place = int.from_bytes(run[8:12], "big") - base
            for size in run_sizes(head, run):
                number, count = number + 1, count + 1
                parts = parts_of(data[place : place + size], is_video)
                vector = (number * 0x9E3779B97F4A7C15 & (1 << 64) - 1).to_bytes(8, "big")
                table += vector + (len(parts).to_bytes(2, "big") if is_video else b"")
                spots = []
                for clear, protected in parts:
                    table += clear.to_bytes(2, "big") + protected.to_bytes(4, "big") if is_video else b""
                    spots += range(place + clear, place + clear + protected)
                    place += clear + protected
                # The counter goes on from one part of a sample to the next.
                stream = key_stream([vector + n.to_bytes(8, "big") for n in range((len(spots) + 15) // 16)])
                for spot, byte in zip(spots, stream):
                    data[spot] ^= byte
        flags = b"\0\0\0\2" if is_video else b"\0\0\0\0"
        tables.append(box(b"senc", flags + count.to_bytes(4, "big") + table))
    added, out = sum(map(len, tables)), b""
    for kind, inner in boxes(content):
        if kind == b"traf":
            parts = b""
            for name, value in boxes(inner):
                if name == b"trun":
                    value = value[:8] + (int.from_bytes(value[8:12], "big") + added).to_bytes(4, "big") + value[12:]
                parts += box(name, value)
            inner = parts + tables.pop(0)
        out += box(kind, inner)
    return box(b"moof", out) + box(b"mdat", bytes(data)), number


def main():
    with open(sys.argv[1], "rb") as file:
        source = file.read()
    out, videos, pending, number = b"", set(), None, 0
    for kind, content in boxes(source):
        if kind == b"moov":
            content, videos = movie(content, protected_entry)
            out += box(kind, content)
        elif kind == b"moof":
            pending = content
        elif kind == b"mdat" and pending is not None:
            made, number = fragment(pending, content, videos, 8 + len(pending) + 8, number)
            out, pending = out + made, None
        elif kind not in (b"sidx", b"mfra"):
            out += box(kind, content)
    with open(sys.argv[2], "wb") as file:
        file.write(out)


main()
