import { expect } from 'vitest';
import { ScheduleError } from '../../schedule/errors.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Scope } from '../../schedule/types.ts';
import type { MergePreview } from '../../schedule/workspaces/previewMerge.ts';
import { type Command, P } from './commands.ts';

type Outcome<T> = { readonly answer: T } | { readonly refused: ScheduleError };

export const outcomeOf = async <T>(attempt: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { answer: await attempt };
  } catch (error) {
    if (error instanceof ScheduleError) return { refused: error };
    throw error;
  }
};

const metricsOf = (schedule: Schedule, scope: Scope, layer: string | null) =>
  schedule.metrics({ ...scope, workspace: layer }, P, { changeId: null, mainline: false, start: null, end: null });

/** Runs a merge as a dry run. Returns a function that compares its result with what the real one did. */
export const foresee = async (
  schedule: Schedule,
  scope: Scope,
  dry: NonNullable<Command['dry']>,
): Promise<(real: Outcome<unknown>) => Promise<void>> => {
  const said: Outcome<MergePreview> = await outcomeOf(dry.run(schedule, scope));
  if ('refused' in said) {
    const { code, errors } = said.refused;
    return async (real) => expect(real).toMatchObject({ refused: { code, errors } });
  }
  const { clashes, counts, diffs, score } = said.answer;
  if (clashes.length > 0) {
    expect({ counts, diffs, score }).toEqual({ counts: {}, diffs: [], score: null });
    return async (real) => expect(real).toMatchObject({ refused: { code: 'clash', clashes } });
  }
  const before = await metricsOf(schedule, scope, dry.layer);
  expect(before.score).toEqual(score!.before);
  return async (real) => {
    expect(real).toHaveProperty('answer');
    const after = await metricsOf(schedule, scope, dry.layer);
    expect(score).toEqual({ before: before.score, after: after.score, delta: after.score.total - before.score.total });
    if (Object.keys(counts).length === 0) return expect(after.change).toBe(before.change);
    const written = await schedule.getChangeset({ ...scope, workspace: dry.layer }, P, after.change!);
    expect(counts).toEqual(written.counts);
    expect(diffs.map(lasting)).toEqual(written.diffs.map(lasting));
    return undefined;
  };
};

/** A diff without what differs at each attempt: version ids and times of writing. */
const lasting = (diff: MergePreview['diffs'][number]): unknown =>
  JSON.parse(
    JSON.stringify(diff, (name, value: unknown) => (/^(?:versionId|base\w*|\w+At)$/.test(name) ? undefined : value)),
  );
