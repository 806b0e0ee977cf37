import type { Schedule } from '../../schedule/schedule.ts';
import type { Scope } from '../../schedule/types.ts';
import type { MergePreview } from '../../schedule/workspaces/previewMerge.ts';
import { type Layer, type Model, type Put, type Row, same, taskAt } from './model.ts';
import { type Decisions, forAll, mergeDraft, publish, rebase, type Strategy } from './merging.ts';
import type { Step } from './sequence.ts';
import { revert } from './undoing.ts';
import { uploading } from './uploading.ts';

/** A request to the service, and the error code that the model expects; null if it should succeed. */
export interface Command {
  readonly layer: string | null;
  readonly expected: string | null;
  /** `changeset` returns the id of a change of the model. */
  run(schedule: Schedule, scope: Scope, changeset: (change: number) => string): Promise<unknown>;
  /** Only for a merge: its dry run, and the layer that it writes. */
  readonly dry?: { readonly layer: string | null; run(schedule: Schedule, scope: Scope): Promise<MergePreview> };
}

export const P = 'p';
const T = Date.UTC(2026, 10, 20);
export const time = (hour: number): string => new Date(T + hour * 3_600_000).toISOString();
/** Mostly one of the first few, so that layers interact. */
const pick = <V>(items: readonly V[], at: number): V | undefined =>
  items[(at < 30 ? at % 2 : at < 50 ? at % 3 : at) % Math.max(1, items.length)];
const STRATEGIES: readonly Strategy[] = [null, null, 'ours', 'theirs'];
const ROLES = ['inbound', 'outbound'] as const;

/** Applies a step to the model. Returns null if it makes no request. */
export function perform(model: Model, { verb: wanted, layer: at, a, b, c }: Step): Command | null {
  const spaces = [...model.now.spaces.keys()];
  const open = spaces.filter((id) => model.now.spaces.get(id)!.state === 'DRAFT');
  const verb = open.length === 0 && (wanted === 'rebase' || wanted === 'publish') ? 'space' : wanted;
  // Mostly the mainline and drafts that may be written.
  const choices = [null, ...open, ...(at === 5 ? spaces : [])];
  const layer = at === 0 ? null : (choices[at % choices.length] ?? null);
  const state = layer === null ? 'DRAFT' : model.now.spaces.get(layer)!.state;
  const view = model.view(layer);
  const rows = (kind: string): Row[] => [...view.values()].filter((row) => row.kind === kind);
  const operation = pick(rows('operation'), a);
  const refusal = state === 'PUBLISHED' ? 'workspace_not_draft' : state === 'ARCHIVED' ? 'not_found' : null;

  const write = (puts: readonly Put[], run: Command['run'], code: string | null = null): Command => {
    const expected = refusal ?? code;
    model.hit(`write refused: ${expected}`, expected !== null);
    if (expected === null) model.write(layer, 'edit', puts);
    return { layer, expected, run };
  };
  const put = (row: Row, fields: Row['fields']): Put => ({
    kind: row.kind,
    id: row.id,
    fields: { ...row.fields, ...fields },
  });
  const drop = ({ kind, id }: Row): Put => ({ kind, id, fields: null });
  const taskOf = (owner: string, role: string) => taskAt(view, owner, role);
  const assignmentOf = (owner: string) => rows('assignment').find(({ fields }) => fields['operation'] === owner);

  switch (verb) {
    case 'upload':
    case 'createOperation': {
      const id = model.name('o');
      const group = b % 2 === 0 ? null : (pick(rows('group'), b)?.id ?? null);
      const task = (role: 'inbound' | 'outbound', hour: number) => ({
        kind: 'task',
        id: `${id}-${role}`,
        fields: { operation: id, role, taskName: 'n', expectedTime: time(hour) },
      });
      const input = (role: 'inbound' | 'outbound', hour: number) => ({
        id: `${id}-${role}`,
        taskName: 'n',
        externalId: 't',
        plannedTime: time(hour),
        expectedTime: time(hour),
      });
      const externalId = verb === 'upload' ? `x-${id}` : null;
      const fields = { description: null, externalId, group };
      const made = { id, group, inboundTask: input('inbound', a), outboundTask: input('outbound', a + 2) };
      return write(
        [{ kind: 'operation', id, fields }, task('inbound', a), task('outbound', a + 2)],
        verb === 'upload'
          ? uploading(P, { ...made, externalId })
          : (schedule, scope) => schedule.createOperation(scope, { ...made, planning: P }),
      );
    }
    case 'patch': {
      if (!operation) return null;
      const groups = [null, ...rows('group').map(({ id }) => id)];
      const change = [
        { description: `d${b % 3}` },
        { externalId: `e${b % 3}` },
        { group: pick(groups, b) ?? null },
        { description: operation.fields['description'] as string | null },
      ][c % 4];
      return write([put(operation, change)], (schedule, scope) => schedule.patchOperation(scope, operation.id, change));
    }
    case 'patchTask': {
      const task = pick(rows('task'), a);
      if (!task) return null;
      const change = [{ expectedTime: time(b % 9) }, { taskName: `n${b % 3}` }][c % 2];
      const owner = task.fields['operation'] as string | null;
      const nested = owner !== null && c % 3 === 0;
      return write([put(task, change)], (schedule, scope) =>
        nested
          ? schedule.patchOperation(scope, owner, { [`${String(task.fields['role'])}Task`]: change })
          : schedule.patchTask(scope, task.id, change),
      );
    }
    case 'bulk': {
      const targets = rows('operation')
        .filter((_, i) => (a >> (i % 5)) % 2 === 0)
        .slice(0, 3);
      if (targets.length === 0) return null;
      const description = `d${b % 3}`;
      return write(
        targets.map((row) => put(row, { description })),
        (schedule, scope) =>
          schedule.bulkPatchOperations(
            scope,
            targets.map(({ id }) => ({ id, description })),
          ),
      );
    }
    case 'deleteOperation': {
      if (!operation) return null;
      const hanging = [assignmentOf(operation.id), ...ROLES.map((role) => taskOf(operation.id, role))].filter(
        (row) => row !== undefined,
      );
      model.hit('operation deleted with its assignment', hanging[0]?.kind === 'assignment');
      return write([...hanging, operation].map(drop), (schedule, scope) =>
        schedule.deleteOperation(scope, operation.id),
      );
    }
    case 'assign': {
      const resource = pick(rows('resource'), b);
      if (!operation || !resource) return null;
      const id = model.name('a');
      const fields = { operation: operation.id, resource: resource.id };
      model.hit('an assignment replaces another', assignmentOf(operation.id) !== undefined);
      const input = { id, ...fields };
      return write([{ kind: 'assignment', id, fields }], (schedule, scope) =>
        c % 4 === 0 ? schedule.bulkAssign(scope, [input]) : schedule.createAssignment(scope, input),
      );
    }
    case 'deactivate': {
      const assignment = pick(rows('assignment'), a);
      if (!assignment) return null;
      model.hit('a deactivation is a tombstone in a draft', layer !== null);
      const twice = c % 4 === 0 && refusal === null;
      model.hit('deactivating an inactive one changes nothing', twice);
      return write([drop(assignment)], async (schedule, scope) => {
        await schedule.deactivateAssignment(scope, assignment.id);
        if (twice) await schedule.deactivateAssignment(scope, assignment.id);
      });
    }
    case 'createTask': {
      const id = model.name('t');
      return write(
        [{ kind: 'task', id, fields: { operation: null, role: null, taskName: 'free', expectedTime: time(a % 9) } }],
        (schedule, scope) =>
          schedule.createTask(scope, {
            id,
            planning: P,
            externalId: 't',
            taskName: 'free',
            plannedTime: time(a % 9),
            expectedTime: time(a % 9),
          }),
      );
    }
    case 'link': {
      const free = pick(
        rows('task').filter(({ fields }) => fields['operation'] === null),
        b,
      );
      if (!operation || !free) return null;
      const role = ROLES[c % 2];
      const current = taskOf(operation.id, role);
      model.hit(current ? 'a linked task frees the one before' : 'a task is linked to an empty side');
      const puts = [
        ...(current ? [put(current, { operation: null, role: null })] : []),
        put(free, { operation: operation.id, role }),
      ];
      return write(puts, (schedule, scope) =>
        schedule.patchOperation(scope, operation.id, { [`${role}Task`]: { id: free.id } }),
      );
    }
    case 'deleteTask': {
      const task = pick(rows('task'), a);
      if (!task) return null;
      model.hit('a deleted task leaves its side empty', task.fields['operation'] !== null);
      return write([drop(task)], (schedule, scope) => schedule.deleteTask(scope, task.id));
    }
    case 'resource':
    case 'location':
      return parented(verb);
    case 'deleteResource': {
      const resource = pick(rows('resource'), a);
      if (!resource) return null;
      const using = rows('assignment').filter(({ fields }) => fields['resource'] === resource.id);
      const children = rows('resource').filter(({ fields }) => fields['parent'] === resource.id);
      model.hit('a deleted resource deactivates its assignments', using.length > 0);
      model.hit('a deleted resource leaves its children', children.length > 0);
      return write(
        [...using.map(drop), ...children.map((child) => put(child, { parent: null })), drop(resource)],
        (schedule, scope) => schedule.deleteResource(scope, resource.id),
      );
    }
    case 'deleteLocation': {
      const location = pick(rows('location'), a);
      if (!location) return null;
      const inUse = rows('resource').some(({ fields }) => fields['location'] === location.id);
      const children = rows('location').filter(({ fields }) => fields['parent'] === location.id);
      return write(
        [...children.map((child) => put(child, { parent: null })), drop(location)],
        (schedule, scope) => schedule.deleteLocation(scope, location.id),
        inUse ? 'in_use' : null,
      );
    }
    case 'tag': {
      const value = `v${b % 3}`;
      const tag = c % 2 === 0 ? undefined : pick(rows('tag'), a);
      const id = tag?.id ?? model.name('g');
      const twin = rows('tag').some((other) => other.id !== id && other.fields['value'] === value);
      return write(
        [{ kind: 'tag', id, fields: { value } }],
        (schedule, scope) =>
          tag
            ? schedule.patchTag(scope, id, { value })
            : schedule.createTag(scope, { uuid: id, planning: P, category: 'c', value }),
        twin ? 'tag_not_unique' : null,
      );
    }
    case 'deleteTag': {
      const tag = pick(rows('tag'), a);
      if (!tag) return null;
      model.hit(
        'a deleted tag leaves what carries it',
        rows('resource').some(({ fields }) => (fields['tags'] as string[]).includes(tag.id)),
      );
      return write([drop(tag)], (schedule, scope) => schedule.deleteTag(scope, tag.id));
    }
    case 'group': {
      const id = model.name('u');
      return write([{ kind: 'group', id, fields: { name: 'G' } }], (schedule, scope) =>
        schedule.createGroup(scope, { id, planning: P, name: 'G' }),
      );
    }
    case 'deleteGroup': {
      const group = pick(rows('group'), a);
      if (!group) return null;
      const members = rows('operation').filter(({ fields }) => fields['group'] === group.id);
      model.hit('a deleted group leaves its operations', members.length > 0);
      return write([...members.map((member) => put(member, { group: null })), drop(group)], (schedule, scope) =>
        schedule.deleteGroup(scope, group.id),
      );
    }
    case 'planning': {
      const change = { name: `name ${b % 3}` };
      return write([put(rows('planning')[0], change)], (schedule, scope) =>
        schedule.patchPlanning(scope, scope.actor.memberships[0].organization, P, change),
      );
    }
    case 'space': {
      if (open.length >= 2) return null;
      const id = model.name('w');
      model.write(null, 'space', [], [id, { state: 'DRAFT', published: null }]);
      return {
        layer: null,
        expected: null,
        run: (schedule, scope) => schedule.createWorkspace(scope, P, { id, name: id }),
      };
    }
    case 'archive':
    case 'restore': {
      const id = pick(spaces, a);
      if (id === undefined || (verb === 'archive' && b % 5 > 0)) return null;
      const space = model.now.spaces.get(id)!;
      model.hit(`${verb === 'archive' ? 'archived' : 'restored'} while ${space.state}`);
      // An archived one reads as the draft that it was, but can no longer be selected until it is restored.
      const before = space.published === null ? 'DRAFT' : 'PUBLISHED';
      const state = verb === 'archive' ? 'ARCHIVED' : space.state === 'ARCHIVED' ? before : space.state;
      if (state !== space.state) model.write(null, 'space', [], [id, { ...space, state }]);
      const run = (schedule: Schedule, scope: Scope) => schedule[`${verb}Workspace`](scope, id);
      return { layer: null, expected: null, run };
    }
    case 'publish':
    case 'rebase': {
      const id = pick(c % 8 === 0 ? spaces : open, a);
      if (id === undefined) return null;
      // Lets a draft collect changes before it is published.
      if (verb === 'publish' && (model.now.drafts.get(id)?.size ?? 0) < 4 && c % 5 > 0) return null;
      const strategy = STRATEGIES[b % 4]!;
      // Every third time, some clashes are decided individually; sometimes what does not clash is named, too.
      const { contestable } = mergeDraft(model, id, forAll(null));
      const named = c % 3 !== 1 ? [] : c % 7 === 0 ? [...(model.now.drafts.get(id)?.keys() ?? [])] : [...contestable];
      const resolutions = named.flatMap((key, i) => {
        const [entity = '', of = ''] = key.split(' ');
        const wins = (['ours', 'theirs', null] as const)[(i + b) % 3]!;
        return wins === null ? [] : [{ entity, id: of, strategy: wins }];
      });
      const decisions: Decisions = {
        strategy,
        resolutions: new Map(resolutions.map((one) => [`${one.entity} ${one.id}`, one.strategy])),
      };
      const isOpen = model.now.spaces.get(id)!.state === 'DRAFT';
      const expected = !isOpen
        ? 'workspace_not_draft'
        : verb === 'publish'
          ? publish(model, id, decisions)
          : rebased(model, id, decisions);
      const [real, dry, written] =
        verb === 'publish'
          ? (['publishWorkspace', 'previewPublish', null] as const)
          : (['rebaseWorkspace', 'previewRebase', id] as const);
      const input = { strategy, resolutions };
      return {
        layer: null,
        expected,
        run: (schedule, scope) => schedule[real](scope, id, input),
        dry: { layer: written, run: (schedule, scope) => schedule[dry](scope, id, input) },
      };
    }
    case 'revert': {
      // Mostly recent changes, which can still be undone.
      const at = c % 3 === 0 ? a % model.changes.length : Math.max(0, model.changes.length - 1 - (a % 6));
      const target = model.changes[at];
      const where = b % 4 === 0 ? layer : target.layer;
      if (where !== null && model.now.spaces.get(where)!.state !== 'DRAFT') return null;
      const expected = revert(model, where, target);
      return {
        layer: where,
        expected,
        run: (schedule, scope, changeset) => schedule.revertChangeset(scope, P, changeset(target.change)),
      };
    }
    default:
      return null;
  }

  function parented(kind: 'resource' | 'location'): Command | null {
    const known = c % 3 === 0 ? undefined : pick(rows(kind), a);
    const parent = b % 3 === 0 ? null : (pick(rows(kind), b)?.id ?? null);
    const circles =
      known !== undefined &&
      parent !== null &&
      !same(parent, known.fields['parent']) &&
      leadsTo(view, kind, parent, known.id);
    const id = known?.id ?? model.name(kind === 'resource' ? 'r' : 'l');
    const location = pick(rows('location'), c)?.id;
    if (kind === 'location') {
      const fields = { ...(known?.fields ?? { name: 'L' }), parent };
      return write(
        [{ kind, id, fields }],
        (schedule, scope) =>
          known
            ? schedule.patchLocation(scope, id, { parent })
            : schedule.createLocation(scope, { id, planning: P, name: 'L', parent }),
        circles ? 'cycle' : null,
      );
    }
    if (location === undefined) return null;
    const tags = known
      ? known.fields['tags']
      : rows('tag')
          .slice(0, 2)
          .map((tag) => tag.id);
    const fields = { name: 'R', ...known?.fields, location, parent, tags };
    return write(
      [{ kind, id, fields }],
      (schedule, scope) =>
        known
          ? schedule.patchResource(scope, id, { parent, location })
          : schedule.createResource(scope, { id, planning: P, name: 'R', location, parent, tags: tags as string[] }),
      circles ? 'cycle' : null,
    );
  }
}

/** The error code of rebasing a draft; null if it succeeds. */
export function rebased(model: Model, id: string, decisions: Decisions): string | null {
  const latest = model.changes.findLast((change) => change.layer === null)!.change;
  const code = rebase(model, id, decisions, latest, model.bases.get(id) ?? -1);
  if (code === null) model.bases.set(id, latest);
  return code;
}

const leadsTo = (view: Layer, kind: string, from: string, to: string): boolean => {
  const seen = new Set<string>();
  for (
    let at: string | null = from;
    at !== null && !seen.has(at);
    at = (view.get(`${kind} ${at}`)?.fields['parent'] as string | null) ?? null
  ) {
    if (at === to) return true;
    seen.add(at);
  }
  return false;
};
