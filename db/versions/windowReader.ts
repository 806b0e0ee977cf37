import { query } from '../query.ts';
import type { Sql } from '../connection/database.ts';
import type { Version } from './entities.ts';
import { CLOSED, stab } from './kinds.ts';
import type { Layer } from './layer.ts';
import { LayeredState } from './layeredState.ts';
import type { PlanningState } from './planningState.ts';
import { publishedChange } from './pastStates.ts';
import type { StateReader } from './stateReader.ts';
import type { RangeField, StatePoint } from './store.ts';
import { StoreError } from '../storeError.ts';
import { clampedSecond, meets, operationsInWindow, RANGE_COLUMNS, type Window } from './windows.ts';

const WINDOW = `int8range((o.planning::bigint << 34) | o.window_from, (o.planning::bigint << 34) | o.window_to, '[]')`;
const snake = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** $1 planning, $2 change, $3 and $4 from and to in milliseconds, $5 and $6 the same as encoded in the index, $7 stab. */
export const windowQuery = (rangeField: RangeField): string => {
  const [inbound, outbound] = RANGE_COLUMNS[rangeField].map(snake);
  const exactly = `o.planning = $1::int and o.workspace = 0 and not o.tombstone
    and o.${inbound} <= $4::bigint and o.${outbound} >= $3::bigint`;
  const found = `${WINDOW} && int8range($5::bigint, $6::bigint, '[]')`;
  return `select o.id from operations o
      where o.to_change is null and o.workspace = 0 and ${found} and o.from_change <= $2::bigint and ${exactly}
    union all
    select o.id from operations o
      where o.to_change is not null and ${CLOSED('o')} @> $7::bigint and ${found} and ${exactly}
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

/**
 * Finds operations by time: one indexed query on the mainline, now or at any past change, plus the draft's own rows. A state with few operations is
 * scanned instead.
 */
export class WindowReader {
  private readonly sql: Sql;
  private readonly reader: StateReader;
  private readonly scanned: number;

  /** `scanned` is the number of operations up to which a state is scanned. */
  constructor(sql: Sql, reader: StateReader, scanned: number) {
    this.sql = sql;
    this.reader = reader;
    this.scanned = scanned;
  }

  async operationsInWindow(point: StatePoint, window: Window): Promise<string[]> {
    const { planning, workspace = null } = point;
    if (workspace !== null) {
      const found = await this.operationsIn(await this.reader.state(point), window);
      return found.map(({ id }) => id).sort();
    }
    const head = await this.reader.head(planning);
    const change = point.change ?? head;
    if (change < 0 || change > head)
      throw new StoreError('change_not_found', `Change ${change} does not exist; the last one is ${head}.`, { change });
    return window.from > window.to ? [] : this.onMainline(planning.key, change, window);
  }

  async operationsIn(state: PlanningState, window: Window): Promise<Version<'operation'>[]> {
    if (!(state instanceof LayeredState)) throw new Error('The state is not from this store.');
    if (state.main.rows.operation.size <= this.scanned || window.from > window.to)
      return operationsInWindow(state, window);
    const change = publishedChange(state.main, state.workspace) ?? state.change;
    const candidates = new Set(await this.onMainline(state.planning.key, change, window));
    if (state.draft !== null) for (const id of operationsOf(state.draft)) candidates.add(id);
    return [...candidates].flatMap((id) => {
      const operation = state.get('operation', id);
      return operation !== undefined && meets(state, id, window) ? [operation] : [];
    });
  }

  /** Ordered by id. */
  private async onMainline(planning: number, change: number, window: Window): Promise<string[]> {
    const values = windowValues(planning, change, window);
    const rows = await query<{ id: string }>(this.sql, windowQuery(window.rangeField), values);
    return rows.map(({ id }) => id);
  }
}

/** Operations that a draft may have moved into a window: its own, and those of its tasks. An operation that lost a task has no window. */
function* operationsOf(draft: Layer): IterableIterator<string> {
  for (const [id] of draft.rows.operation.entries()) yield id;
  for (const { fields } of draft.rows.task.values()) if (fields.operation !== null) yield fields.operation;
}
