import { distributionOf, type UncertainTask } from '../uncertainty/deriveUncertainty.ts';
import { momentsOf, type SkewNormal } from '../uncertainty/skewNormal.ts';
import type { Uncertainty } from './instance.ts';
import { FOLLOWS_END, FOLLOWS_START, type PartLayout } from './layOutParts.ts';
import type { DocumentTask, Time } from './planningDocument.ts';
import type { Reading } from './readDocument.ts';

/** Deviations beyond this many standard deviations are neglected (a tail below 2e−4). */
const REACH_SIGMAS = 5;

/**
 * The distinct distributions of tasks. A part's start is uncertain when it follows its operation's start, its end when it follows the
 * operation's end; the end of an operation whose times cross is as uncertain as its start. A task with an actual time has no
 * distribution.
 */
export const compileUncertainty = (reading: Reading, layout: PartLayout): Uncertainty => {
  const found: SkewNormal[] = [];
  const indexByKey = new Map<string, number>();
  const indexOf = (task: DocumentTask<Time>): number => {
    if (task.actualTime != null) return -1;
    const key = keyOf(task);
    if (key === null) return -1;
    let index = indexByKey.get(key);
    if (index === undefined) {
      const distribution = fittedOf(key, task);
      index = distribution ? found.push(distribution) - 1 : -1;
      indexByKey.set(key, index);
    }
    return index;
  };
  const start = new Int32Array(layout.count).fill(-1);
  const end = new Int32Array(layout.count).fill(-1);
  let earliest = 0;
  let latest = 0;
  for (let part = 0; part < layout.count; part++) {
    const operation = layout.operation[part];
    const { inboundTask, outboundTask } = reading.operations[operation];
    const ending = layout.windows[operation]!.crossed ? inboundTask! : outboundTask!;
    if ((layout.follows[part] & FOLLOWS_START) !== 0) start[part] = indexOf(inboundTask!);
    if ((layout.follows[part] & FOLLOWS_END) !== 0) end[part] = indexOf(ending);
    if (start[part] >= 0) earliest = Math.max(earliest, reachOf(found[start[part]], -1));
    if (end[part] >= 0) latest = Math.max(latest, reachOf(found[end[part]], 1));
  }
  return {
    start,
    end,
    distributions: Float64Array.from(found.flatMap(({ location, scale, shape }) => [location, scale, shape])),
    horizonSeconds: Math.ceil(earliest + latest),
  };
};

/**
 * A cache of fitted distributions: fitting costs more than everything else about a task, and most tasks of a planning are unchanged
 * since its last compilation.
 */
const fitted = new Map<string, SkewNormal | null>();
const MOST_FITTED = 20_000;

const fittedOf = (key: string, task: DocumentTask<Time>): SkewNormal | null => {
  let distribution = fitted.get(key);
  if (distribution === undefined) {
    if (fitted.size >= MOST_FITTED) fitted.clear();
    fitted.set(key, (distribution = distributionOf(task)));
  }
  return distribution;
};

/** How far a time reaches before (−1) or after (1) the effective time, in seconds. */
export const reachOf = (distribution: SkewNormal, direction: 1 | -1): number => {
  const { mean, sigma } = momentsOf(distribution);
  return direction * mean + REACH_SIGMAS * sigma;
};

/** Tasks with equal keys have equal distributions; null when the task states no uncertainty. */
const keyOf = (task: UncertainTask): string | null => {
  const { expectedTimeP05: p05, expectedTimeP10: p10, expectedTimeP90: p90, expectedTimeP95: p95, sigma } = task;
  if (p05 == null && p10 == null && p90 == null && p95 == null) {
    if (sigma == null) return null;
    if (task.distributionMean == null) return `${sigma} ${task.skewFactor}`;
    return `${sigma} ${task.skewFactor} ${task.distributionMean} ${task.expectedTime}`;
  }
  return `${p05} ${p10} ${p90} ${p95} ${task.expectedTime}`;
};
