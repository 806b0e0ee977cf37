import path from 'node:path';
import { present } from '../../engine/present.ts';

export const MEMBERS_FILE = path.join(import.meta.dirname, '../documentMembers.ts');

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly readOnly?: boolean;
}

/** The paths in a planning document at which the records of each entity are. */
const PLACES = {
  planning: ['planning'],
  location: ['locations'],
  tag: ['tags'],
  resource: ['resources'],
  group: ['groups'],
  operation: ['operations'],
  task: ['operations', 'inboundTask'],
  rule: ['rules'],
  assignment: ['assignments'],
  part: ['assignments', 'parts'],
} as const;

/** Members that are not stored by themselves: second names, nested records, and members that a patch derives. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  operation: ['inboundTask', 'outboundTask'],
  task: ['plannedTime'],
  assignment: ['resource', 'parts', 'override'],
  part: ['override'],
};

/** The text of `client/documentMembers.ts`, from the OpenAPI document. */
export const documentMembers = (document: string): string => {
  const { components } = JSON.parse(document) as { readonly components: { readonly schemas: Record<string, Schema> } };
  const record = ({ $ref, ...schema }: Schema): Schema => {
    if ($ref !== undefined) return record(present(components.schemas[$ref.replace(/.*\//, '')]));
    const below = schema.items ?? schema.anyOf?.[0];
    return below === undefined ? schema : record(below);
  };
  const membersAt = (places: readonly string[]): Readonly<Record<string, Schema>> =>
    places.reduce(
      (members, place) => present(record(present(members[place])).properties),
      present(record(present(components.schemas['PlanningDocument'])).properties),
    );
  const lines = Object.entries(PLACES).map(([entity, places]) => {
    const names = Object.entries(membersAt(places)).flatMap(([name, { readOnly = false }]) =>
      readOnly || DERIVED[entity]?.includes(name) ? [] : [`'${name}'`],
    );
    return `  ${entity}: [${names.join(', ')}],`;
  });
  return `/** Generated from the OpenAPI document by "npm run client": the members of each entity's record in a planning document. */
export const DOCUMENT_MEMBERS = {
${lines.join('\n')}
} as const;
`;
};
