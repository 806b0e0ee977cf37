import { isOneOf, recordOf } from '../../engine/recordOf.ts';
import { getTableName } from 'drizzle-orm';
import { columnsOf, selectList } from '../schema/columns.ts';
import { VERSION_TABLES, type VersionMeta, WINDOW_COLUMNS } from '../schema/versions.ts';
import { asVersion, type Fields, type Kind, KINDS, type Version } from './entities.ts';
import type { LayerRow } from './layer.ts';

const META: readonly string[] = [
  'planning',
  'workspace',
  'id',
  'versionId',
  'baseVersion',
  'fromChange',
  'toChange',
  'tombstone',
  'released',
  'validFrom',
  'validTo',
  'createdAt',
] satisfies readonly (keyof VersionMeta)[];

export type VersionRow = VersionMeta & Readonly<Record<string, unknown>>;

/** SQL for (planning, change) as a single number, as in the `closed` indexes. */
export const CLOSED = (alias: string) =>
  `int8range((${alias}.planning::bigint << 40) | ${alias}.from_change, (${alias}.planning::bigint << 40) | ${alias}.to_change)`;

export const BEGUN = (alias: string) => `((${alias}.planning::bigint << 40) | ${alias}.from_change)`;

/** The parameter to compare with CLOSED and BEGUN. A string, because it may exceed 2^53. */
export const stab = (planning: number, change: number): string => String((BigInt(planning) << 40n) | BigInt(change));

interface KindDescription {
  readonly kind: Kind;
  readonly bit: number;
  readonly table: string;
  readonly fieldNames: readonly string[];
  /** The column that identifies an entity within a layer. */
  readonly keyColumn: 'id' | 'operation';
  readonly sql: {
    /** $1 planning, $2 workspace, $3 change, $4 stab: the rows of a layer at that change, without the mainline's tombstones. */
    readonly stateAt: string;
    /** $1 planning, $2 workspace, $3 stab: those rows of `stateAt` that have ended since. */
    readonly endedSince: string;
    /** $1 and $2 stab: the rows of all layers that begin after the first change, up to and including the second, in order of writing. */
    readonly begun: string;
    readonly columns: (alias: string) => string;
  };
}

function describeKind(kind: Kind, index: number): KindDescription {
  const table = VERSION_TABLES[kind];
  const name = getTableName(table);
  const isHidden = (key: string) => META.includes(key) || (kind === 'operation' && isOneOf(WINDOW_COLUMNS, key));
  const keyColumn = kind === 'assignment' ? 'operation' : 'id';
  const columns = (alias: string) => selectList(table, alias);
  const visible = '($2::int <> 0 or not t.tombstone)';
  const ended = (at: string): string => `select ${columns('t')} from ${name} t
          where t.to_change is not null and ${CLOSED('t')} @> ${at}::bigint
            and t.planning = $1::int and t.workspace = $2::int and ${visible}`;
  return {
    kind,
    bit: 1 << index,
    table: name,
    keyColumn,
    fieldNames: columnsOf(table)
      .map(({ key }) => key)
      .filter((key) => !isHidden(key)),
    sql: {
      columns,
      stateAt: `select ${columns('t')} from ${name} t
          where t.planning = $1::int and t.workspace = $2::int and t.to_change is null and t.from_change <= $3::bigint and ${visible}
        union all
        ${ended('$4')}`,
      endedSince: ended('$3'),
      begun: `select ${columns('t')} from ${name} t
        where ${BEGUN('t')} > $1::bigint and ${BEGUN('t')} <= $2::bigint order by t.from_change, t.version_id`,
    },
  };
}

export const DESCRIPTIONS = recordOf(KINDS, describeKind);

export const kindsOf = (bits: number): Kind[] => KINDS.filter((kind) => (bits & DESCRIPTIONS[kind].bit) !== 0);

/** Exactly the kind's fields, of a row that has them or of fields; absent ones are null. */
export function fieldsOf<K extends Kind>(kind: K, row: Readonly<Record<string, unknown>>): Fields[K] {
  const fields: Record<string, unknown> = {};
  for (const name of DESCRIPTIONS[kind].fieldNames) fields[name] = row[name] ?? null;
  return fields as Fields[K];
}

/**
 * Converts a row. `workspaceId` maps the key of the row's layer to its id. Only with `isHistory` does the version have its `validTo`; in a state, it
 * reads as current although it was closed later.
 */
export function versionOf<K extends Kind>(
  kind: K,
  row: VersionRow,
  workspaceId: (key: number) => string | null,
  isHistory = false,
): Version<K> {
  return asVersion<K>({
    kind,
    id: row.id,
    versionId: row.versionId,
    workspace: workspaceId(row.workspace),
    change: row.fromChange,
    base: row.baseVersion,
    tombstone: row.tombstone,
    validFrom: row.validFrom,
    validTo: isHistory ? row.validTo : null,
    createdAt: row.createdAt,
    fields: fieldsOf(kind, row),
  });
}

export const layerRow = (kind: Kind, row: VersionRow, workspaceId: (key: number) => string | null): LayerRow => ({
  version: versionOf(kind, row, workspaceId),
  released: row.released,
});
