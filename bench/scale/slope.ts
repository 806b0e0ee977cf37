/** The exponent of a power law: the slope of the least-squares line through the logarithms. NaN with fewer than two points. */
export const slope = (points: readonly (readonly [number, number])[]): number => {
  const logs = points.map(([n, value]) => [Math.log(n), Math.log(value)] as const);
  const [x, y] = [0, 1].map((of) => logs.reduce((sum, point) => sum + point[of], 0) / logs.length);
  const covariance = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
};
