/** The position of a bar within its row: overlapping bars share the height. */
export interface Lane {
  readonly lane: number;
  readonly lanes: number;
}

interface Span {
  readonly left: number;
  readonly right: number;
}

/** The most lanes, since more would be too low to read. Further bars are drawn over the last lane. */
const MOST_LANES = 4;

/** Lays out spans in order of their left ends, and tells each its lane: a run of overlapping spans is divided into as few as possible. */
export const layOutLanes = <T extends Span>(spans: readonly T[], place: (span: T, lane: Lane) => void): void => {
  let run: { readonly span: T; readonly lane: number }[] = [];
  let ends: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  const close = (): void => {
    const lanes = Math.min(ends.length, MOST_LANES);
    for (const { span, lane } of run) place(span, { lane: Math.min(lane, lanes - 1), lanes });
    run = [];
    ends = [];
  };
  for (const span of spans) {
    if (span.left >= latest) close();
    const free = ends.findIndex((until) => until <= span.left);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = span.right;
    run.push({ span, lane });
    latest = Math.max(latest, span.right);
  }
  close();
};
