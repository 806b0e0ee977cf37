/** Pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far two fingers are apart, and their middle. */
export const spanOf = (
  touches: ReadonlyMap<number, Point>,
): { readonly apart: number; readonly x: number; readonly y: number } => {
  const [a, b] = [...touches.values()];
  return { apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
};
