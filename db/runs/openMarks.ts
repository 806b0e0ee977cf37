import { query } from '../query.ts';
import type { Database } from '../connection/database.ts';
import { selectList } from '../schema/columns.ts';
import { conflictMarks } from '../schema/plannings.ts';
import type { Signals } from '../signals/signals.ts';
import type { Marks } from './marks.ts';
import type { PlanningRef } from '../versions/planningState.ts';

/** Maximum number of marks per planning. */
const MOST_MARKS = 10_000;

export function openMarks({ sql }: Database, signals: Signals): Marks {
  const signal = ({ key }: PlanningRef, conflict: string): void =>
    signals.committed([{ kind: 'mark', planning: key, conflict }]);
  return {
    async all({ key }, now) {
      const rows = await query<typeof conflictMarks.$inferSelect>(
        sql,
        `select ${selectList(conflictMarks, 'm')} from conflict_marks m
          where m.planning = $1::int and (m.until is null or m.until > $2::bigint)`,
        [key, now],
      );
      return new Map(rows.map(({ planning: _planning, ...mark }) => [mark.conflict, mark]));
    },
    async put(planning, { conflict, state, note, until, author, at }, { keepsEarlier }) {
      const { key } = planning;
      await sql`delete from conflict_marks where planning = ${key} and until <= ${at}`;
      const rows = await sql`
        insert into conflict_marks (planning, conflict, state, note, until, author, at)
          select ${key}::int, ${conflict}::text, ${state}::text, ${note}::text, ${until}::bigint, ${author}::text, ${at}::bigint
            where (select count(*) from conflict_marks where planning = ${key} and conflict <> ${conflict}) < ${MOST_MARKS}
          on conflict (planning, conflict) do update
            set state = excluded.state, note = excluded.note, until = excluded.until, author = excluded.author, at = excluded.at
            where not ${keepsEarlier}::boolean
          returning conflict`;
      if (rows.length === 0) return false;
      signal(planning, conflict);
      return true;
    },
    async remove(planning, conflict) {
      await sql`delete from conflict_marks where planning = ${planning.key} and conflict = ${conflict}`;
      signal(planning, conflict);
    },
  };
}
