import type { Database } from '../connection/database.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import type { Signals } from '../signals/signals.ts';
import type { Pieces } from './pieces.ts';

/** A helper that was not heard of for this long counts as dead. */
const STALE_MS = 5_000;
/** A piece that no helper has claimed for this long is given back to its run. */
const UNCLAIMED_MS = 15_000;
/** Helpers that were last heard of this long ago are deleted. */
const FORGOTTEN_MS = 3_600_000;

const encoded = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
const decoded = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** `version` is that of this process. */
export const openPieces = ({ sql }: Database, signals: Signals, version: string): Pieces => ({
  ...asking(sql, signals, version),
  ...helping(sql, signals, version),
});

const asking = (
  sql: Database['sql'],
  signals: Signals,
  version: string,
): Pick<Pieces, 'ask' | 'news' | 'withdraw' | 'onNews'> => ({
  async ask({ run, attempt, piece }, order) {
    await query(
      sql,
      `insert into run_pieces (run, attempt, piece, version, asked, asked_at)
        select id, $2::int, $3::int, $4, $5, ${CLOCK} from runs where id = $1 and attempt = $2::int`,
      [run, attempt, piece, version, encoded(order)],
    );
    signals.committed([{ kind: 'piece', run }]);
  },
  async news({ run, attempt }, worker) {
    const helpers = await queryOne<{ places: number }>(
      sql,
      `select coalesce(sum(places), 0)::int as places from run_helpers
        where version = $1 and worker <> $2 and beat_at > ${CLOCK} - ${STALE_MS}`,
      [version, worker],
    );
    const places = helpers?.places ?? 0;
    const rows = await query<{ piece: number; answer: string | null }>(
      sql,
      `delete from run_pieces where run = $1 and attempt = $2::int and (answered_at is not null
          or (helper is not null and beat_at < ${CLOCK} - ${STALE_MS})
          or (helper is null and asked_at < ${CLOCK} - $3::bigint))
        returning piece, answer`,
      [run, attempt, places === 0 ? -1 : UNCLAIMED_MS],
    );
    const answers = rows.map(({ piece, answer }) => ({ piece, answer: answer === null ? null : decoded(answer) }));
    return { places, answers };
  },
  async withdraw({ run, attempt }) {
    await query(sql, 'delete from run_pieces where run = $1 and attempt <= $2::int', [run, attempt]);
    await query(sql, `delete from run_helpers where beat_at < ${CLOCK} - ${FORGOTTEN_MS}`);
  },
  onNews: (run, listener) =>
    signals.subscribe({
      onSignal: (signal) => {
        if (signal.kind === 'piece' && signal.run === run) listener();
      },
      onReconnect: listener,
    }),
});

const helping = (
  sql: Database['sql'],
  signals: Signals,
  version: string,
): Pick<Pieces, 'offer' | 'claim' | 'beat' | 'answer'> => ({
  async offer(worker, places) {
    const rows = await query(
      sql,
      `insert into run_helpers (worker, version, places, beat_at)
        select $1, $2, $3::int, ${CLOCK} where exists (select from runs where status = 'RUNNING' and worker <> $1)
        on conflict (worker) do update set version = excluded.version, places = excluded.places, beat_at = excluded.beat_at
        returning worker`,
      [worker, version, places],
    );
    return rows.length > 0;
  },
  async claim(worker) {
    const row = await queryOne<{ run: string; attempt: number; piece: number; solver: string; asked: string }>(
      sql,
      `update run_pieces p set helper = $1, beat_at = ${CLOCK} from runs r
        where r.id = p.run and (p.run, p.attempt, p.piece) = (
          select w.run, w.attempt, w.piece from run_pieces w join runs o on o.id = w.run
          where w.helper is null and w.version = $2 and o.status = 'RUNNING' and o.attempt = w.attempt and o.worker <> $1
          order by w.asked_at, w.piece limit 1 for update of w skip locked)
        returning p.run, p.attempt, p.piece, r.solver, p.asked`,
      [worker, version],
    );
    if (row === undefined) return undefined;
    const { asked, ...piece } = row;
    return { ...piece, order: decoded(asked) };
  },
  async beat({ run, attempt, piece }, worker) {
    const rows = await query(
      sql,
      `update run_pieces set beat_at = ${CLOCK} where run = $1 and attempt = $2::int and piece = $3::int and helper = $4
        returning piece`,
      [run, attempt, piece, worker],
    );
    return rows.length > 0;
  },
  async answer({ run, attempt, piece }, worker, answer) {
    await query(
      sql,
      `update run_pieces set answer = $5, answered_at = ${CLOCK}
        where run = $1 and attempt = $2::int and piece = $3::int and helper = $4`,
      [run, attempt, piece, worker, answer === null ? null : encoded(answer)],
    );
    signals.committed([{ kind: 'piece', run }]);
  },
});
