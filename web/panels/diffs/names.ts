import type { Tables } from '../../../client/planningTables.ts';
import { operationName } from '../../../engine/instance/operationName.ts';
import type { LiveDocument } from '../../planning/liveDocument.ts';
import type { Times } from '../../timeline/model/times.ts';

/** The records that others refer to. */
type Kind = 'operation' | 'resource' | 'location' | 'group' | 'tag';

/** What knows the names of records, and how times are said. */
export interface Names {
  readonly times: Pick<Times, 'zone' | 'day'>;
  /** The name of a record; undefined when there is none with this id. */
  of(kind: Kind, id: string): string | undefined;
}

/** The members that refer to other records. */
export const REFERRED: Readonly<Record<string, readonly Kind[]>> = {
  operation: ['operation'],
  parts: ['resource'],
  resource: ['resource'],
  adjacent: ['resource'],
  parent: ['resource', 'location'],
  location: ['location'],
  group: ['group'],
  tags: ['tag'],
  operationTags: ['tag'],
  resourceTags: ['tag'],
};

const nameIn = (tables: Tables, kind: Kind, id: string): string | undefined => {
  const { operations, resources, locations, groups, tags } = tables;
  if (kind === 'tag') return tags.get(id)?.value;
  if (kind !== 'operation') return { resource: resources, location: locations, group: groups }[kind].get(id)?.name;
  const operation = operations.get(id);
  return operation === undefined ? undefined : operationName(operation);
};

/** The part of the board that names are of. */
export interface Named {
  readonly document: LiveDocument;
  readonly looks: { times(): Times };
}

/** The names of what is shown, and of what is only in other states. */
export const namesOf = ({ document, looks }: Named, ...others: readonly Tables[]): Names => ({
  times: looks.times(),
  of: (kind, id) => {
    const shown = kind === 'operation' ? document.operation(id) : undefined;
    if (shown !== undefined) return operationName(shown);
    for (const tables of [document.tables, ...others]) {
      const name = nameIn(tables, kind, id);
      if (name !== undefined) return name;
    }
    return undefined;
  },
});

/** The name of what a member of a record refers to; undefined when it refers to nothing, or to nothing that is known. */
export const referredName = (names: Names, member: string, id: string): string | undefined => {
  for (const kind of REFERRED[member] ?? []) {
    const name = names.of(kind, id);
    if (name !== undefined) return name;
  }
  return undefined;
};
