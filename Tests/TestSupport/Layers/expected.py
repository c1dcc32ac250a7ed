#!/usr/bin/env python3
"""Computes the pixels of layer trees without any drawing library: 16 x 16 points a pixel, each traced back through the
transforms of the layers. Writes expected.txt; the scenes are those of LayerScenes.swift."""

import math
import os

WIDTH, HEIGHT, POINTS = 48, 32, 16


def identity():
    return [[float(i == j) for j in range(4)] for i in range(4)]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def shift(x, y, z=0):
    m = identity()
    m[3][:3] = [x, y, z]
    return m


def stretch(x, y):
    m = identity()
    m[0][0], m[1][1] = x, y
    return m


def turn_z(angle):
    m = identity()
    m[0][0], m[0][1], m[1][0], m[1][1] = math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle)
    return m


def turn_y(angle):
    m = identity()
    m[0][0], m[0][2], m[2][0], m[2][2] = math.cos(angle), -math.sin(angle), math.sin(angle), math.cos(angle)
    return m


def plane_inverse(m):
    """The inverse of the map's restriction to the plane z = 0."""
    a = [[m[i][j] for j in (0, 1, 3)] for i in (0, 1, 3)]
    det = sum(a[0][i] * (a[1][(i + 1) % 3] * a[2][(i + 2) % 3] - a[1][(i + 2) % 3] * a[2][(i + 1) % 3]) for i in range(3))
    cof = lambda r, c: a[(r + 1) % 3][(c + 1) % 3] * a[(r + 2) % 3][(c + 2) % 3] - a[(r + 1) % 3][(c + 2) % 3] * a[(r + 2) % 3][(c + 1) % 3]
    return [[cof(j, i) / det for j in range(3)] for i in range(3)]


class Layer:
    def __init__(self, frame, color=None, radius=0, opacity=1.0, clips=False, border=None, transform=None, z=0.0, image=None,
                 gravity=None, part=(0, 0, 1, 1), anchor=(0.5, 0.5), sub=None, children=(), mask=None, origin=(0, 0)):
        x, y, self.w, self.h = frame
        self.origin = origin
        self.color, self.radius, self.opacity, self.clips, self.border = color, radius, opacity, clips, border
        self.image, self.gravity, self.part, self.children, self.mask, self.z = image, gravity, part, children, mask, z
        self.anchor = (origin[0] + anchor[0] * self.w, origin[1] + anchor[1] * self.h)
        self.position = (x + anchor[0] * self.w, y + anchor[1] * self.h)
        self.transform, self.sub = transform or identity(), sub

    def prepare(self, above=None):
        m = product(product(shift(-self.anchor[0], -self.anchor[1]), self.transform), shift(*self.position, self.z))
        self.back = plane_inverse(product(m, above or identity()))
        below = self.sub and product(product(shift(-self.anchor[0], -self.anchor[1]), self.sub), shift(*self.anchor))
        for child in self.children:
            child.prepare(below)
        if self.mask:
            self.mask.prepare()

    def inside(self, x, y, inset=0.0):
        w, h = self.w - 2 * inset, self.h - 2 * inset
        x, y, r = x - self.origin[0] - inset, y - self.origin[1] - inset, max(0.0, self.radius - inset)
        if not (0 <= x < w and 0 <= y < h):
            return False
        dx, dy = max(r - x, x - (w - r), 0), max(r - y, y - (h - r), 0)
        return dx * dx + dy * dy <= r * r or dx == 0 or dy == 0

    def picture(self, x, y):
        rows = self.image
        pw, ph = len(rows[0]) * self.part[2], len(rows) * self.part[3]
        g = self.gravity or 'resize'
        w, h = pw, ph
        if g == 'resize':
            w, h = self.w, self.h
        elif g in ('aspect', 'fill'):
            s = (min if g == 'aspect' else max)(self.w / pw, self.h / ph)
            w, h = pw * s, ph * s
        fx = {'left': 0, 'topLeft': 0, 'bottomRight': 1}.get(g, 0.5)
        fy = {'topLeft': 0, 'bottomRight': 1}.get(g, 0.5)
        u = (x - self.origin[0] - (self.w - w) * fx) / w
        v = (y - self.origin[1] - (self.h - h) * fy) / h
        if not (0 <= u < 1 and 0 <= v < 1):
            return (0, 0, 0, 0)
        column = int((self.part[0] + u * self.part[2]) * len(rows[0]))
        row = int((self.part[1] + v * self.part[3]) * len(rows))
        return premultiplied(rows[row][column])

    def shade(self, x, y):
        b = self.back
        w = x * b[0][2] + y * b[1][2] + b[2][2]
        x, y = (x * b[0][0] + y * b[1][0] + b[2][0]) / w, (x * b[0][1] + y * b[1][1] + b[2][1]) / w
        result = (0, 0, 0, 0)
        within = self.inside(x, y)
        if self.color and within:
            result = premultiplied(self.color)
        if self.image:
            result = over(self.picture(x, y), result)
        for child in sorted(self.children, key=lambda c: c.z):
            result = over(child.shade(x, y), result)
        if self.border and within and not self.inside(x, y, self.border[0]):
            result = over(premultiplied(self.border[1]), result)
        if self.clips and not within:
            return (0, 0, 0, 0)
        factor = self.opacity * (self.mask.shade(x, y)[3] if self.mask else 1)
        return tuple(c * factor for c in result)


def premultiplied(c):
    return (c[0] * c[3], c[1] * c[3], c[2] * c[3], c[3])


def over(a, b):
    return tuple(p + q * (1 - a[3]) for p, q in zip(a, b))


WHITE, RED, GREEN, BLUE = (1, 1, 1, 1), (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)
BLACK, GLASS = (0, 0, 0, 1), (0, 0, 1, 0.5)
ROOT = (0, 0, WIDTH, HEIGHT)
# Large blocks, so that a drawing library's interpolation between two of them has little effect.
BLOCKS = [[(RED, GREEN, BLUE, WHITE)[(x // 4) + 2 * (y // 4)] for x in range(8)] for y in range(8)]
PERSPECTIVE = identity()
PERSPECTIVE[2][3] = -1 / 60

SCENES = {
    'fading': Layer(ROOT, WHITE, children=[
        Layer((4, 4, 30, 20), RED, opacity=0.5, children=[Layer((10, 6, 30, 20), BLUE), Layer((2, 2, 12, 8), GLASS)])]),
    'rounded': Layer(ROOT, GREEN, children=[
        Layer((6, 4, 36, 24), RED, radius=8, border=(3, BLUE), clips=True, children=[Layer((0, 0, 10, 10), WHITE)])]),
    'open': Layer(ROOT, children=[Layer((10, 8, 16, 16), RED, radius=6, border=(2, BLACK), children=[
        Layer((10, 10, 20, 10), BLUE)])]),
    'turned': Layer(ROOT, WHITE, children=[
        Layer((14, 6, 20, 20), RED, transform=turn_z(math.pi / 6), children=[Layer((2, 2, 8, 8), BLUE, opacity=0.5)])]),
    'anchored': Layer(ROOT, WHITE, children=[
        Layer((10, 10, 20, 8), BLUE, anchor=(0, 0), transform=product(stretch(1.5, 1), turn_z(math.pi / 2)))]),
    'ordered': Layer(ROOT, WHITE, children=[
        Layer((2, 2, 20, 20), RED, z=1), Layer((10, 6, 20, 20), GREEN), Layer((18, 10, 20, 20), BLUE, z=-1)]),
    'masked': Layer(ROOT, WHITE, children=[
        Layer((4, 4, 40, 24), RED, mask=Layer((0, 0, 20, 24), GLASS, radius=5, children=[Layer((4, 8, 30, 8), BLACK)]))]),
    'scrolled': Layer(ROOT, WHITE, children=[
        Layer((8, 6, 30, 20), GREEN, origin=(100, 50), clips=True, children=[Layer((95, 45, 15, 15), RED)])]),
    'perspective': Layer(ROOT, WHITE, sub=PERSPECTIVE, children=[
        Layer((10, 6, 28, 20), RED, transform=turn_y(math.pi / 4), children=[Layer((14, 0, 14, 20), BLUE)])]),
    'resize': Layer(ROOT, BLACK, image=BLOCKS),
    'aspect': Layer(ROOT, BLACK, image=BLOCKS, gravity='aspect'),
    'fill': Layer(ROOT, BLACK, image=BLOCKS, gravity='fill'),
    'center': Layer(ROOT, BLACK, image=BLOCKS, gravity='center'),
    'corner': Layer(ROOT, BLACK, image=BLOCKS, gravity='bottomRight'),
    'part': Layer(ROOT, BLACK, image=BLOCKS, gravity='left', part=(0, 0.5, 1, 0.5)),
}


def main():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'expected.txt')
    with open(path, 'w') as file:
        file.write('# Made by expected.py. A scene, then its rows: premultiplied red, green, blue, alpha of each pixel.\n')
        for name, root in SCENES.items():
            root.prepare()
            file.write(f'scene {name}\n')
            for row in range(HEIGHT):
                line = ''
                for column in range(WIDTH):
                    total = [0.0] * 4
                    for i in range(POINTS * POINTS):
                        color = root.shade(column + (i % POINTS + 0.5) / POINTS, row + (i // POINTS + 0.5) / POINTS)
                        total = [t + c for t, c in zip(total, color)]
                    line += ''.join('%02x' % round(t / POINTS / POINTS * 255) for t in total)
                file.write(line + '\n')


main()
