import { memberOf } from '../../engine/recordOf.ts';
import { distributionFor, type Calibration, type Deviation, quantilesFor } from '../../engine/uncertainty/calibrate.ts';
import { unixMs } from '../../engine/instance/instant.ts';
import type { DocumentOperation, DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { toWallTime } from '../../engine/zonedTime.ts';

/** Arrivals and departures have distributions of their own. */
export type Side = 'inboundTask' | 'outboundTask';
export const SIDES: readonly Side[] = ['inboundTask', 'outboundTask'];

/** What may explain a deviation when nothing else is named. `origin_code` and `destination_code` are members of an operation's metadata. */
export const FACTORS: Readonly<Record<Side, readonly string[]>> = {
  inboundTask: ['hour', 'airline', 'origin_code'],
  outboundTask: ['hour', 'airline', 'destination_code'],
};

/**
 * What happened on one side of the operations that have both a scheduled and an actual time, blockers excepted. A factor is `hour` (of the
 * scheduled time, in the planning's time zone), a category of tags, or a member of the operation's metadata, in this order.
 */
export const deviationsOf = (
  document: PlanningDocument,
  side: Side,
  factors: readonly string[],
): readonly Deviation[] => {
  const valuesOf = factorReader(document, side, factors);
  return document.operations.flatMap((operation) => {
    const task = operation[side];
    const scheduled = scheduledOf(task);
    if (operation.isBlocker === true || task?.actualTime == null || scheduled === undefined) return [];
    return [{ seconds: (unixMs(task.actualTime) - unixMs(scheduled)) / 1000, factors: valuesOf(operation) }];
  });
};

/**
 * The document with percentiles on every task that nothing better is known about than its scheduled time: its expected time is the scheduled
 * one, it has no actual time, and its operation is no blocker. `count` is the number of those tasks.
 */
export const withPercentiles = (
  document: PlanningDocument,
  side: Side,
  factors: readonly string[],
  calibration: Calibration,
): { readonly document: PlanningDocument; readonly count: number } => {
  const valuesOf = factorReader(document, side, factors);
  let count = 0;
  const operations = document.operations.map((operation) => {
    const task = operation[side];
    const scheduled = scheduledOf(task);
    if (operation.isBlocker === true || task == null || task.actualTime != null || scheduled === undefined)
      return operation;
    if (unixMs(scheduled) !== unixMs(task.expectedTime)) return operation;
    const values = valuesOf(operation);
    if (distributionFor(calibration, values) === null) return operation;
    count++;
    return { ...operation, [side]: { ...task, ...percentiles(task, quantilesFor(calibration, values)) } };
  });
  return { document: { ...document, operations }, count };
};

const scheduledOf = (task: DocumentTask | null): string | undefined => task?.scheduledTime ?? task?.plannedTime;

/**
 * Whole minutes, as estimates are: tasks that hardly differ then share a distribution, which makes plans faster to judge. The expected time stays
 * what it is and must lie between P10 and P90, so that of a flight that is nearly always late, P05 and P10 are the expected time.
 */
const percentiles = ({ expectedTime }: DocumentTask, [p05 = 0, p10 = 0, , p90 = 0, p95 = 0]: readonly number[]) => {
  const at = (seconds: number): string =>
    new Date(unixMs(expectedTime) + 60_000 * Math.round(seconds / 60)).toISOString();
  return {
    expectedTimeP05: at(Math.min(0, p05)),
    expectedTimeP10: at(Math.min(0, p10)),
    expectedTimeP90: at(Math.max(0, p90)),
    expectedTimeP95: at(Math.max(0, p95)),
    sigma: null,
    skewFactor: null,
    distributionMean: null,
  };
};

const factorReader = ({ planning, tags }: PlanningDocument, side: Side, factors: readonly string[]) => {
  const tagOf = new Map(tags.map((tag) => [tag.uuid, tag]));
  const zone = planning.timezone ?? 'UTC';
  const valueOf = (operation: DocumentOperation, factor: string): string => {
    const scheduled = scheduledOf(operation[side]);
    if (factor === 'hour') return scheduled === undefined ? '' : String(toWallTime(unixMs(scheduled), zone).hour);
    for (const uuid of [...(operation.tags ?? []), ...(operation[side]?.tags ?? [])]) {
      const tag = tagOf.get(uuid);
      if (tag?.category === factor) return tag.value;
    }
    const member = memberOf(operation.metadata, factor);
    return typeof member === 'string' || typeof member === 'number' ? String(member) : '';
  };
  return (operation: DocumentOperation): Deviation['factors'] =>
    Object.fromEntries(factors.map((factor) => [factor, valueOf(operation, factor)]));
};
