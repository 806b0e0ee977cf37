/** The position of a bar within its row: overlapping bars share the height. */
export interface Lane {
  readonly lane: number;
  readonly lanes: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The most lanes, since more would be too low to read. Further bars are drawn over the last lane. */
export const MOST_LANES = 4;
const WHOLE: Lane = { lane: 0, lanes: 1 };

/** Lays out spans in order of start: each run of overlapping spans is divided into as few lanes as possible. */
export const layOutLanes = (spans: readonly Span[]): readonly Lane[] => {
  const lanes: Lane[] = spans.map(() => WHOLE);
  const place: number[] = [];
  let ends: number[] = [];
  let first = 0;
  let latest = Number.NEGATIVE_INFINITY;
  const close = (until: number): void => {
    if (ends.length > 1) {
      const count = Math.min(ends.length, MOST_LANES);
      for (let i = first; i < until; i++) lanes[i] = { lane: Math.min(place[i], count - 1), lanes: count };
    }
    first = until;
    ends = [];
  };
  for (const [i, { start, end }] of spans.entries()) {
    if (start >= latest) close(i);
    const free = ends.findIndex((until) => until <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end;
    place[i] = lane;
    latest = Math.max(latest, end);
  }
  close(spans.length);
  return lanes;
};
