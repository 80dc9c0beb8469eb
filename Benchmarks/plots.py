#!/usr/bin/env python3
"""The plots, and the table of missed goals in README.md, from the lines that `Ratios` has printed.

    swift run -c release --package-path Benchmarks Ratios >Benchmarks/Figures.md; python3 Benchmarks/plots.py
    python3 Benchmarks/plots.py --check     fails unless page, plots and figures agree

`Ratios` fails if a goal is missed, so the second command follows in any case. On the page the script writes the measured
figures, and people write the reasons in the last column.
"""

import math
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "Figures.md"
RESOURCES = HERE.parent / "Sources/Trackable/Trackable.docc/Resources"
PAGE = HERE / "README.md"

LIGHT = {"ground": "#ffffff", "ink": "#1d1d1f", "soft": "#6e6e73", "grid": "#e3e3e8", "ours": "#0a7d55",
         "short": "#c2570c", "curves": ["#8250a8", "#0a7d55", "#c2570c", "#57606a"]}  # fmt: skip
DARK = {"ground": "#1d1d1f", "ink": "#f5f5f7", "soft": "#a1a1a6", "grid": "#3a3a3c", "ours": "#4fc49a",
        "short": "#f0964e", "curves": ["#c596e8", "#4fc49a", "#f0964e", "#a1a1a6"]}  # fmt: skip
OURS = "Trackable"


def tables(text):
    """The Markdown tables of a text, each a list of rows, the head first."""
    found = []
    for block in re.split(r"\n\s*\n", text):
        rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in block.splitlines()
                if line.startswith("|")]  # fmt: skip
        if len(rows) > 2:
            found.append([rows[0]] + rows[2:])
    return found


def number(text):
    """The number at the beginning or behind a sign: `<= 50 us` is 50."""
    return float(re.search(r"-?[\d.]+", text)[0])


def sign(goal):
    return goal.replace("<=", "≤").replace(">=", "≥")


def goals(figures):
    """The lines that have a goal: what, ours, reference, measured, goal, verdict."""
    return [row for table in figures if table[0][0] == "what" for row in table[1:] if row[4]]


def curves(figures):
    """The tables of how a cost grows."""
    return [table for table in figures if table[0][0] != "what"]


class Drawing:
    def __init__(self, width, height, colours, title, description):
        self.colours = colours
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
            'aria-labelledby="title desc"',
            "  font-family=\"system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif\" font-size=\"13\" "
            f'fill="{colours["ink"]}">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(description)}</desc>',
            f'<rect width="100%" height="100%" rx="12" fill="{colours["ground"]}"/>',
        ]  # fmt: skip
        self.text(24, 32, title, weight="600", size=16)

    def text(self, x, y, text, colour="ink", anchor="start", weight="400", size=13):
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{self.colours.get(colour, colour)}" text-anchor="{anchor}" font-weight="{weight}" '
            f'font-size="{size}">{escape(text)}</text>')  # fmt: skip

    def line(self, x1, y1, x2, y2, colour="grid", width=1.0):
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{self.colours.get(colour, colour)}" stroke-width="{width}"/>')  # fmt: skip

    def svg(self):
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def logarithmic(low, high, start, end):
    return lambda value: start + (end - start) * math.log(value / low) / math.log(high / low)


def duration(nanoseconds):
    return f"{nanoseconds:.0f} ns" if nanoseconds < 1_000 else f"{nanoseconds / 1_000:.0f} µs"


def draw_curves(figures, colours):
    """How an event's cost grows: a panel for each table, with one scale, so that they can be compared."""
    panels = curves(figures)
    drawing = Drawing(
        1_000, 470, colours, "Time for an event: built, merged, delivered, every name and value read once",
        "Two plots on logarithmic axes, with a curve for each way of sending an event. "
        + " ".join(f"{table[0][0].capitalize()}: {table[1][0]} to {table[-1][0]}; {OURS} takes {table[1][2]} to "
                   f"{table[-1][2]}." for table in panels))  # fmt: skip
    costs = [number(cell) for table in panels for row in table[1:] for cell in row[1:]]
    y = logarithmic(min(costs), max(costs), 378, 84)
    for index, table in enumerate(panels):
        left, right = 90 + 488 * index, 484 + 488 * index
        sizes = [float(row[0]) for row in table[1:]]
        x = logarithmic(sizes[0], sizes[-1], left, right)
        drawing.text(left, 64, f"by the number of {table[0][0]}", weight="600")
        for power in range(1, 7):
            if min(costs) <= 10**power <= max(costs):
                drawing.line(left, y(10**power), right, y(10**power))
                drawing.text(left - 8, y(10**power) + 4, duration(10**power), "soft", "end")
        for size in sizes:
            drawing.line(x(size), 84, x(size), 378)
            drawing.text(x(size), 397, f"{size:.0f}", "soft", "middle")
        for column, name in enumerate(table[0][1:]):
            colour, width = colours["curves"][column], 3 if name == OURS else 1.75
            points = [(x(size), y(number(row[column + 1]))) for size, row in zip(sizes, table[1:])]
            drawing.parts.append(
                f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}" fill="none" '
                f'stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>')  # fmt: skip
            for a, b in points:
                drawing.parts.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="{width + 1:.0f}" fill="{colour}"/>')
    left = 90
    for column, name in enumerate(panels[0][0][1:] if panels else []):
        drawing.line(left, 443, left + 26, 443, colours["curves"][column], 3 if name == OURS else 1.75)
        drawing.text(left + 33, 448, name, weight="600" if name == OURS else "400")
        left += 33 + len(name) * 7 + 30
    return drawing.svg()


def share_of_goal(row):
    """How much of a goal is used: 1 is just met, more is short."""
    measured, goal = number(row[3]), number(row[4])
    # What may take nothing takes nothing, or more than it may.
    if goal == 0:
        return 0.0 if measured == 0 else math.inf
    return goal / measured if row[4].startswith(">=") else in_unit(row[3]) / in_unit(row[4])


def in_unit(text):
    """Nanoseconds, where it is a time."""
    factor = {"us": 1_000, "ms": 1_000_000}.get(text.split()[-1], 1)
    return number(text) * factor


def draw_goals(figures, colours):
    """A bar for each goal: how much of it is used."""
    rows = goals(figures)
    short = sum(row[5] == "short" for row in rows)
    drawing = Drawing(
        1_000, 84 + 19 * len(rows), colours, f"{len(rows) - short} of {len(rows)} goals are met",
        "A bar for each goal, which ends at a vertical line if the goal is just met. Short are: "
        + ("; ".join(f"{row[0]}, {row[3]}, goal {sign(row[4])}" for row in rows if row[5] == "short") or "none") + ".")  # fmt: skip
    left, goal = 470, 770
    drawing.text(goal, 58, "goal", "soft", "middle")
    for index, row in enumerate(rows):
        y = 84 + 19 * index
        colour = colours["short" if row[5] == "short" else "ours"]
        drawing.text(left - 12, y, row[0], anchor="end", size=12)
        length = max(2.0, min(share_of_goal(row), 1.3) * (goal - left))
        drawing.parts.append(f'<rect x="{left}" y="{y - 10}" width="{length:.1f}" height="11" rx="2" fill="{colour}"/>')
        drawing.text(976, y, f"{row[3]}, {sign(row[4])}", "soft", "end", size=11)
    drawing.line(goal, 64, goal, 70 + 19 * len(rows), "ink", 1.5)
    return drawing.svg()


def page_with(figures, page):
    """The page with these figures in the table of what is short, or was; what is new there has no reason yet."""
    rows = goals(figures)
    head = "| what | measured | goal | why |\n|---|---|---|---|\n"
    before, found, rest = page.partition(head)
    if not found:
        sys.exit(f"{PAGE} has no table of what is short: {head}")
    old = re.match(r"(?:\|.*\n)*", rest)[0]
    reasons = {cells[0]: cells[3] for cells in ([c.strip() for c in line[1:-1].split("|")] for line in old.splitlines())}
    lines = [
        f"| {row[0]} | {row[3]} | {sign(row[4])} | {reasons.get(row[0]) or '?'} |\n"
        for row in rows if row[5] == "short" or row[0] in reasons]  # fmt: skip
    met = f"{sum(row[5] == 'ok' for row in rows)} of {len(rows)} goals are met"
    return re.sub(r"\d+ of \d+ goals are met", met, before + head + "".join(lines) + rest[len(old):])


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    figures = tables(FIGURES.read_text())
    if not goals(figures) or not curves(figures):
        sys.exit(f"{FIGURES} has not everything that Ratios prints.")
    page = PAGE.read_text()
    wanted = {PAGE: page_with(figures, page)}
    for folder, name, draw in [(RESOURCES, "performance", draw_curves), (HERE, "goals", draw_goals)]:
        wanted[folder / f"{name}.svg"] = draw(figures, LIGHT)
        wanted[folder / f"{name}~dark.svg"] = draw(figures, DARK)
    if sys.argv[1:] == ["--check"]:
        problems = [f"{path.name} is not what the figures say." for path, text in wanted.items()
                    if not path.exists() or path.read_text() != text]  # fmt: skip
        problems += [f"{PAGE.name} does not say why: {line}" for line in page.splitlines() if line.endswith("| ? |")]
        if problems:
            sys.exit("\n".join([*problems, "To mend this: python3 Benchmarks/plots.py, and write the reasons."]))
        print("Page, plots and figures agree.")
        return
    for path, text in wanted.items():
        path.write_text(text)


main()
