"""Reads the frames that `quelea run --record -` streams. Standard library only; see docs/frames.md."""

import json
import sys


def read(lines=sys.stdin):
    """Returns the header and an iterator over the frames. Each frame is taken from the pipe when it is asked for, so
    the flock waits for a reader that is busy."""
    lines = iter(lines)
    first = next(lines, None)
    header = json.loads(first) if first else {}
    if header.get("format") != "quelea-frames" or header["version"] != 1:
        sys.exit("this is not a stream of frames: try `quelea run p5 --record - --quiet | python3 …`")
    return header, map(json.loads, lines)
