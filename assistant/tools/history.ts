import { isOneOf, memberOf } from '../../engine/recordOf.ts';
import { present } from '../../engine/present.ts';
import { z } from 'zod';
import type { ChangesetRecord } from '../../schedule/records/records.ts';
import type { Directory } from '../directory/directory.ts';
import { pastFrame } from '../time/dayWords.ts';
import { defineTool, instantFrom, oneOf, shownTime, type ToolContext, ToolProblem } from './tool.ts';
import { from, to } from './inputs.ts';

const LISTED = 60;

interface Diffed {
  readonly entity: string;
  readonly id: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly changed: readonly string[];
}

/** A text member of the first value that has it. */
const textOf = (name: string, ...values: readonly unknown[]): string | null => {
  for (const value of values) {
    const text = memberOf(value, name);
    if (typeof text === 'string') return text;
  }
  return null;
};

const NAMED = ['operation', 'resource', 'workspace', 'tag'] as const;

/** Describes one difference in a line: an operation's new place by names, other fields by their names. */
const sayDiff = (directory: Directory, { entity, id, action, before, after, changed }: Diffed): string => {
  const operation = textOf('operation', after, before) ?? id;
  if (entity === 'assignment') {
    const name = directory.nameOf('operation', operation);
    return `${name}: ${placeOf(directory, before)} → ${placeOf(directory, after)}`;
  }
  if (entity === 'task') {
    const role = textOf('role', after, before) ?? 'a';
    const fields = action === 'updated' ? ` (${changed.join(', ')})` : '';
    return `${directory.nameOf('operation', operation)}: ${role} task ${action}${fields}`;
  }
  const kind = isOneOf(NAMED, entity) ? entity : null;
  const name = kind === null ? (textOf('name', after, before) ?? id) : directory.nameOf(kind, id);
  return `${entity} ${name} ${action}${action === 'updated' ? ` (${changed.join(', ')})` : ''}`;
};

const placeOf = (directory: Directory, assignment: unknown): string => {
  const isGone =
    assignment == null || memberOf(assignment, 'tombstone') === true || memberOf(assignment, 'active') === false;
  const parts: unknown = isGone ? [] : memberOf(assignment, 'parts');
  const places = (Array.isArray(parts) ? parts : []).flatMap((part: unknown) => {
    const resource = memberOf(part, 'resource');
    return typeof resource === 'string' ? [directory.nameOf('resource', resource)] : [];
  });
  return places.length === 0 ? 'no place' : places.join(', ');
};

/** Describes diffs. Both sides of a reassignment share one line with the old and the new place. */
const sayDiffs = (directory: Directory, diffs: readonly Diffed[]): string[] => {
  const merged = new Map<string, Diffed>();
  for (const diff of diffs) {
    const operation = memberOf(diff.after ?? diff.before, 'operation');
    const key = diff.entity === 'assignment' ? `assignment ${String(operation)}` : `${diff.entity} ${diff.id}`;
    const other = merged.get(key);
    merged.set(
      key,
      other === undefined
        ? diff
        : { ...diff, action: 'updated', before: other.before ?? diff.before, after: other.after ?? diff.after },
    );
  }
  const isDerived = (diff: Diffed): boolean =>
    diff.entity === 'operation' && diff.action === 'updated' && diff.changed.length === 0;
  return [...merged.values()].filter((diff) => !isDerived(diff)).map((diff) => sayDiff(directory, diff));
};

const authorsOf = ({ schedule, scope }: ToolContext, changesets: readonly ChangesetRecord[]) =>
  schedule.authorNames(
    scope,
    changesets.flatMap(({ author }) => author ?? []),
  );

const shownChangeset = (
  { scope }: ToolContext,
  directory: Directory,
  names: ReadonlyMap<string, string | null>,
  changeset: ChangesetRecord,
) => ({
  id: changeset.id,
  at: shownTime(Date.parse(changeset.timestamp), directory.zone),
  source: changeset.source,
  byYou: changeset.author === scope.actor.user,
  author: changeset.author === null ? null : (names.get(changeset.author) ?? null),
  message: changeset.message,
  counts: changeset.counts,
});

export const listChanges = defineTool({
  name: 'list_changes',
  description:
    'Lists the latest changes of the schedule (or of the selected workspace), newest first: when, by whom, by which means, what was counted. Narrows by the time of the change, by operation, or to the user’s own.',
  input: z.strictObject({
    from,
    to,
    operation: z.string().max(255).optional().describe('Id or name: only what changed it, its tasks or its place'),
    mine: z.boolean().optional().describe('Only changes by the user'),
    limit: z.int().min(1).max(50).optional().describe('Default 10'),
  }),
  async run(context, { operation, mine = false, limit = 10, ...input }) {
    const directory = await context.directory();
    const frame = pastFrame(await context.frame());
    const seconds = (text: string | undefined): number | undefined =>
      text === undefined ? undefined : Math.floor(instantFrom(text, frame) / 1000);
    const { items } = await context.schedule.listChangesets(context.scope, context.planning, {
      from: seconds(input.from),
      to: seconds(input.to),
      ...(operation === undefined ? {} : { operation: oneOf(directory, 'operation', operation) }),
      ...(mine ? { author: context.scope.actor.user } : {}),
      limit,
      cursor: null,
    });
    const names = await authorsOf(context, items);
    return { changes: items.map((changeset) => shownChangeset(context, directory, names, changeset)) };
  },
});

export const explainChange = defineTool({
  name: 'explain_change',
  description:
    'Explains one change of the schedule: who was moved from where to where, which tasks and other records changed.',
  input: z.strictObject({ change: z.string().max(64).optional().describe('Changeset id; default the latest') }),
  async run(context, { change }) {
    const { schedule, scope, planning } = context;
    const directory = await context.directory();
    const id = change ?? (await schedule.listChangesets(scope, planning, { limit: 1, cursor: null })).items[0]?.id;
    if (id === undefined) throw new ToolProblem('Nothing was changed here yet.');
    const changeset = await schedule.getChangeset(scope, planning, id);
    const lines = sayDiffs(directory, changeset.diffs);
    return {
      ...shownChangeset(context, directory, await authorsOf(context, [changeset]), changeset),
      differences: lines.length,
      lines: lines.slice(0, LISTED),
    };
  },
});

export const compareWorkspace = defineTool({
  name: 'compare_workspace',
  description: 'Compares a workspace (draft) with the mainline: what differs, and the score of both (lower is better).',
  input: z.strictObject({ workspace: z.string().max(255).optional().describe('Id or name; default the selected one') }),
  async run(context, input) {
    const { schedule, scope } = context;
    const directory = await context.directory();
    const id =
      input.workspace === undefined
        ? (scope.workspace ?? onlyOne(directory))
        : oneOf(directory, 'workspace', input.workspace);
    const workspace = directory.workspaces.get(id);
    if (workspace === undefined) throw new ToolProblem(`There is no workspace ${id} in this planning.`);
    const { diffs, score } = await schedule.workspaceDiff(scope, id);
    const lines = sayDiffs(directory, diffs);
    return {
      workspace: { id, name: workspace.name, state: workspace.state },
      differences: lines.length,
      lines: lines.slice(0, LISTED),
      score: { mainline: score.mainline.total, workspace: score.workspace.total, delta: score.delta },
    };
  },
});

const onlyOne = (directory: Directory): string => {
  const drafts = [...directory.workspaces.values()].filter(({ state }) => state === 'DRAFT');
  if (drafts.length === 1) return present(drafts[0]).id;
  if (drafts.length === 0) throw new ToolProblem('There is no draft in this planning.');
  throw new ToolProblem(
    `Which draft? There are ${drafts.map(({ name }) => name).join(', ')}.`,
    drafts.map(({ id, name }) => ({ id, name })),
  );
};
