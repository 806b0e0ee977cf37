/**
 * The relaxation's subproblem, one resource at a time: the cheapest set of parts that do not overlap, a path in time.
 *
 * Layout: rows are resources. Row r owns positions rowStart[r]…rowStart[r+1]−1, one for each part that may use r in order
 * of start, and a sentinel at the end. `part` is an index of the model, `next` the first position of the same row that may
 * follow. Costs are weight units. A path costs `usage[r]` when it is not empty. Where `overlapCost` is finite, a part may
 * also be followed by the very next position at that price: what follows then overlaps, or does not, and pays in full, so
 * that the path's cost never exceeds the true cost of its parts.
 */
export interface PathModel {
  readonly partCount: number;
  readonly rowCount: number;
  readonly rowStart: Int32Array;
  readonly part: Int32Array;
  readonly cost: Float64Array;
  readonly next: Int32Array;
  readonly usage: Float64Array;
  /** Cost of leaving out each part. */
  readonly leaveOut: Float64Array;
  readonly overlapCost: number;
  /** Costs of short gaps between neighbors; null: none. */
  readonly gapCosts: GapCosts | null;
}

/**
 * For each position k: a successor from `next` on costs `near`, from `mid` on only `far`, and from `clear` on nothing. near ≥ far ≥ 0,
 * next ≤ mid ≤ clear.
 */
export interface GapCosts {
  readonly near: Float64Array;
  readonly mid: Int32Array;
  readonly far: Float64Array;
  readonly clear: Int32Array;
}

/** Returns the gap cost when position q directly follows position k. */
export const gapCost = ({ near, mid, far, clear }: GapCosts, k: number, q: number): number => {
  if (q >= clear[k]) return 0;
  return q >= mid[k] ? far[k] : near[k];
};

/** The positions from which a path may continue after position k, each with the gap cost that it then pays at most. */
export const gapCostsAfter = ({ next, gapCosts }: PathModel, k: number): readonly (readonly [number, number])[] => {
  if (gapCosts === null) return [[next[k], 0]];
  const { near, mid, far, clear } = gapCosts;
  return [
    [next[k], near[k]],
    [mid[k], far[k]],
    [clear[k], 0],
  ];
};

/**
 * Scratch for one row of the model, or of a restricted one: entry j is for the row's position rowStart[row] + j. It stays in the processor's cache, where an
 * array for all positions would be written to memory and read again in each sweep.
 */
export const rowScratch = (model: PathModel): Float64Array => new Float64Array(longestRow(model));

/** The most positions of a row, with its sentinel. */
export const longestRow = ({ rowStart, rowCount }: PathModel): number => {
  let longest = 0;
  for (let row = 0; row < rowCount; row++) longest = Math.max(longest, rowStart[row + 1] - rowStart[row]);
  return longest;
};

/** Returns the cost of the cheapest continuation after position k of the row that starts at `from`, given the cheapest paths from each of its positions on. */
const restAfter = (
  { near, mid, far, clear }: GapCosts,
  next: Int32Array,
  k: number,
  best: Float64Array,
  from: number,
): number => {
  const soon = best[next[k] - from] + near[k];
  const later = best[mid[k] - from] + far[k];
  const free = best[clear[k] - from];
  const rest = soon < later ? soon : later;
  return rest < free ? rest : free;
};

/** For each part, the cost of its cheapest place or of leaving it out, whichever is less. */
export const leastCosts = ({ partCount, rowCount, rowStart, part, cost, leaveOut }: PathModel): Float64Array => {
  const least = leaveOut.slice(0, partCount);
  for (let k = 0; k < rowStart[rowCount]; k++) if (part[k] >= 0 && cost[k] < least[part[k]]) least[part[k]] = cost[k];
  return least;
};

/**
 * Backward pass: sets best[j] (see `rowScratch`) to the cost of the cheapest path that starts at the row's position j or later. Returns the cost of the
 * row's cheapest path.
 */
export const backward = (model: PathModel, row: number, prices: Float64Array, best: Float64Array): number => {
  const { part, cost, next, gapCosts } = model;
  const from = model.rowStart[row];
  let k = model.rowStart[row + 1] - 1;
  let after = 0;
  best[k - from] = 0;
  if (gapCosts !== null) {
    const extra = model.overlapCost;
    while (--k >= from) {
      const rest = Math.min(restAfter(gapCosts, next, k, best, from), after + extra);
      const take = cost[k] - prices[part[k]] + rest;
      if (take < after) after = take;
      best[k - from] = after;
    }
  } else if (model.overlapCost === Number.POSITIVE_INFINITY) {
    while (--k >= from) {
      const take = cost[k] - prices[part[k]] + best[next[k] - from];
      if (take < after) after = take;
      best[k - from] = after;
    }
  } else {
    const extra = model.overlapCost;
    while (--k >= from) {
      const rest = Math.min(best[next[k] - from], after + extra);
      const take = cost[k] - prices[part[k]] + rest;
      if (take < after) after = take;
      best[k - from] = after;
    }
  }
  return Math.min(0, after + model.usage[row]);
};

/** Returns the position from which a cheapest path of the row that starts at `from` continues after position k. */
export const positionAfter = (
  gapCosts: GapCosts,
  next: Int32Array,
  k: number,
  best: Float64Array,
  from: number,
): number => {
  const { mid, far, clear } = gapCosts;
  const rest = restAfter(gapCosts, next, k, best, from);
  if (best[clear[k] - from] === rest) return clear[k];
  return best[mid[k] - from] + far[k] === rest ? mid[k] : next[k];
};

/** Writes the parts of a cheapest path to `out` and returns their number; call `backward` first. */
export const tracePath = (model: PathModel, row: number, best: Float64Array, out: Int32Array): number => {
  const { part, next, gapCosts } = model;
  const from = model.rowStart[row];
  const end = model.rowStart[row + 1] - 1;
  if (best[0] + model.usage[row] >= 0) return 0;
  let count = 0;
  let k = from;
  const priced = model.overlapCost < Number.POSITIVE_INFINITY;
  while (k < end) {
    const following = best[k + 1 - from];
    if (best[k - from] === following) {
      k++;
      continue;
    }
    out[count++] = part[k];
    const rest = gapCosts === null ? best[next[k] - from] : restAfter(gapCosts, next, k, best, from);
    if (priced && following + model.overlapCost < rest) k++;
    else k = gapCosts === null ? next[k] : positionAfter(gapCosts, next, k, best, from);
  }
  return count;
};

/** Forward pass with costs of short gaps: sets reach[k] to the least cost of all choices before position k, given that the path reaches k. */
const forward = (
  { rowStart, part, cost, next, overlapCost }: PathModel,
  { near, mid, far, clear }: GapCosts,
  row: number,
  prices: Float64Array,
  reach: Float64Array,
): void => {
  const from = rowStart[row];
  const end = rowStart[row + 1] - 1;
  reach.fill(Number.POSITIVE_INFINITY, from, end + 1);
  reach[from] = 0;
  for (let k = from; k < end; k++) {
    const here = reach[k];
    const taken = here + cost[k] - prices[part[k]];
    reach[next[k]] = Math.min(reach[next[k]], taken + near[k]);
    reach[mid[k]] = Math.min(reach[mid[k]], taken + far[k]);
    reach[clear[k]] = Math.min(reach[clear[k]], taken);
    if (here < reach[k + 1]) reach[k + 1] = here;
    if (taken + overlapCost < reach[k + 1]) reach[k + 1] = taken + overlapCost;
  }
};

/**
 * Computes the min-marginal of every position: how much more the row's cheapest path through it costs than the row's cheapest path, ≥
 * 0. `best` is scratch for a row (see `rowScratch`), `reach` for all positions; `reach` may be `out` itself.
 */
export const minMarginals = (
  model: PathModel,
  prices: Float64Array,
  best: Float64Array,
  reach: Float64Array,
  out: Float64Array,
): void => {
  for (let row = 0; row < model.rowCount; row++) rowMarginals(model, row, prices, best, reach, out);
};

/** `minMarginals` of one row. */
const rowMarginals = (
  model: PathModel,
  row: number,
  prices: Float64Array,
  best: Float64Array,
  reach: Float64Array,
  out: Float64Array,
): void => {
  const { part, cost, next, overlapCost, gapCosts } = model;
  const above = model.usage[row] - backward(model, row, prices, best);
  const from = model.rowStart[row];
  const end = model.rowStart[row + 1] - 1;
  if (gapCosts === null) {
    // In one pass, because the forward one no longer needs what it has passed.
    reach.fill(Number.POSITIVE_INFINITY, from, end + 1);
    reach[from] = 0;
    for (let k = from; k < end; k++) {
      const here = reach[k];
      const to = next[k];
      const taken = here + cost[k] - prices[part[k]];
      if (taken < reach[to]) reach[to] = taken;
      const onward = here < taken + overlapCost ? here : taken + overlapCost;
      if (onward < reach[k + 1]) reach[k + 1] = onward;
      const after = best[to - from];
      const beside = best[k + 1 - from] + overlapCost;
      out[k] = taken + (after < beside ? after : beside) + above;
    }
  } else {
    forward(model, gapCosts, row, prices, reach);
    for (let k = from; k < end; k++) {
      const rest = Math.min(restAfter(gapCosts, next, k, best, from), best[k + 1 - from] + overlapCost);
      out[k] = reach[k] + cost[k] - prices[part[k]] + rest + above;
    }
  }
  out[end] = Number.POSITIVE_INFINITY;
};

/** Marks the positions whose min-marginal is at most `width` by 1. */
export const marksWithin = (marginals: Float64Array, width: number): Uint8Array => {
  const keep = new Uint8Array(marginals.length);
  for (let k = 0; k < keep.length; k++) if (marginals[k] <= width) keep[k] = 1;
  return keep;
};

/** For each part, how far above the bound of the prices every plan that leaves it out costs at least, in weight units. */
export const outMarginalsOf = ({ leaveOut }: PathModel, prices: Float64Array): Float64Array =>
  leaveOut.map((out, i) => out - Math.min(out, prices[i]));

/** Returns the bound that `prices` prove: Σ min(price, leaveOut) + Σ cheapest paths. */
export const boundOf = (model: PathModel, prices: Float64Array, best: Float64Array): number => {
  let bound = 0;
  for (let i = 0; i < model.partCount; i++) bound += Math.min(prices[i], model.leaveOut[i]);
  for (let row = 0; row < model.rowCount; row++) bound += backward(model, row, prices, best);
  return bound;
};

/** Memory for the gap costs of a model with so many positions, all 0. */
export const emptyGapCosts = (positions: number): GapCosts => ({
  near: new Float64Array(positions),
  mid: new Int32Array(positions),
  far: new Float64Array(positions),
  clear: new Int32Array(positions),
});

/** Some positions of a model as a model of their own; `origin` has the position of each in the whole one, sentinels included. */
export interface Restriction {
  readonly model: PathModel;
  readonly origin: Int32Array;
}

/** Restricts the model to the positions that `keep` marks by 1, others being 0 (sentinels stay). */
export const restriction = (model: PathModel, keep: Uint8Array): Restriction => {
  const total = model.rowStart[model.rowCount];
  const rowStart = new Int32Array(model.rowCount + 1);
  const moved = new Int32Array(total);
  const origins = new Int32Array(total);
  let count = 0;
  for (let row = 0; row < model.rowCount; row++) {
    rowStart[row] = count;
    const end = model.rowStart[row + 1] - 1;
    for (let k = model.rowStart[row]; k < end; k++) {
      // Without a branch, because a processor cannot predict which positions are kept.
      moved[k] = count;
      origins[count] = k;
      count += keep[k];
    }
    moved[end] = count;
    origins[count++] = end;
  }
  rowStart[model.rowCount] = count;
  const origin = origins.slice(0, count);
  const part = new Int32Array(count);
  const cost = new Float64Array(count);
  const next = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const k = origin[at];
    part[at] = model.part[k];
    cost[at] = model.cost[k];
    next[at] = moved[model.next[k]];
  }
  const gapCosts = model.gapCosts === null ? null : restrictGapCosts(model.gapCosts, origin, moved);
  return { model: { ...model, rowStart, part, cost, next, gapCosts }, origin };
};

const restrictGapCosts = ({ near, mid, far, clear }: GapCosts, origin: Int32Array, moved: Int32Array): GapCosts => ({
  near: Float64Array.from(origin, (k) => near[k]),
  mid: Int32Array.from(origin, (k) => moved[mid[k]]),
  far: Float64Array.from(origin, (k) => far[k]),
  clear: Int32Array.from(origin, (k) => moved[clear[k]]),
});
