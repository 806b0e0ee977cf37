import { z } from 'zod';
import { Except, leftOut, selecting } from './selection.ts';
import { shownConflict } from './shownConflict.ts';
import { ALL_ROWS } from '../../schedule/records/page.ts';
import { defineTool, oneOf, placesOf, spanFrom, type ToolContext } from './tool.ts';
import { from, location, otherTag, resource, to } from './inputs.ts';

const MOST_RESOURCES = 10;
/** Bounds of a probability. */
export interface Shares {
  readonly probabilityAbove?: number | undefined;
  readonly probabilityFrom?: number | undefined;
  readonly probabilityBelow?: number | undefined;
  readonly probabilityTo?: number | undefined;
}

const isLikely = (
  probability: number,
  { probabilityAbove = -1, probabilityFrom = 0, probabilityBelow = 2, probabilityTo = 1 }: Shares,
): boolean =>
  probability > probabilityAbove &&
  probability >= probabilityFrom &&
  probability < probabilityBelow &&
  probability <= probabilityTo;

const Input = z.strictObject({
  from,
  to,
  resource,
  location,
  tag: z
    .string()
    .max(255)
    .optional()
    .describe('Id, value, or category and value: of an operation, or else of the resource'),
  otherTag,
  operation: z.string().max(255).optional().describe('Id or name'),
  except: Except.optional(),
  otherOperation: z.string().max(255).optional().describe('Id or name: only conflicts with this one'),
  order: z.enum(['time', 'worst']).optional().describe('Default time; worst: the longest probable overlap first'),
  probabilityAbove: z.number().min(0).max(1).optional().describe('Only conflicts with a greater probability'),
  probabilityFrom: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Only conflicts with this probability or a greater one'),
  probabilityBelow: z.number().min(0).max(1).optional().describe('Only conflicts with a smaller probability'),
  probabilityTo: z.number().min(0).max(1).optional().describe('Only conflicts with this probability or a smaller one'),
  limit: z.int().min(1).max(200).optional().describe('Default 20'),
});

type Selection = z.output<typeof Input>;

/** The conflicts that are asked for, in order of time. */
export const selectConflicts = async (
  context: ToolContext,
  input: Pick<
    Selection,
    'from' | 'to' | 'resource' | 'location' | 'tag' | 'otherTag' | 'operation' | 'except' | 'otherOperation'
  > &
    Shares & { readonly query?: string | undefined },
) => {
  const { schedule, scope, planning, virtualState } = context;
  const directory = await context.directory();
  const span = await spanFrom(context, input);
  const places = placesOf(directory, input);
  const wanted = selecting(directory, input);
  const operation = input.operation === undefined ? null : oneOf(directory, 'operation', input.operation);
  const other = input.otherOperation === undefined ? null : oneOf(directory, 'operation', input.otherOperation);
  const left = leftOut(directory, input.except);
  const isVirtual = [virtualState.assignments, virtualState.operations].some((one = []) => one.length > 0);
  const all = isVirtual
    ? (await schedule.whatIf(scope, planning, { virtualState, moves: [] })).conflicts
    : (await schedule.listConflicts(scope, planning, { start: null, end: null, ...ALL_ROWS })).items;
  const found = all.filter(
    (conflict) =>
      isLikely(conflict.probability, input) &&
      (places === null || places.has(conflict.resource)) &&
      conflict.operations.some((id) => wanted.every((isWanted) => isWanted(directory.operation(id)))) &&
      (operation === null || conflict.operations.includes(operation)) &&
      (other === null || conflict.operations.includes(other)) &&
      !left.some(({ isIt, places: out }) =>
        out === undefined
          ? conflict.operations.some((id) => isIt(directory.operation(id)))
          : out.has(conflict.resource),
      ) &&
      (span === null || (Date.parse(conflict.startAt) < span.to && Date.parse(conflict.endAt) > span.from)),
  );
  return { directory, found };
};

export const listConflicts = defineTool({
  name: 'list_conflicts',
  description:
    'Lists conflicts in order of time: two operations that overlap on one resource, stand too close in time, or may not be side by side. Narrows by time, resource, location, tag or operation, and leaves out those of what is excepted.',
  input: Input,
  async run(context, input) {
    const { directory, found } = await selectConflicts(context, input);
    const weight = (conflict: (typeof found)[number]): number => conflict.probability * (60 + conflict.overlapSeconds);
    if (input.order === 'worst') found.sort((a, b) => weight(b) - weight(a));
    const counts = new Map<string, number>();
    for (const one of found) counts.set(one.resource, (counts.get(one.resource) ?? 0) + 1);
    return {
      total: found.length,
      critical: found.filter(({ severity }) => severity === 'critical').length,
      /** The resources with the most of these conflicts. */
      mostOn: [...counts]
        .map(([id, count]) => ({ resource: { id, name: directory.nameOf('resource', id) }, conflicts: count }))
        .sort((a, b) => b.conflicts - a.conflicts || (a.resource.name < b.resource.name ? -1 : 1))
        .slice(0, MOST_RESOURCES),
      conflicts: found.slice(0, input.limit ?? 20).map((conflict) => shownConflict(directory, conflict)),
    };
  },
});
