import { createRandom } from '../../fixtures/generate/random.ts';

const ORIGIN_MS = Date.UTC(2026, 5, 1);
const MINUTE_MS = 60_000;
/** Operations per day; the number of days grows with the planning, so that a window of fixed length has a fixed number of operations. */
const PER_DAY = 1000;

export interface SampleTask {
  readonly taskName: string;
  readonly scheduledTime: string;
  readonly expectedTime: string;
  readonly expectedTimesSource: 'predicted';
  readonly sigma: number;
}

export interface SampleOperation {
  readonly externalId: string;
  readonly isBlocker: boolean;
  readonly inboundTask: SampleTask;
  readonly outboundTask: SampleTask;
}

/**
 * Operations `from` … `from + count` of an endless schedule in order of time. The same seed gives the same schedule, whatever range is
 * requested.
 */
export function sampleOperations(from: number, count: number): SampleOperation[] {
  const spacingMs = (24 * 60 * MINUTE_MS) / PER_DAY;
  return Array.from({ length: count }, (_, i): SampleOperation => {
    const index = from + i;
    const random = createRandom(1_000_003 + index);
    const inboundMs = ORIGIN_MS + Math.round(index * spacingMs);
    const outboundMs = inboundMs + Math.round(random.between(40, 180)) * MINUTE_MS;
    const task = (name: string, scheduledMs: number): SampleTask => ({
      taskName: name,
      scheduledTime: new Date(scheduledMs).toISOString(),
      expectedTime: new Date(scheduledMs + Math.round(random.between(-10, 25)) * MINUTE_MS).toISOString(),
      expectedTimesSource: 'predicted',
      sigma: 60 + random.below(600),
    });
    return {
      externalId: `TG${index}`,
      isBlocker: false,
      inboundTask: task(`TG${2 * index}`, inboundMs),
      outboundTask: task(`TG${2 * index + 1}`, outboundMs),
    };
  });
}

/** A window in Unix seconds that contains about `count` operations from `first` on. */
export function windowOf(first: number, count: number): { readonly from: number; readonly to: number } {
  const at = (index: number): number => Math.round(ORIGIN_MS / 1000 + index * ((24 * 3600) / PER_DAY));
  return { from: at(first), to: at(first + count) };
}
