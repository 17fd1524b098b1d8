"""The plot of docs/BENCHMARKS.md: two panels, legible on light and dark."""

import math

import servers

WIDTH, HEIGHT = 960, 470
PANEL = {"top": 64, "bottom": 330, "width": 370}
LEFTS = (78, 560)
# Distinct for eyes that mix up red and green too, and by the shape of their marks.
COLOURS = {"ours": "#0f9a6e", "ours-pg": "#4aa3df", "socketio": "#d1495b", "colyseus": "#e08e1b", "boardgameio": "#8a6fc9"}
STYLE = """
  svg { font: 13px system-ui, sans-serif; }
  .ground { fill: #ffffff } text { fill: #24292f } .faint { fill: #57606a }
  .grid { stroke: #d0d7de } .axis { stroke: #57606a }
  .ours { stroke-width: 3.5 } .other { stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 }
    .grid { stroke: #30363d } .axis { stroke: #9198a1 }
  }
"""


def svg(median):
    games = sorted({int(row) for server, row in median.runs if row.isdigit() and server in servers.TITLES and (server, row) in median.runs
                    and "moves_per_s" in median.runs[(server, row)][0]})
    series = lambda figure: {name: [(count, median(name, str(count), figure)) for count in games if median(name, str(count), figure)]
                             for name in servers.TITLES}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
             'aria-label="Moves a second and latency against games">', f"<style>{STYLE}</style>",
             f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>']
    parts += panel(LEFTS[0], "Moves a second (more is better)", "moves a second", series("moves_per_s"), games)
    parts += panel(LEFTS[1], "A move to the other's socket, p99 (less is better)", "milliseconds", series("other_p99_ms"), games)
    for index, (name, title) in enumerate(servers.TITLES.items()):
        x, y = 78 + 300 * (index % 3), 412 + 26 * (index // 3)
        parts.append(f'<line x1="{x}" x2="{x + 28}" y1="{y - 4}" y2="{y - 4}" stroke="{COLOURS[name]}" class="{kind(name)}"/>')
        parts.append(mark(name, x + 14, y - 4))
        parts.append(f'<text x="{x + 36}" y="{y}">{title}</text>')
    return "\n".join([*parts, "</svg>", ""])


def kind(name):
    return "ours" if name == "ours" else "other"


def mark(name, x, y):
    colour = f'fill="{COLOURS[name]}"'
    shapes = {
        "ours": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" {colour}/>',
        "ours-pg": f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" {colour}/>',
        "socketio": f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12z" {colour}/>',
        "colyseus": f'<path d="M{x:.1f} {y - 6:.1f}l6 6-6 6-6-6z" {colour}/>',
        "boardgameio": f'<path d="M{x:.1f} {y + 6:.1f}l6 -10h-12z" {colour}/>',
    }
    return shapes[name]


def panel(left, title, unit, series, games):
    top, bottom, width = PANEL["top"], PANEL["bottom"], PANEL["width"]
    values = [value for points in series.values() for _, value in points]
    low, high = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    at_x = lambda count: left + width * math.log(count / games[0]) / math.log(max(games[-1] / games[0], 1.0001))
    at_y = lambda value: bottom - (bottom - top) * math.log(value / low) / math.log(high / low)
    yield f'<text x="{left}" y="30" font-size="16" font-weight="600">{title}</text>'
    yield f'<text class="faint" x="{left}" y="{top - 12}" text-anchor="start">{unit}, logarithmic</text>'
    decade = low
    while decade <= high * 1.0001:
        for step in (1, 2, 5):
            value = decade * step
            if value <= high * 1.0001:
                y = at_y(value)
                yield f'<line class="grid" x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}"/>'
                yield f'<text class="faint" x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{value:,g}</text>'
        decade *= 10
    for count in games:
        x = at_x(count)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>'
        yield f'<text class="faint" x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{count:,}</text>'
    yield f'<line class="axis" x1="{left}" x2="{left + width}" y1="{bottom}" y2="{bottom}"/>'
    yield f'<line class="axis" x1="{left}" x2="{left}" y1="{top}" y2="{bottom}"/>'
    yield f'<text class="faint" x="{left + width / 2}" y="{bottom + 42}" text-anchor="middle">games at once, as fast as they can</text>'
    for name, points in reversed(series.items()):
        if points:
            path = " ".join(f"{at_x(count):.1f},{at_y(value):.1f}" for count, value in points)
            yield f'<polyline points="{path}" fill="none" stroke="{COLOURS[name]}" class="{kind(name)}"/>'
            for count, value in points:
                yield mark(name, at_x(count), at_y(value))
