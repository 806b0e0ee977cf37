import type { AssignmentFields, Version } from '../../db/store/entities.ts';
import type { EntityWrite } from '../../db/store/store.ts';
import { requireDraft } from '../access/readState.ts';
import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import type { MergeInput, Scope } from '../types.ts';
import { findWorkspace } from './findWorkspace.ts';
import { decideBy, mergeDraft } from './mergeDraft.ts';
import { withFacts } from './mergeFacts.ts';
import type { Settled } from './mergeRow.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/** Merges what the mainline did meanwhile into the draft: both sides' changes, from here on based on the mainline of now. */
export const rebaseWorkspace = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: MergeInput = {},
): Promise<WorkspaceRecord> => {
  const { state: found } = await findWorkspace(deps, scope, id, 'planner');
  const { planning } = found;
  const target = {
    planning,
    workspace: id,
    source: scope.source,
    author: scope.actor.user,
    message: scope.message ?? 'Rebase',
    details: { rebases: id },
  };
  const { items } = await deps.store.changesets(planning, { workspace: null, limit: 1 });
  const { state } = await withFacts(deps, planning, (facts) =>
    deps.store.write(target, async (draft, context) => {
      requireDraft(draft, id);
      const { fields } = draft.get('workspace', id)!;
      requireMatch(scope, draft, 'workspace', id);
      const settled = mergeDraft({ draft, main: await context.state(null), facts, decide: decideBy(input) });
      const baseChange = Math.max(items[0]?.change ?? 0, fields.baseChange);
      const moved: EntityWrite = { entity: 'workspace', id, fields: { ...fields, baseChange } };
      return { writes: [...settled.flatMap(rebased), moved], result: null };
    }),
  );
  return readWorkspaceRecord(deps, state, state.get('workspace', id)!);
};

const rebased = (side: Settled): EntityWrite[] => {
  if (side.take === 'mainline') return [writeOf(side.row.draft, { fields: null, release: true })];
  const { row, version, fields, base } = side;
  if (row !== null && base === row.draft.base && fields === (row.draft.tombstone ? null : row.draft.fields)) return [];
  return [writeOf(version, { fields, base, reuse: true })];
};

const writeOf = (
  { kind: entity, id, fields }: Version,
  how: Pick<EntityWrite, 'fields' | 'base' | 'reuse' | 'release'>,
): EntityWrite => {
  const place = entity === 'assignment' ? { operation: (fields as AssignmentFields).operation } : {};
  return { entity, id, ...how, ...place } as EntityWrite;
};
