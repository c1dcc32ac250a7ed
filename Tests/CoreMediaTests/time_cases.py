#!/usr/bin/env python3
"""Cases for the arithmetic of CMTime, with results computed by exact fractions from the written rules.

Independent of the implementation: it knows only Python's unbounded integers and `fractions`. Prints one case a line,

    operation <arguments> = <result>

where a time is `value/timescale/flags/epoch` and a range is two times joined by `;`. The sequence is the same for every run
with the same seed. Usage: time_cases.py [count] [seed]
"""

import random
import struct
import sys
from fractions import Fraction

VALID, ROUNDED, POSITIVE, NEGATIVE, INDEFINITE_FLAG = 1, 2, 4, 8, 16
MAX_SCALE = 0x7FFFFFFF
MAX_VALUE, MIN_VALUE = 2**63 - 1, -(2**63)

INVALID_TIME = (0, 0, 0, 0)
INDEFINITE = (0, 0, 17, 0)
POSITIVE_INFINITY = (0, 0, 5, 0)
NEGATIVE_INFINITY = (0, 0, 9, 0)
ZERO = (0, 1, 1, 0)

NUMERIC, POS, NEG, INDEF, INVALID = "numeric", "+inf", "-inf", "indefinite", "invalid"


# --- definition of a time ---


def kind(time):
    flags = time[2]
    if not flags & VALID:
        return INVALID
    if flags & POSITIVE:
        return POS
    if flags & NEGATIVE:
        return NEG
    return INDEF if flags & INDEFINITE_FLAG else NUMERIC


def fraction(time):
    return Fraction(time[0], time[1])


def rounded_flag(*times):
    return any(kind(t) == NUMERIC and t[2] & ROUNDED for t in times)


def infinity(negative):
    return NEGATIVE_INFINITY if negative else POSITIVE_INFINITY


def number(value, scale, rounded, epoch=0):
    return (value, scale, VALID | (ROUNDED if rounded else 0), epoch)


# --- rounding ---


def round_by(x, method):
    floor = x.numerator // x.denominator
    if x == floor:
        return floor
    toward_zero = floor if x > 0 else floor + 1
    away = floor + 1 if x > 0 else floor
    if method == 1:
        # Half away from zero.
        return away if abs(x - toward_zero) >= Fraction(1, 2) else toward_zero
    return {2: toward_zero, 3: away, 5: floor + 1, 6: floor}[method]


def fits(value):
    return MIN_VALUE <= value <= MAX_VALUE


def settle(x, scale, rounded, epoch=0):
    """Default rounding at `scale`, which is halved until the value fits; an infinity when it does not at 1."""
    scale = min(scale, MAX_SCALE)
    while True:
        value = round_by(x * scale, 1)
        if fits(value):
            return number(value, scale, rounded or value != x * scale, epoch)
        if scale == 1:
            return infinity(x < 0)
        scale //= 2


def common_scale(a, b):
    from math import gcd

    return a * b // gcd(a, b)


# --- addition ---


def add(left, right, sign=1):
    kinds = [kind(left), kind(right)]
    if sign < 0:
        kinds[1] = {POS: NEG, NEG: POS}.get(kinds[1], kinds[1])
    if INVALID in kinds:
        return INVALID_TIME
    if POS in kinds and NEG in kinds:
        return INVALID_TIME
    if POS in kinds or NEG in kinds:
        return infinity(NEG in kinds)
    if INDEF in kinds:
        return INDEFINITE
    e1, e2 = left[3], right[3]
    if e1 != 0 and e2 != 0 and e1 != e2:
        return INVALID_TIME
    epoch = 0 if e1 == e2 else e1 + e2
    x = fraction(left) + sign * fraction(right)
    return settle(x, common_scale(left[1], right[1]), rounded_flag(left, right), epoch)


def subtract(left, right):
    return add(left, right, -1)


# --- multiplication ---


def non_numeric_product(time, negative):
    k = kind(time)
    if k in (INVALID, INDEF):
        return time
    return infinity((k == NEG) != negative)


def multiply(time, factor):
    if kind(time) != NUMERIC:
        return non_numeric_product(time, factor < 0)
    return settle(fraction(time) * factor, time[1], rounded_flag(time), time[3])


def multiply_by_float(time, factor):
    if kind(time) != NUMERIC:
        return non_numeric_product(time, factor < 0)
    scale = time[1]
    while scale < 65536:
        scale *= 2
    return settle(fraction(time) * Fraction(factor), scale, rounded_flag(time), time[3])


def multiply_by_ratio(time, factor, divisor):
    if kind(time) != NUMERIC:
        return time
    if divisor == 0:
        if factor == 0 or time[0] == 0:
            return INVALID_TIME
        return infinity((time[0] < 0) != (factor < 0))
    x = fraction(time) * Fraction(factor, divisor)
    # The result of the ratio in lowest terms, without reducing the product.
    ratio = Fraction(factor, divisor)
    if x == 0:
        return number(0, time[1], rounded_flag(time), time[3])
    value, scale = time[0] * ratio.numerator, time[1] * ratio.denominator
    if fits(value) and scale <= MAX_SCALE:
        return number(value, scale, rounded_flag(time), time[3])
    if fits(x.numerator) and x.denominator <= MAX_SCALE:
        return number(x.numerator, x.denominator, rounded_flag(time), time[3])
    # The closest fraction whose parts fit.
    limit = min(MAX_SCALE, int(Fraction(MAX_VALUE) / abs(x)))
    if limit <= 1:
        return settle(x, 1, True, time[3])
    near = abs(x).limit_denominator(limit)
    return number(near.numerator if x > 0 else -near.numerator, near.denominator, True, time[3])


# --- order ---


def compare(left, right):
    order = [NEG, NUMERIC, INDEF, POS, INVALID]
    k1, k2 = order.index(kind(left)), order.index(kind(right))
    if k1 != k2:
        return -1 if k1 < k2 else 1
    if order[k1] != NUMERIC:
        return 0
    a, b = (left[3], fraction(left)), (right[3], fraction(right))
    return (a > b) - (a < b)


def convert_scale(time, scale, method):
    if kind(time) != NUMERIC:
        return time
    if scale <= 0:
        return INVALID_TIME
    x = fraction(time) * scale
    if scale == time[1]:
        return time
    if method == 4:
        value = round_by(x, 2 if scale < time[1] else 3)
        if value == 0 and x < 0:
            value = -1
    else:
        value = round_by(x, method)
    if not fits(value):
        return infinity(x < 0)
    return number(value, scale, rounded_flag(time) or value != x, time[3])


def from_seconds(seconds, scale):
    if scale <= 0:
        return INVALID_TIME
    # The rules truncate the product of two Doubles.
    while True:
        product = seconds * float(scale)
        if abs(product) < 2.0**63:
            value = int(product)
            return number(value, scale, float(value) / float(scale) != seconds)
        if scale == 1:
            return infinity(seconds < 0)
        scale //= 2


# --- ranges ---


def range_valid(r):
    start, duration = r
    return (
        kind(start) != INVALID and kind(duration) != INVALID and duration[3] == 0 and duration[0] >= 0
    )


def range_empty(r):
    return range_valid(r) and compare(r[1], ZERO) == 0


def range_end(r):
    return add(r[0], r[1])


def make_range(start, duration):
    if kind(duration) == NUMERIC and duration[3] != 0:
        return (INVALID_TIME, INVALID_TIME)
    return (start, duration)


def range_from_to(start, end):
    return make_range(start, subtract(end, start))


def earlier(a, b):
    return a if compare(a, b) <= 0 else b


def later(a, b):
    return a if compare(a, b) >= 0 else b


def union(a, b):
    if not range_valid(a):
        return b
    if not range_valid(b):
        return a
    if range_empty(a):
        return b
    if range_empty(b):
        return a
    return range_from_to(earlier(a[0], b[0]), later(range_end(a), range_end(b)))


def intersection(a, b):
    if not range_valid(a) or not range_valid(b):
        return (INVALID_TIME, INVALID_TIME)
    start, end = later(a[0], b[0]), earlier(range_end(a), range_end(b))
    return range_from_to(start, end) if compare(start, end) < 0 else (ZERO, ZERO)


def contains_time(r, time):
    return int(
        range_valid(r)
        and kind(time) == NUMERIC
        and compare(r[0], time) <= 0
        and compare(time, range_end(r)) < 0
    )


def contains_range(a, b):
    return int(
        range_valid(a)
        and range_valid(b)
        and compare(a[0], b[0]) <= 0
        and compare(range_end(b), range_end(a)) <= 0
    )


def clamp(time, r):
    if kind(time) == INVALID or not range_valid(r) or range_empty(r):
        return INVALID_TIME
    return earlier(later(time, r[0]), range_end(r))


def scaled(time, source, target):
    """`time * target / source`: exact at the common timescale, or in lowest terms, or rounded at the largest."""
    if kind(time) != NUMERIC:
        return time
    if kind(source) != NUMERIC or kind(target) != NUMERIC:
        return INVALID_TIME
    x = fraction(time) * fraction(target) / fraction(source)
    rounded = rounded_flag(time, source, target)
    for scale in (common_scale(time[1], target[1]), x.denominator):
        if scale <= MAX_SCALE and (x * scale).denominator == 1 and fits(int(x * scale)):
            return number(int(x * scale), scale, rounded, time[3])
    return settle(x, MAX_SCALE, rounded, time[3])


def map_time(time, source, target):
    if not range_valid(source) or not range_valid(target) or range_empty(source) or range_empty(target):
        return INVALID_TIME
    if kind(time) == NUMERIC and kind(source[0]) == NUMERIC and time[3] != source[0][3]:
        return INVALID_TIME
    offset = subtract(time, source[0])
    if kind(source[1]) == POS and kind(target[1]) == POS:
        return add(offset, target[0])
    return add(scaled(offset, source[1], target[1]), target[0])


def map_duration(time, source, target):
    if not range_valid(source) or not range_valid(target) or range_empty(source) or range_empty(target):
        return INVALID_TIME
    if kind(time) == NUMERIC and time[3] != 0:
        return INVALID_TIME
    if kind(source[1]) == POS and kind(target[1]) == POS:
        return time
    return scaled(time, source[1], target[1])


def fold(time, r):
    start, duration = r
    if kind(time) != NUMERIC or not range_valid(r) or range_empty(r) or kind(start) != NUMERIC or time[3] != start[3]:
        return INVALID_TIME
    if contains_time(r, time):
        return time
    if kind(duration) != NUMERIC:
        return INVALID_TIME
    offset = subtract(time, start)
    if kind(offset) != NUMERIC:
        return INVALID_TIME
    rest = fraction(offset) % fraction(duration)
    position = settle(rest, common_scale(offset[1], duration[1]), rounded_flag(offset, duration), offset[3])
    return add(position, start)


# --- random arguments ---

SCALES = [1, 2, 3, 4, 24, 25, 30, 600, 1000, 1001, 24000, 30000, 44100, 48000, 65535, 65536, 90000, 240000,
          1000000, 1000000000, 2147483629, MAX_SCALE]


def random_scale(rng):
    return rng.choice(SCALES) if rng.random() < 0.8 else rng.randint(1, MAX_SCALE)


def random_value(rng):
    p = rng.random()
    if p < 0.5:
        return rng.randint(-100000, 100000)
    if p < 0.6:
        return rng.choice([0, 1, -1, MAX_VALUE, MIN_VALUE, MAX_VALUE - 1, MIN_VALUE + 1, 2**62, -(2**62)])
    return rng.randint(-1, 1) * rng.randint(0, 2 ** rng.randint(1, 63) - 1)


def random_number(rng, epochs=True):
    epoch = rng.choice([0, 0, 0, 0, 0, 1, 2, -3]) if epochs else 0
    return number(random_value(rng), random_scale(rng), rng.random() < 0.1, epoch)


def random_time(rng, epochs=True):
    if rng.random() < 0.12:
        # The other fields of such a time are meaningless: fill them at random.
        flags = rng.choice([0, 2, 5, 7, 9, 17, 19])
        return (random_value(rng), rng.randint(-5, 5), flags, rng.randint(-1, 1)) if rng.random() < 0.3 else (
            0, 0, flags, 0)
    return random_number(rng, epochs)


def random_duration(rng):
    time = random_time(rng, epochs=rng.random() < 0.1)
    if kind(time) == NUMERIC and rng.random() < 0.95:
        time = (min(abs(time[0]), MAX_VALUE), *time[1:])
    return time


def random_range(rng):
    return make_range(random_time(rng), random_duration(rng))


def near_range(rng, r):
    """A time likely to be in or near the range."""
    start, duration = r
    if rng.random() < 0.6 and kind(start) == NUMERIC and kind(duration) == NUMERIC:
        x = fraction(start) + fraction(duration) * Fraction(rng.randint(-40, 60), 20)
        return settle(x, rng.choice([start[1], duration[1], 600, 90000]), False, start[3])
    return random_time(rng)


def random_float(rng):
    p = rng.random()
    if p < 0.5:
        return rng.choice([0.0, 1.0, -1.0, 0.5, 2.0, 1.5, 0.1, 1 / 3, 1.25, 0.75, 30 / 1.001, -2.5])
    if p < 0.8:
        return rng.uniform(-1000, 1000)
    value = struct.unpack("<d", struct.pack("<Q", rng.getrandbits(64)))[0]
    return value if value - value == 0 else 3.0


def random_seconds(rng):
    return rng.uniform(-1e5, 1e5) if rng.random() < 0.7 else random_float(rng)


def random_factor(rng):
    if rng.random() < 0.6:
        return rng.randint(-100, 100)
    return rng.choice([0, 1, -1, 2**31 - 1, -(2**31), rng.randint(-(2**31), 2**31 - 1)])


# --- text ---


def text(argument):
    if isinstance(argument, tuple):
        if isinstance(argument[0], tuple):
            return ";".join(text(time) for time in argument)
        return "/".join(str(field) for field in argument)
    if isinstance(argument, float):
        # The bits, so that no precision is lost.
        return "0x%016x" % struct.unpack("<Q", struct.pack("<d", argument))[0]
    return str(argument)


def arguments_of(operation, rng):
    if operation in (union, intersection, contains_range):
        first = random_range(rng)
        if rng.random() < 0.5:
            return first, make_range(near_range(rng, first), random_duration(rng))
        return first, random_range(rng)
    if operation is contains_time:
        r = random_range(rng)
        return r, near_range(rng, r)
    if operation in (clamp, fold):
        r = random_range(rng)
        return near_range(rng, r), r
    if operation is map_time:
        r = random_range(rng)
        return near_range(rng, r), r, random_range(rng)
    if operation is map_duration:
        return random_duration(rng), random_range(rng), random_range(rng)
    if operation is range_end:
        return (random_range(rng),)
    if operation is range_from_to:
        return random_time(rng), random_time(rng)
    if operation is multiply:
        return random_time(rng), random_factor(rng)
    if operation is multiply_by_float:
        return random_time(rng), random_float(rng)
    if operation is multiply_by_ratio:
        return random_time(rng), random_factor(rng), random_factor(rng)
    if operation is convert_scale:
        return random_time(rng), random_scale(rng) if rng.random() < 0.97 else rng.randint(-3, 0), rng.randint(1, 6)
    if operation is from_seconds:
        return random_seconds(rng), random_scale(rng) if rng.random() < 0.97 else rng.randint(-3, 0)
    left = random_time(rng)
    if rng.random() < 0.2 and kind(left) == NUMERIC:
        # The same instant, or one next to it, at another timescale.
        factor = rng.randint(1, 50)
        if left[1] * factor <= MAX_SCALE and abs(left[0]) < 2**57:
            return left, number(left[0] * factor + rng.randint(-1, 1), left[1] * factor, False, left[3])
    return left, random_time(rng)


OPERATIONS = {
    "add": add, "subtract": subtract, "multiply": multiply, "float": multiply_by_float, "ratio": multiply_by_ratio,
    "compare": compare, "scale": convert_scale, "seconds": from_seconds, "end": range_end, "fromTo": range_from_to,
    "union": union, "intersection": intersection, "containsTime": contains_time, "containsRange": contains_range,
    "clamp": clamp, "mapTime": map_time, "mapDuration": map_duration, "fold": fold,
}


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20260425)
    names = list(OPERATIONS)
    lines = []
    for index in range(count):
        name = names[index % len(names)]
        arguments = arguments_of(OPERATIONS[name], rng)
        result = OPERATIONS[name](*arguments)
        lines.append("%s %s = %s" % (name, " ".join(text(a) for a in arguments), text(result)))
    sys.stdout.write("\n".join(lines) + "\n")


main()
