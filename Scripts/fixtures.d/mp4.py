"""Boxes of fragmented MP4 (ISO/IEC 14496-12), for what encrypts its samples. Written from the standard and from nothing of the
player's.
"""

HOLDERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"moof", b"traf"}


def boxes(data, at=0):
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + size]
        at += size


def box(kind, content):
    return (8 + len(content)).to_bytes(4, "big") + kind + content


def find(content, *path):
    inner = next((inner for kind, inner in boxes(content) if kind == path[0]), None)
    return inner if inner is None or len(path) == 1 else find(inner, *path[1:])


def movie(content, protected_entry):
    """The movie box, each sample entry as `protected_entry` makes it of kind and content, and which tracks hold pictures."""
    videos = set()

    def rebuild(content):
        out = b""
        for kind, inner in boxes(content):
            if kind == b"trak" and find(inner, b"mdia", b"hdlr")[8:12] == b"vide":
                head = find(inner, b"tkhd")
                videos.add(int.from_bytes(head[20:24] if head[0] else head[12:16], "big"))
            if kind == b"stsd":
                inner = inner[:8] + b"".join(protected_entry(k, e) for k, e in boxes(inner, 8))
            elif kind in HOLDERS:
                inner = rebuild(inner)
            out += box(kind, inner)
        return out

    return rebuild(content), videos


def run_sizes(head, run):
    """How large each sample of a run is."""
    flags, default, at = int.from_bytes(head[1:4], "big"), 0, 8
    for bit, length in ((1, 8), (2, 4), (8, 4), (16, 4)):
        if flags & bit:
            default = int.from_bytes(head[at : at + 4], "big") if bit == 16 else default
            at += length
    flags, count = int.from_bytes(run[1:4], "big"), int.from_bytes(run[4:8], "big")
    at = 8 + (4 if flags & 1 else 0) + (4 if flags & 4 else 0)
    for _ in range(count):
        at += 4 if flags & 0x100 else 0
        yield int.from_bytes(run[at : at + 4], "big") if flags & 0x200 else default
        at += sum(4 for bit in (0x200, 0x400, 0x800) if flags & bit)
