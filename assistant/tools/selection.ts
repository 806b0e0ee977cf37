import { z } from 'zod';
import type { Directory, OperationEntry } from '../directory/directory.ts';
import type { EntityKind } from '../directory/names.ts';
import { oneOf } from './tool.ts';

export type IsSelected = (entry: OperationEntry) => boolean;

/** A tag that no operation has is a tag of resources, and selects the operations there. */
export const taggedWith = (directory: Directory, tag: string): IsSelected =>
  [...directory.operations.values()].some((entry) => hasTag(entry, tag))
    ? (entry) => hasTag(entry, tag)
    : (entry) => isOnTagged(directory, entry, tag);

const isOnTagged = (directory: Directory, { stays }: OperationEntry, tag: string): boolean =>
  stays.some(({ resource }) => resource !== null && directory.resources.get(resource)?.tags.includes(tag) === true);

export const hasTag = ({ record }: OperationEntry, tag: string): boolean =>
  [record, record.inboundTask, record.outboundTask].some((one) => one?.tags.includes(tag) ?? false);

/** The operations that a text names, as a part of their names: exactly, else by the beginning of a word. */
const called = (directory: Directory, text: string): IsSelected => {
  const ids = directory.operationsCalled(text);
  const named = new Set(ids.length > 0 ? ids : directory.resolve('operation', text));
  return ({ id }) => named.has(id);
};

/** Operations that a text names, and that have a tag, or both of two, as far as these are given. Throws ToolProblem for an unknown tag. */
export const selecting = (
  directory: Directory,
  {
    query,
    tag,
    otherTag,
  }: {
    readonly query?: string | undefined;
    readonly tag?: string | undefined;
    readonly otherTag?: string | undefined;
  },
): readonly IsSelected[] => [
  ...(query === undefined ? [] : [called(directory, query)]),
  ...[tag, otherTag].flatMap((one) => (one === undefined ? [] : [taggedWith(directory, oneOf(directory, 'tag', one))])),
];

const names = (what: string) => z.array(z.string().min(1).max(255)).max(50).optional().describe(what);

/** What is left out of a selection of operations. */
export const Except = z.strictObject({
  operations: names('Ids or names; of a name that several have, all of them'),
  tags: names('Operations with one of these tags; ids, values, or categories and values'),
  resources: names('Operations on one of these resources'),
  locations: names('Operations on resources of one of these locations'),
});
export type Except = z.output<typeof Except>;

/** One name of what is left out, with the operations that it stands for. */
export interface LeftOut {
  readonly name: string;
  readonly isIt: IsSelected;
  /** The places that it names, if it names places. */
  readonly places?: ReadonlySet<string>;
}

/** Each name of what is left out. Throws ToolProblem for names that are unknown, or that may mean several tags, resources or locations. */
export const leftOut = (directory: Directory, except: Except | undefined): readonly LeftOut[] => {
  const each = (
    kind: EntityKind,
    texts: readonly string[] | undefined,
    select: (id: string) => Omit<LeftOut, 'name'>,
  ): readonly LeftOut[] =>
    (texts ?? []).map((text) => {
      const id = oneOf(directory, kind, text);
      return { name: directory.nameOf(kind, id), ...select(id) };
    });
  const on = (places: ReadonlySet<string>): Omit<LeftOut, 'name'> => ({
    isIt: ({ stays }) => stays.some(({ resource }) => resource !== null && places.has(resource)),
    places,
  });
  return [
    ...(except?.operations ?? []).map((text) => {
      const several = new Set(directory.operationsCalled(text));
      if (several.size > 0)
        return { name: directory.nameOf('operation', text), isIt: ({ id }: OperationEntry) => several.has(id) };
      const only = oneOf(directory, 'operation', text);
      return { name: directory.nameOf('operation', only), isIt: ({ id }: OperationEntry) => id === only };
    }),
    ...each('tag', except?.tags, (tag) => ({ isIt: taggedWith(directory, tag) })),
    ...each('resource', except?.resources, (resource) => on(new Set([resource]))),
    ...each('location', except?.locations, (location) => on(directory.resourcesIn(location))),
  ];
};
