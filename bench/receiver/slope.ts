/** What was measured at one time. */
export interface Point {
  readonly seconds: number;
  readonly mebibytes: number;
}

/** Least squares: mebibytes a second. */
export function slope(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.seconds), mean((point) => point.mebibytes)];
  const above = points.reduce((sum, point) => sum + (point.seconds - x) * (point.mebibytes - y), 0);
  return above / points.reduce((sum, point) => sum + (point.seconds - x) ** 2, 0);
}
