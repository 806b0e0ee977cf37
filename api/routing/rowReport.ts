import { isRecord, memberOf } from '../../engine/recordOf.ts';
import type { z } from 'zod';
import { Turn } from '../../schedule/turns.ts';
import { type Problem, problemsOf } from '../contract/error.ts';
import { parse } from './parse.ts';

export interface RowProblem extends Problem {
  /** The line of a file, or the position in a list, from 1; null when no single row is at fault. */
  readonly row: number | null;
}

/** Collects, during the dry run of a list in a body, the rows of its valid items and the problems of the invalid ones. */
export class RowReport {
  /** The line of each item in the body; empty when rows are positions in a list. */
  readonly lines: number[] = [];
  /** The row of each valid item. */
  readonly rows: number[] = [];
  readonly problems: RowProblem[] = [];
  /** The column of a file that each member comes from; empty where they have the same names. */
  columns: ReadonlyMap<string, string> = new Map();

  /** The column that a member of an item comes from, or else the member. */
  nameOf(path: string): string {
    for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
      const column = this.columns.get(part);
      if (column !== undefined) return column;
    }
    return path;
  }

  /** Parses the body, leaving out invalid items of its lists. Throws 400 when the rest of the body is invalid. */
  async parse(schema: z.ZodType, lists: Readonly<Record<string, z.ZodType>>, value: unknown): Promise<unknown> {
    const members = Object.entries(lists).flatMap(([member, item]) => {
      const items = memberOf(value, member);
      const valid: unknown[] = [];
      return Array.isArray(items) ? [{ member, item, items, valid }] : [];
    });
    if (members.length === 0 || !isRecord(value)) return parse(schema, value);
    const emptied = Object.fromEntries(members.map(({ member }) => [member, []]));
    const body = parse(schema, { ...value, ...emptied });
    const turn = new Turn();
    let before = 0;
    for (const { item, items, valid } of members) {
      for (const [i, one] of items.entries()) {
        const row = this.lines[before + i] ?? i + 1;
        const parsed = item.safeParse(one);
        if (parsed.success) {
          valid.push(parsed.data);
          this.rows.push(row);
        } else
          for (const problem of problemsOf(parsed.error))
            this.problems.push({ row, ...problem, path: this.nameOf(problem.path) });
        if (turn.isOver) await turn.pass();
      }
      before += items.length;
    }
    return Object.assign({}, body, Object.fromEntries(members.map(({ member, valid }) => [member, valid])));
  }
}
