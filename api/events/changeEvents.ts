import type { Ports } from '../../schedule/ports.ts';
import { wireFields } from '../../schedule/records/wireFields.ts';
import type { ScheduleEvent } from '../contract/event.ts';

type Store = Ports['store'];
export type Changeset = Awaited<ReturnType<Store['changesetsAfter']>>[number];
type Diff = Awaited<ReturnType<Store['diff']>>[number];
type Version = NonNullable<Diff['after']>;

/** An event with what it is about, so that a draft that has its own version of it can leave it out. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: ScheduleEvent;
}

/** An assignment's key is its operation. */
export const keyOf = (version: Version): string =>
  version.kind === 'assignment'
    ? `assignment ${(version.fields as { operation: string }).operation}`
    : `${version.kind} ${version.id}`;

const shown = (version: Version | null): Record<string, unknown> | null =>
  version === null ? null : { ...wireFields(version) };

/** Assignments replace one another: a new one is one that ends and one that begins. */
const typesOf = ({ entity, action }: Diff): string[] => {
  if (entity !== 'assignment') return [`${entity}.${action}`];
  if (action === 'created') return ['assignment.created'];
  return action === 'deleted' ? ['assignment.deactivated'] : ['assignment.deactivated', 'assignment.created'];
};

/** What a changeset began and ended, in order; `sequence` is the index within it. */
export const changeEvents = (changeset: Changeset, diffs: readonly Diff[]): KeyedEvent[] => {
  const { planning, workspace, id: change, at } = changeset;
  const common = { planning: planning.id, workspace, change, at: new Date(at).toISOString() };
  return diffs
    .flatMap((diff) => typesOf(diff).map((type) => ({ diff, type })))
    .map(({ diff, type }, sequence) => {
      const before = shown(diff.before);
      const after = type === 'assignment.deactivated' ? null : shown(diff.after);
      const data = { entity: diff.entity, id: diff.id, changed: [...diff.changed], before, after };
      return {
        key: keyOf((diff.after ?? diff.before)!),
        event: { type, ...common, sequence, data: data as ScheduleEvent['data'] },
      };
    });
};
