"""Plots the polarisation of a flock while it runs.

    quelea run p5 --steps 2000 --record - --every 5 --quiet | python3 polarisation.py
    quelea run p5 --steps 2000 --record - --every 5 --quiet | python3 polarisation.py --svg polarisation.svg

The first needs matplotlib and draws in a window (or into a PNG with --png FILE); the second needs nothing.
"""

import argparse
import math

import frames


def polarisation(velocities):
    """The length of the mean heading: 1 if all fly the same way. A boid at rest has no heading."""
    total = [0.0] * len(velocities[0]) if velocities else []
    for velocity in velocities:
        speed = math.hypot(*velocity)
        if speed > 0:
            total = [sum_ + v / speed for sum_, v in zip(total, velocity)]
    return math.hypot(*total) / len(velocities) if velocities else 0.0


def plot_live(header, points, png):
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    (line,) = axes.plot([], [])
    axes.set(xlabel="time", ylabel="polarisation", ylim=(0, 1), title=header["name"])
    times, values = [], []
    for time, value in points:
        times.append(time)
        values.append(value)
        line.set_data(times, values)
        axes.set_xlim(times[0], times[-1] or 1)
        if not png:
            plt.pause(0.001)
    figure.savefig(png) if png else plt.show()


def plot_svg(header, points, path):
    points = list(points)
    first, last = points[0][0], points[-1][0]
    width, height, margin = 640, 320, 30
    scale = (width - 2 * margin) / ((last - first) or 1)
    line = " ".join(
        f"{margin + (time - first) * scale:.1f},{height - margin - value * (height - 2 * margin):.1f}"
        for time, value in points
    )
    with open(path, "w") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
            f'<rect x="{margin}" y="{margin}" width="{width - 2 * margin}" height="{height - 2 * margin}"'
            ' fill="none" stroke="#999"/>\n'
            f'<text x="{margin}" y="20">polarisation, 0 to 1, over time {first:g} to {last:g}</text>\n'
            f'<polyline points="{line}" fill="none" stroke="#06c"/>\n</svg>\n'
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--png", help="write a picture with matplotlib instead of opening a window")
    parser.add_argument("--svg", help="write a picture without matplotlib")
    arguments = parser.parse_args()
    header, stream = frames.read()
    points = ((frame["time"], polarisation(frame["velocities"])) for frame in stream)
    if arguments.svg:
        plot_svg(header, points, arguments.svg)
    else:
        plot_live(header, points, arguments.png)


main()
