#!/bin/sh
# Draws the rendered pictures into the present folder. QUELEA is the program, if it is not on the path.
set -eu
quelea=${QUELEA:-quelea}
"$quelea" render harry --set boids=100 --set 'space.size=[855, 376]' --set pointer.mode=off --skip 300 --steps 468 \
    --every 3 --fps 20 --trails 12 --boid-size 1.6 --size 640x300 --out flock.gif
"$quelea" render veldic --set boids=120 --steps 300 --trails 40 --theme light --out veldic.png
"$quelea" render p5 --set boids=150 --steps 150 --inspect 20 --follow 20 --zoom 1.6 --size 960x480 --out inspect.png
