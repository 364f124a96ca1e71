// Where points of the world are on the canvas, as in the last picture.

export class Projection {
  /** Takes the numbers of `View.projection`. */
  constructor(private numbers: Float64Array, private dimension: number) {}

  /** The pixel of a point; `undefined` if it is behind the camera. */
  pixel(point: ArrayLike<number>): [x: number, y: number] | undefined {
    const row = (index: number) => {
      const [a, b, c, d] = this.numbers.subarray(4 * index, 4 * index + 4);
      return a * point[0] + b * point[1] + c * (point[2] ?? 0) + d;
    };
    const depth = row(2);
    return depth > 0 ? [row(0) / depth, row(1) / depth] : undefined;
  }

  /** The point at a pixel, one number per axis; in 3D, on the plane through the target that faces the camera. */
  point(x: number, y: number): Float64Array {
    const [corner, right, down] = [12, 15, 18].map((start) => this.numbers.subarray(start, start + this.dimension));
    return corner.map((start, axis) => start + x * right[axis] + y * down[axis]);
  }

  /** The length of a pixel in the world, at the centre of the picture. */
  lengthOfPixel(): number {
    return Math.hypot(...this.numbers.subarray(15, 18));
  }
}
