import type { TaskRecord } from '../entities/task.ts';
import type { Version } from '../../db/versions/entities.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { openPage, someInOrder } from '../records/page.ts';
import { taskRecord } from '../records/taskRecord.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

/** Tasks whose own external id, or whose operation's, is this one. */
export const listTasks = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  externalId: string,
  request: PageRequest,
): Promise<Listed<TaskRecord>> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const page = openPage(request);
  const state = await readState(deps, scope, ref, page.change);
  const found: Version<'task'>[] = [];
  for (const version of state.all('task')) {
    const { externalId: own, operation } = version.fields;
    const matches =
      own === externalId || (operation !== null && state.get('operation', operation)?.fields.externalId === externalId);
    if (matches) found.push(version);
  }
  return page.take(state.change, await someInOrder(found), (version) => taskRecord(state, version));
};
