import type { EntityWrite } from '../../db/store/store.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceRecord } from '../records/records.ts';
import type { MergeStrategy, Scope } from '../types.ts';
import { requireMatch } from '../changes/requireMatch.ts';
import { requireDraft } from '../access/readState.ts';
import { findWorkspace, MovedOn, optimistically, resolveDraft } from './loadDraft.ts';
import type { Resolution } from './resolveDraft.ts';
import { readWorkspaceRecord } from './workspaceRecords.ts';

/** Merges what the mainline did meanwhile into the draft: both sides' changes, from here on based on the mainline of now. */
export const rebaseWorkspace = async (
  deps: Ports,
  scope: Scope,
  id: string,
  { strategy = null }: { readonly strategy?: MergeStrategy | null | undefined } = {},
): Promise<WorkspaceRecord> => {
  const { state: mainline, version } = await findWorkspace(deps, scope, id, 'planner');
  requireMatch(scope, version.versionId);
  const { planning } = mainline;
  const state = await optimistically(async () => {
    const draft = await resolveDraft(deps, planning, id, strategy);
    const { items } = await deps.store.changesets(planning, { workspace: null, limit: 1 });
    const { state } = await deps.store.write(
      {
        planning,
        workspace: id,
        source: scope.source,
        author: scope.actor.user,
        message: scope.message,
        details: { rebases: id },
      },
      (now) => {
        requireDraft(now, id);
        if (now.change !== draft.state.change) throw new MovedOn('The planning moved on.');
        const writes = draft.rows.flatMap(rebasedRow);
        const record = now.get('workspace', id)!;
        const baseChange = items[0]?.change ?? record.fields.baseChange;
        const moved: EntityWrite = { entity: 'workspace', id, fields: { ...record.fields, baseChange } };
        return { writes: [...writes, moved], result: null };
      },
    );
    return state;
  });
  return readWorkspaceRecord(deps, state, state.get('workspace', id)!);
};

const rebasedRow = (resolution: Exclude<Resolution, { take: 'clash' }>): EntityWrite[] => {
  const { draft } = resolution.row;
  const { kind: entity, id } = draft;
  if (resolution.take === 'mainline') return [{ entity, id, fields: draft.fields, release: true } as EntityWrite];
  const { fields, base } = resolution;
  if (base === draft.base && fields === (draft.tombstone ? null : draft.fields)) return [];
  return [{ entity, id, fields, base, reuse: true } as EntityWrite];
};
