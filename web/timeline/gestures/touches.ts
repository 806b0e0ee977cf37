/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The distance between two fingers, and the point in the middle. */
export const spanOf = (
  touches: ReadonlyMap<number, Point>,
): { readonly apart: number; readonly x: number; readonly y: number } | null => {
  const [a, b] = [...touches.values()];
  if (a === undefined || b === undefined) return null;
  return { apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
};
