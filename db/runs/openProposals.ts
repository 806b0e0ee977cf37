import { present } from '../../engine/present.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';
import { PLANNING, selectList } from '../schema/columns.ts';
import { proposals as proposalTable } from '../schema/runs.ts';
import type { Proposal, Proposals } from './runs.ts';

const PROPOSAL = `select ${selectList(proposalTable, 'r', PLANNING)} from proposals r join plannings p on p.key = r.planning`;

export function openProposals({ sql }: Database): Proposals {
  const find = (on: Sql | TransactionSql, where: string, values: readonly (string | number)[]) =>
    queryOne<Proposal>(on, `${PROPOSAL} where ${where}`, values);
  return {
    async create(proposal) {
      const { id, planning, workspace, change, moves, score, explanation, createdBy } = proposal;
      const created = await queryOne<{ createdAt: number }>(
        sql,
        `insert into proposals (id, planning, workspace, change, moves, score, explanation, created_by, created_at)
          values ($1, $2::int, $3, $4::bigint, $5::text::jsonb, $6::text::jsonb, $7, $8, ${CLOCK}) returning created_at as "createdAt"`,
        [id, planning.key, workspace, change, JSON.stringify(moves), JSON.stringify(score), explanation, createdBy],
      );
      return { ...proposal, ...present(created), changeset: null };
    },
    get: (planning, id) => find(sql, "r.id = $1 and r.planning = $2::int and r.source = 'agent'", [id, planning.key]),
    lock: (tx, id) => find(tx, 'r.id = $1 for update of r', [id]),
    async markApplied(tx, id, changeset) {
      await tx`update proposals set changeset = ${changeset} where id = ${id}`;
    },
    async prune(maxAgeMs) {
      const expired = `delete from proposals where source = 'agent' and created_at <= ${CLOCK} - $1::bigint returning id`;
      const rows = await query(sql, expired, [maxAgeMs]);
      return rows.length;
    },
  };
}
