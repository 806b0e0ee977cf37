import { randomUUID } from 'node:crypto';
import type { Database } from '../connection/database.ts';
import { openSignals } from '../signals/openSignals.ts';
import { openStore } from '../versions/openStore.ts';
import type { PlanningRef } from '../versions/planningState.ts';
import type { EntityWrite } from '../versions/store.ts';
import {
  addPlanning,
  assignmentFields,
  locationFields,
  operationFields,
  planningFields,
  target,
  taskFields,
  workspaceFields,
} from './samples.ts';

export const ANNA = 'anna@example.org';

/** The standing repair writes in Anna's name. */
const POLICY = { mode: 'propose', author: 'anna' };

/** Creates the organization `org` with a planning whose history has two authors, a draft, and runs. A third user is not involved. */
export const writeHistory = async (database: Database): Promise<PlanningRef> => {
  const { sql } = database;
  await sql`insert into organizations (id, name, created_at) values ('org', 'Organization', 0)`;
  await sql`insert into users (id, email, name, password_hash, created_at) values
    ('anna', ${ANNA}, 'Anna', 'secret-hash', 0), ('left', 'left@example.org', 'Left', null, 0), ('other', 'other@example.org', 'Other', null, 0)`;
  await sql`insert into members (organization, user_id, role) values ('org', 'anna', 'planner')`;
  await sql`insert into api_keys (id, name, user_id, organization, role, secret_hash, created_at) values ('k', 'k', 'anna', 'org', 'viewer', 'secret-key', 0)`;
  const store = openStore(database, openSignals(database));
  const planning = await addPlanning(store, 'org');
  const write = (author: string, writes: readonly EntityWrite[], workspace: string | null = null) =>
    store.write({ ...target(planning, workspace), author }, () => ({ writes, result: null }));
  await write('left', [
    { entity: 'location', id: 'a', fields: locationFields() },
    { entity: 'operation', id: 'o', fields: operationFields() },
    { entity: 'task', id: 'in', fields: taskFields('o', 'inbound', 3_600_000) },
    { entity: 'task', id: 'out', fields: taskFields('o', 'outbound', 7_200_000) },
    { entity: 'assignment', id: randomUUID(), fields: assignmentFields('o', null) },
  ]);
  const { changeset } = await write('anna', [
    { entity: 'location', id: 'a', fields: locationFields({ name: 'Späti' }) },
    { entity: 'planning', id: planning.id, fields: planningFields({ repairPolicy: POLICY }) },
  ]);
  await write('anna', [{ entity: 'workspace', id: 'w', fields: workspaceFields({ baseChange: changeset!.change }) }]);
  await write('anna', [{ entity: 'location', id: 'a', fields: locationFields({ name: 'drafted' }) }], 'w');
  for (const [id, status] of [
    ['done', 'SUCCEEDED'],
    ['running', 'RUNNING'],
  ] as const) {
    await sql`insert into runs (id, planning, status, solver, parameters, dry_run, created_by, created_at, finished_at, cancel_apply, attempt, webhook_secret)
      values (${id}, ${planning.key}, ${status}, 'auto', '{"x":0.1}', true, 'anna', 1, ${id === 'done' ? 2 : null}, false, 1, 'whsec_hidden')`;
  }
  await sql`insert into webhooks (id, planning, url, events, enabled, secret, previous_secrets, cursor, leased_until, failures, created_by, created_at, updated_by, updated_at)
    values ('hook', ${planning.key}, 'https://ops.example/', '["operation.*"]', true, 'whsec_hidden', '[{"secret":"whsec_hidden","until":1}]', 1, 9, 3, 'anna', 1, 'anna', 1)`;
  return planning;
};
