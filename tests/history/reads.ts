import { ALL_ROWS } from '../../schedule/records/page.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Scope } from '../../schedule/types.ts';
import { P } from './commands.ts';
import { forAll, mergeDraft } from './merging.ts';
import type { Change, Layer, Model, Row, Value } from './model.ts';
import { changedIn, keyOf, same, taskAt } from './model.ts';

type Listing = Record<string, unknown>;

/** The document that the model's view implies; dangling references of a draft are left out. */
export function expectedDocument(view: Layer): Listing {
  const rows = (kind: string) => [...view.values()].filter((row) => row.kind === kind);
  const live = (kind: string, id: Value | undefined) => (id != null && view.has(`${kind} ${String(id)}`) ? id : null);
  const here = (id: Value | undefined): boolean =>
    view.has(`resource ${String(id)}`) &&
    live('location', view.get(`resource ${String(id)}`)!.fields['location']) !== null;
  const task = (operation: string, role: string) => {
    const found = taskAt(view, operation, role);
    return found
      ? { id: found.id, taskName: found.fields['taskName'], expectedTime: found.fields['expectedTime'] }
      : null;
  };
  const listing: Listing = { planning: rows('planning')[0].fields['name'] };
  for (const { id, fields } of rows('location'))
    listing[`location ${id}`] = { parent: live('location', fields['parent']) };
  for (const { id, fields } of rows('tag')) listing[`tag ${id}`] = { value: fields['value'] };
  for (const { id } of rows('group')) listing[`group ${id}`] = {};
  for (const { id, fields } of rows('resource')) {
    if (!here(id)) continue;
    const tags = (fields['tags'] as string[]).filter((tag) => view.has(`tag ${tag}`));
    listing[`resource ${id}`] = {
      location: fields['location'],
      parent: here(fields['parent']) ? fields['parent'] : null,
      tags,
    };
  }
  for (const { id, fields } of rows('operation'))
    listing[`operation ${id}`] = {
      description: fields['description'],
      externalId: fields['externalId'],
      group: live('group', fields['group']),
      inbound: task(id, 'inbound'),
      outbound: task(id, 'outbound'),
    };
  for (const { id, fields } of rows('assignment'))
    listing[`assignment ${id}`] = {
      operation: fields['operation'],
      resource: here(fields['resource']) ? fields['resource'] : null,
    };
  return listing;
}

export async function readDocument(schedule: Schedule, scope: Scope, change: string | null): Promise<Listing> {
  const document = await schedule.exportPlanning(scope, P, { change });
  const listing: Listing = { planning: document.planning.name };
  for (const { id, parent } of document.locations) listing[`location ${id}`] = { parent };
  for (const { uuid, value } of document.tags) listing[`tag ${uuid}`] = { value };
  for (const { id } of document.groups) listing[`group ${id}`] = {};
  for (const { id, location, parent, tags } of document.resources)
    listing[`resource ${id}`] = { location, parent, tags };
  const task = (one: { id?: string; taskName?: string; expectedTime?: string } | null | undefined) =>
    one ? { id: one.id, taskName: one.taskName, expectedTime: one.expectedTime } : null;
  for (const { id, description, externalId, group, inboundTask, outboundTask } of document.operations)
    listing[`operation ${id}`] = {
      description,
      externalId,
      group,
      inbound: task(inboundTask),
      outbound: task(outboundTask),
    };
  for (const { id, operation, parts } of document.assignments)
    listing[`assignment ${id}`] = { operation, resource: parts![0].resource };
  return listing;
}

/** Every list and one record of each kind, as ids with the layer of each record. */
export async function readLists(schedule: Schedule, scope: Scope): Promise<Listing> {
  const ids = async (items: Promise<{ readonly items: readonly object[] }>) =>
    (await items).items
      .map((record) => {
        const { id, uuid, workspace } = record as { id?: string; uuid?: string; workspace: string | null };
        return `${id ?? uuid} ${workspace}`;
      })
      .sort();
  const locations = await schedule.listLocations(scope, P, ALL_ROWS);
  const operations = await schedule.listOperations(scope, P, {
    ...ALL_ROWS,
    start: null,
    end: null,
    rangeField: null,
    version: null,
  });
  for (const { id } of operations.items.slice(0, 2)) await schedule.getOperation(scope, id);
  return {
    location: locations.items.map(({ id, workspace }) => `${id} ${workspace}`).sort(),
    resource: locations.items
      .flatMap(({ resources }) => resources.map(({ id, workspace }) => `${id} ${workspace}`))
      .sort(),
    resources: await ids(schedule.listResources(scope, P, ALL_ROWS)),
    tag: await ids(schedule.listTags(scope, P, ALL_ROWS)),
    group: await ids(schedule.listGroups(scope, P, ALL_ROWS)),
    operation: operations.items.map(({ id, workspace, timesCrossed }) => `${id} ${workspace} ${timesCrossed}`).sort(),
    task: await ids(schedule.listTasks(scope, P, 't', ALL_ROWS)),
    assignment: await ids(
      schedule.listAssignments(scope, P, { ...ALL_ROWS, active: true, start: null, end: null, operation: null }),
    ),
  };
}

export function expectedLists(model: Model, layer: string | null): Listing {
  const view = model.view(layer);
  const published = layer !== null && model.now.spaces.get(layer)!.published !== null;
  const mine = layer === null || published ? undefined : model.now.drafts.get(layer);
  const place = (key: string) => (mine?.has(key) ? layer : null);
  const list = (kind: string) =>
    [...view]
      .filter(([, row]) => row.kind === kind)
      .map(([key, { id }]) => `${id} ${place(key)}`)
      .sort();
  const hour = (operation: string, role: string) =>
    taskAt(view, operation, role)?.fields['expectedTime'] as string | undefined;
  const crossed = (id: string) => {
    const [from, to] = [hour(id, 'inbound'), hour(id, 'outbound')];
    return from !== undefined && to !== undefined && to <= from;
  };
  return {
    location: list('location'),
    resource: [...view]
      .filter(([, row]) => row.kind === 'resource' && view.has(`location ${String(row.fields['location'])}`))
      .map(([key, { id }]) => `${id} ${place(key)}`)
      .sort(),
    resources: list('resource'),
    tag: list('tag'),
    group: list('group'),
    operation: [...view]
      .filter(([, row]) => row.kind === 'operation')
      .map(([key, { id }]) => `${id} ${place(key)} ${crossed(id)}`)
      .sort(),
    task: list('task'),
    assignment: list('assignment'),
  };
}

/** The diffs of a changeset, without members that the model does not have. */
export async function readDiffs(schedule: Schedule, scope: Scope, id: string): Promise<string[]> {
  const { diffs } = await schedule.getChangeset(scope, P, id);
  return diffs
    .filter(({ entity }) => entity !== 'workspace')
    .map(({ entity, id: of, action }) => `${action} ${entity} ${of}`)
    .sort();
}

export const expectedDiffs = ({ diffs }: Change): string[] =>
  diffs
    .flatMap(({ before, after }) => {
      const name = (row: { kind: string; id: string }) => `${row.kind} ${row.id}`;
      if (before === null) return [`created ${name(after!)}`];
      if (after === null) return [`deleted ${name(before)}`];
      if (before.id !== after.id) return [`deleted ${name(before)}`, `created ${name(after)}`];
      return changedIn(before, after).length === 0 ? [] : [`updated ${name(after)}`];
    })
    .sort();

/** Versions of an operation's tasks, oldest first: the mainline's up to where the draft changed or deleted the task, then the draft's own. */
export function expectedHistory(model: Model, layer: string | null, operation: string): string[] {
  const { published } = (layer === null ? undefined : model.now.spaces.get(layer)) ?? { published: null };
  const until = published ?? model.head;
  const collect = (rowsAt: (change: number) => Layer | undefined, isDraft = false) => {
    const found: { readonly row: Row; readonly change: number }[] = [];
    const seen = new Set<Row>();
    for (let change = 1; change <= until; change++) {
      const rows = rowsAt(change);
      // Earlier versions of a released row do not count.
      if (isDraft) for (const known of found.splice(0)) if (rows?.has(`task ${known.row.id}`)) found.push(known);
      for (const row of rows?.values() ?? []) {
        if (row.kind !== 'task' || row.fields['operation'] !== operation || seen.has(row)) continue;
        seen.add(row);
        found.push({ row, change });
      }
    }
    return found;
  };
  const main = collect((change) => model.snapshots[change].main);
  const own =
    layer === null || published !== null ? [] : collect((change) => model.snapshots[change].drafts.get(layer), true);
  const baseOf = new Map(own.map(({ row }) => [row.id, row.base]));
  const below = main.filter(({ row, change }) => {
    if (!baseOf.has(row.id)) return true;
    const base = main.find((candidate) => candidate.row.version === baseOf.get(row.id));
    return base !== undefined && change <= base.change;
  });
  return [...below, ...own]
    .filter(({ row }) => !row.gone)
    .sort((a, b) => a.change - b.change || order(a.row, b.row))
    .map(({ row }) => `${row.id} ${String(row.fields['taskName'])} ${String(row.fields['expectedTime'])}`);
}

const order = (a: Row, b: Row): number => {
  const place = ({ id, fields }: Row) => `${String(fields['role'])} ${id}`;
  return place(a) < place(b) ? -1 : 1;
};

export async function readHistory(schedule: Schedule, scope: Scope, operation: string): Promise<string[]> {
  const { items: versions } = await schedule.operationTasks(scope, operation);
  return versions.map(({ id, taskName, expectedTime }) => `${id} ${taskName} ${expectedTime}`);
}

/** What the workspace would change on the mainline if it won every clash. */
export function expectedDraftDiff(model: Model, layer: string): string[] {
  const { main, spaces } = model.now;
  if (spaces.get(layer)!.published !== null) return [];
  return mergeDraft(model, layer, forAll('ours'))
    .keep.flatMap(({ kind, id, fields }) => {
      const drafts = [...(model.now.drafts.get(layer)?.values() ?? [])];
      const known = fields ?? drafts.find((row) => row.kind === kind && row.id === id)!.fields;
      const before = main.get(keyOf(kind, id, known));
      if (fields === null) return before ? [`deleted ${kind} ${before.id}`] : [];
      if (!before) return [`created ${kind} ${id}`];
      return before.id === id && same(before.fields, fields) ? [] : [`updated ${kind} ${id}`];
    })
    .sort();
}

export async function readDraftDiff(schedule: Schedule, scope: Scope, layer: string): Promise<string[]> {
  const { diffs } = await schedule.workspaceDiff(scope, layer);
  return diffs.map(({ entity, id, action }) => `${action} ${entity} ${id}`).sort();
}
