"""Encrypts the samples of a transport stream, of AAC in ADTS or of a fragmented MP4 as SAMPLE-AES wants it.

Written from "MPEG-2 Stream Encryption Format for HTTP Live Streaming" (Apple) and ISO/IEC 23001-7 (`cbcs`, with one vector for all
samples), and from nothing of the player's. openssl does the
arithmetic: the n-th blocks of all samples at once, since only the blocks of one sample are chained.
"""

import argparse
import subprocess

from mp4 import box, boxes, find, movie, run_sizes

KEY = bytes(range(16))
VECTOR = bytes(range(100, 116))


def encrypt(samples):
    """Cipher block chaining over the blocks of each sample, each beginning with the vector."""
    chained = [VECTOR] * len(samples)
    result = [bytearray() for _ in samples]
    for turn in range(max(map(len, samples), default=0) // 16):
        active = [i for i, sample in enumerate(samples) if len(sample) >= 16 * (turn + 1)]
        plain = b"".join(
            bytes(a ^ b for a, b in zip(samples[i][16 * turn : 16 * turn + 16], chained[i])) for i in active
        )
        command = ["openssl", "enc", "-aes-128-ecb", "-nopad", "-K", KEY.hex()]
        cipher = subprocess.run(command, input=plain, stdout=subprocess.PIPE, check=True).stdout
        for place, i in enumerate(active):
            chained[i] = cipher[16 * place : 16 * place + 16]
            result[i] += chained[i]
    return result


def escape(unit):
    out, zeros = bytearray(), 0
    for byte in unit:
        if zeros == 2 and byte <= 3:
            out.append(3)
            zeros = 0
        out.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(out)


def slice_blocks(length):
    at = 32
    while length - at > 16:
        yield at
        at += 160


def split_units(stream):
    """(start code with the zeros before it, unit) of an annex B stream."""
    parts, at = [], stream.find(b"\0\0\1")
    while at >= 0:
        following = stream.find(b"\0\0\1", at + 3)
        end = following if following >= 0 else len(stream)
        body = stream[at + 3 : end]
        unit = body.rstrip(b"\0")
        parts.append((stream[at : at + 3], unit, body[len(unit) :]))
        at = following
    return parts


def adts_frames(stream):
    at = 0
    while at + 7 <= len(stream):
        assert stream[at] == 0xFF and stream[at + 1] & 0xF6 == 0xF0
        length = (stream[at + 3] & 3) << 11 | stream[at + 4] << 3 | stream[at + 5] >> 5
        yield at, length, 7 if stream[at + 1] & 1 else 9
        at += length


def ac3_frames(stream):
    """48 kHz only."""
    rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    at = 0
    while at + 6 <= len(stream):
        assert stream[at : at + 2] == b"\x0b\x77" and stream[at + 4] >> 6 == 0
        length = rates[(stream[at + 4] & 0x3F) >> 1] * 4
        yield at, length, 0
        at += length


def audio(stream, frames):
    stream = bytearray(stream)
    places = []
    for at, length, header in frames(bytes(stream)):
        start = at + header + 16
        count = max(0, at + length - start) // 16 * 16
        places.append((start, count))
    for (start, count), cipher in zip(places, encrypt([bytes(stream[s : s + c]) for s, c in places])):
        stream[start : start + count] = cipher
    return bytes(stream)


def pictures(units):
    """Each an access unit."""
    split = [split_units(unit) for unit in units]
    jobs = []
    for parts in split:
        for index, (_, unit, _) in enumerate(parts):
            if len(unit) > 48 and unit[0] & 0x1F in (1, 5):
                jobs.append((parts, index, list(slice_blocks(len(unit)))))
    samples = [b"".join(parts[index][1][at : at + 16] for at in blocks) for parts, index, blocks in jobs]
    for (parts, index, blocks), cipher in zip(jobs, encrypt(samples)):
        code, unit, zeros = parts[index]
        unit = bytearray(unit)
        for place, at in enumerate(blocks):
            unit[at : at + 16] = cipher[16 * place : 16 * place + 16]
        parts[index] = (code, escape(unit), zeros)
    return [b"".join(code + unit + zeros for code, unit, zeros in parts) for parts in split]


# Transport streams.

TYPES = {0x1B: 0xDB, 0x0F: 0xCF, 0x81: 0xC1}


def checksum(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ 0x04C11DB7 if value >> 31 else value << 1) & 0xFFFFFFFF
    return value.to_bytes(4, "big")


def descriptors(kind):
    """What the document asks for beside the type: the format behind it, and how it was coded."""
    names = {0xDB: b"zavc", 0xCF: b"aacd", 0xC1: b"ac3d"}
    return bytes([0x0F, 4]) + names[kind] + bytes([0x05, 4]) + b"apad"


def table(section):
    """The program map with other types, and its streams."""
    end = 3 + ((section[1] & 15) << 8 | section[2]) - 4
    at = 12 + ((section[10] & 15) << 8 | section[11])
    out, kinds = bytearray(section[:at]), {}
    while at < end:
        kind, pid = section[at], (section[at + 1] & 31) << 8 | section[at + 2]
        length = (section[at + 3] & 15) << 8 | section[at + 4]
        extra = section[at + 5 : at + 5 + length]
        if kind in TYPES:
            kinds[pid] = kind
            kind, extra = TYPES[kind], descriptors(TYPES[kind])
        out += bytes([kind]) + section[at + 1 : at + 3] + (0xF000 | len(extra)).to_bytes(2, "big") + extra
        at += 5 + length
    out[1:3] = (0xB000 | len(out) + 4 - 3).to_bytes(2, "big")
    return bytes(out) + checksum(out), kinds


def packets(pid, payload, counter, adaptation):
    """A unit in packets; the adaptation field of its first one is kept."""
    out, first = b"", True
    while payload or first:
        field = adaptation if first else b""
        room = 184 - (1 + len(field) if field else 0)
        piece, payload = payload[:room], payload[room:]
        spare = room - len(piece)
        if spare and field:
            field += b"\xff" * spare
        elif spare:
            field = None if spare == 1 else b"\0" + b"\xff" * (spare - 2)
        control = 0x30 if field != b"" else 0x10
        head = bytes([0x47, (0x40 if first else 0) | pid >> 8, pid & 255, control | counter[pid] & 15])
        counter[pid] += 1
        body = b"" if field == b"" else b"\0" if field is None else bytes([len(field)]) + field
        out += head + body + piece
        first = False
    return out


def transport(data):
    maps, kinds = set(), {}
    order, units = [], {}
    for at in range(0, len(data), 188):
        packet = data[at : at + 188]
        pid, begins = (packet[1] & 31) << 8 | packet[2], packet[1] & 0x40
        control, start = packet[3] >> 4 & 3, 4
        field = b""
        if control & 2:
            field, start = packet[5 : 5 + packet[4]], 5 + packet[4]
        payload = packet[start:] if control & 1 else b""
        if pid == 0:
            section = payload[1:]
            for place in range(8, 3 + ((section[1] & 15) << 8 | section[2]) - 4, 4):
                maps.add((section[place + 2] & 31) << 8 | section[place + 3])
            order.append(packet)
        elif pid in maps:
            section, new = table(payload[1 + payload[0] :])
            kinds.update(new)
            order.append(packet[:4] + b"\0" + section + b"\xff" * (188 - 5 - len(section)))
        elif pid in kinds:
            if begins:
                # Stuffing is made anew.
                keep = field.rstrip(b"\xff") if field and not field[0] & 0x10 else field[:7]
                order.append((pid, len(units.setdefault(pid, []))))
                units[pid].append([keep, bytearray()])
            if pid in units:
                units[pid][-1][1] += payload
        else:
            order.append(packet)
    for pid, all_units in units.items():
        heads = [bytes(unit[1][: 9 + unit[1][8]]) for unit in all_units]
        bodies = [bytes(unit[1][len(head) :]) for unit, head in zip(all_units, heads)]
        if kinds[pid] == 0x1B:
            bodies = pictures(bodies)
        else:
            whole = audio(b"".join(bodies), adts_frames if kinds[pid] == 0x0F else ac3_frames)
            lengths = [len(body) for body in bodies]
            bodies = [whole[sum(lengths[:i]) : sum(lengths[: i + 1])] for i in range(len(lengths))]
        for unit, head, body in zip(all_units, heads, bodies):
            length = int.from_bytes(head[4:6], "big")
            if length:
                length = len(head) - 6 + len(body)
                head = head[:4] + (length if length < 65536 else 0).to_bytes(2, "big") + head[6:]
            unit[1] = head + body
    counter = {pid: 0 for pid in units}
    out = b""
    for entry in order:
        if isinstance(entry, bytes):
            out += entry
        else:
            pid, index = entry
            out += packets(pid, bytes(units[pid][index][1]), counter, units[pid][index][0])
    return out


# Fragmented MP4.


def protected_entry(kind, entry):
    """A sample entry that says how its samples are encrypted: one block of ten in pictures, all in sound."""
    is_video = kind == b"avc1"
    pattern = 0x19 if is_video else 0
    rule = b"\1\0\0\0\0" + bytes([pattern, 1, 0]) + bytes(16) + bytes([16]) + VECTOR
    scheme = b"\0\0\0\0cbcs\0\1\0\0"
    info = box(b"frma", kind) + box(b"schm", scheme) + box(b"schi", box(b"tenc", rule))
    return box(b"encv" if is_video else b"enca", entry + box(b"sinf", info))


def subsamples(sample):
    """(clear, protected) of a picture: all of each slice but its length and 32 bytes."""
    at, clear, parts = 0, 0, []
    while at < len(sample):
        length = int.from_bytes(sample[at : at + 4], "big")
        lead = 36 if sample[at + 4] & 31 in (1, 5) and length > 48 else 4 + length
        clear += lead
        if 4 + length > lead:
            parts.append((clear, 4 + length - lead))
            clear = 0
        at += 4 + length
    return parts + ([(clear, 0)] if clear else [])


def fragment(content, data, videos, base):
    """A movie fragment and its data, which began `base` bytes after the fragment's beginning."""
    data = bytearray(data)
    jobs, auxiliary = [], []
    for kind, inner in boxes(content):
        if kind != b"traf":
            continue
        head = find(inner, b"tfhd")
        is_video = int.from_bytes(head[4:8], "big") in videos
        table, places = b"", []
        for run in (value for name, value in boxes(inner) if name == b"trun"):
            place = int.from_bytes(run[8:12], "big") - base
            for size in run_sizes(head, run):
                places.append((place, size))
                place += size
        count = len(places)
        for at, size in places:
            parts = subsamples(data[at : at + size]) if is_video else [(0, size)]
            table += len(parts).to_bytes(2, "big") if is_video else b""
            for clear, protected in parts:
                table += clear.to_bytes(2, "big") + protected.to_bytes(4, "big") if is_video else b""
                step = 160 if is_video else 16
                jobs.append([at + clear + k for k in range(0, protected - 15, step)])
                at += clear + protected
        # Sound is encrypted whole, with the vector that the track tells: nothing is left to say.
        rule = box(b"senc", bytes([0, 0, 0, 2]) + count.to_bytes(4, "big") + table)
        auxiliary.append(rule if is_video else b"")
    for places, cipher in zip(jobs, encrypt([b"".join(bytes(data[p : p + 16]) for p in job) for job in jobs])):
        for index, place in enumerate(places):
            data[place : place + 16] = cipher[16 * index : 16 * index + 16]
    added = sum(map(len, auxiliary))
    out, turn = b"", 0
    for kind, inner in boxes(content):
        if kind == b"traf":
            parts = b""
            for name, value in boxes(inner):
                if name == b"trun":
                    value = value[:8] + (int.from_bytes(value[8:12], "big") + added).to_bytes(4, "big") + value[12:]
                parts += box(name, value)
            inner, turn = parts + auxiliary[turn], turn + 1
        out += box(kind, inner)
    return box(b"moof", out) + box(b"mdat", bytes(data))


def fragments(data):
    out, videos, pending = b"", set(), None
    for kind, content in boxes(data):
        if kind == b"moov":
            content, videos = movie(content, protected_entry)
        if kind == b"moof":
            pending = content
        elif kind == b"mdat" and pending is not None:
            out, pending = out + fragment(pending, content, videos, 8 + len(pending) + 8), None
        elif kind not in (b"sidx", b"mfra"):
            out += box(kind, content)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("path")
    options = parser.parse_args()
    with open(options.source, "rb") as file:
        data = file.read()
    if data[4:8] == b"ftyp":
        result = fragments(data)
    else:
        result = transport(data) if data[:1] == b"\x47" else audio(data, adts_frames)
    with open(options.path, "wb") as file:
        file.write(result)


main()
