import { gapOf } from '../../engine/objective/score.ts';

/** State of a run. Costs and bounds are in hundredths; the bound is null until one is known. */
export interface RunStatus {
  readonly seconds: number;
  readonly steps: number;
  readonly cost: number;
  readonly bound: number | null;
}

/** One reason to stop; true when the run must end. */
export type Criterion = (status: RunStatus) => boolean;

export const timeLimit =
  (limitSeconds: number): Criterion =>
  ({ seconds }) =>
    seconds >= limitSeconds;

export const stepLimit =
  (limit: number): Criterion =>
  ({ steps }) =>
    steps >= limit;

/** True once the gap (`gapOf`) is small enough. */
export const gapReached =
  (gap: number): Criterion =>
  ({ cost, bound }) =>
    bound !== null && gapOf(cost, bound) <= gap;

/** True once another thread has set `flag[0]`. */
export const cancelled =
  (flag: Int32Array): Criterion =>
  () =>
    Atomics.load(flag, 0) !== 0;

export const any =
  (...criteria: readonly Criterion[]): Criterion =>
  (status) =>
    criteria.some((criterion) => criterion(status));
