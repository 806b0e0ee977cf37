import type { Sql } from '../connection/database.ts';
import { CLOSED_RANGE, stab } from './kinds.ts';
import type { StateReader } from './stateReader.ts';
import type { RangeField, StatePoint } from './store.ts';
import { StoreError } from './storeError.ts';
import { clampedSecond, operationsInWindow, RANGE_COLUMNS, type Window } from './windows.ts';

const WINDOW = `int8range((o.planning::bigint << 34) | o.window_from, (o.planning::bigint << 34) | o.window_to, '[]')`;
const snake = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** $1 planning, $2 change, $3 and $4 from and to in ms, $5 and $6 the same as the index has them, $7 stab. */
export const windowQuery = (rangeField: RangeField): string => {
  const [inbound, outbound] = RANGE_COLUMNS[rangeField].map(snake);
  const exactly = `o.planning = $1::int and o.workspace = 0 and not o.tombstone
    and o.${inbound} <= $4::bigint and o.${outbound} >= $3::bigint`;
  const found = `${WINDOW} && int8range($5::bigint, $6::bigint, '[]')`;
  return `select o.id from operations o
      where o.to_change is null and o.workspace = 0 and ${found} and o.from_change <= $2::bigint and ${exactly}
    union all
    select o.id from operations o
      where o.to_change is not null and ${CLOSED_RANGE('o')} @> $7::bigint and ${found} and ${exactly}
    order by id`;
};

export const windowValues = (planning: number, change: number, { from, to }: Window): (string | number)[] => {
  const encoded = (second: number) => String((BigInt(planning) << 34n) | BigInt(second));
  return [
    planning,
    change,
    from,
    to,
    encoded(clampedSecond(from, Math.floor)),
    encoded(clampedSecond(to, Math.ceil)),
    stab(planning, change),
  ];
};

/** One indexed query on the mainline, now or at any past change. A workspace is its state: drafts move windows about. */
export class WindowReader {
  readonly #sql: Sql;
  readonly #reader: StateReader;

  constructor(sql: Sql, reader: StateReader) {
    this.#sql = sql;
    this.#reader = reader;
  }

  async operationsInWindow(point: StatePoint, window: Window): Promise<string[]> {
    const { planning, workspace = null } = point;
    if (workspace !== null) {
      const state = await this.#reader.state(point);
      return operationsInWindow(state, window)
        .map(({ id }) => id)
        .sort();
    }
    const head = await this.#reader.head(planning);
    const change = point.change ?? head;
    if (change < 0 || change > head)
      throw new StoreError('change_not_found', `Change ${change} does not exist; the last one is ${head}.`, { change });
    if (window.from > window.to) return [];
    const rows = (await this.#sql.unsafe(windowQuery(window.rangeField), windowValues(planning.key, change, window), {
      prepare: true,
    })) as unknown as { id: string }[];
    return rows.map(({ id }) => id);
  }
}
