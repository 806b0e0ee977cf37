import { present } from '../../engine/present.ts';
import { isRecord, memberOf } from '../../engine/recordOf.ts';
import type { z } from 'zod';
import { checked } from '../../schedule/entities/checked.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import { item as itemPath, joined, toError } from '../../schedule/problems.ts';
import { Turn } from '../../schedule/turns.ts';
import { type Problem, problemsOf } from '../contract/error.ts';
import { parse } from './parse.ts';

export interface RowProblem extends Problem {
  /** The line of a file, or the position in a list, from 1; null when no single row is at fault. */
  readonly row: number | null;
}

/** What somebody should know about a row that is taken nevertheless. */
export type RowWarning = Omit<RowProblem, 'code'>;

/**
 * Knows the rows that the items of a list in a body come from. During a dry run, also collects the rows of valid items and the problems of the invalid
 * ones.
 */
export class RowReport {
  readonly isDry: boolean;
  /** The line of each item in the body; empty when rows are positions in a list. */
  readonly lines: number[] = [];
  /** The row of each valid item. */
  readonly rows: number[] = [];
  readonly problems: RowProblem[] = [];
  readonly warnings: RowWarning[] = [];
  /** The column of a file that each member comes from; empty where they have the same names. */
  columns: ReadonlyMap<string, string> = new Map();
  /** Whether items come from fields of a file, which name single members of metadata, so that others keep their values. */
  namesMembers = false;

  constructor(isDry: boolean) {
    this.isDry = isDry;
  }

  /** The row of an item of the parsed body. */
  rowOf(item: number): number {
    return this.isDry ? present(this.rows[item]) : (this.lines[item] ?? item + 1);
  }

  /** The column that a member of an item comes from, or else the member. */
  nameOf(path: string): string {
    for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
      const column = this.columns.get(part);
      if (column !== undefined) return column;
    }
    return path;
  }

  /** Where items come from fields of a file, a refusal that names items names the lines and columns of the file instead: `lines.3.STA`. */
  inFile(error: unknown): unknown {
    if (!(error instanceof ScheduleError) || !error.errors?.length || !this.namesMembers) return error;
    return toError(
      error.errors.map((problem) => {
        const [list, index = '', ...member] = problem.path.split('.');
        const line = list === 'operations' || list === 'movements' ? this.lines[Number(index)] : undefined;
        if (line === undefined) return problem;
        return { ...problem, path: joined(itemPath('lines', line), this.nameOf(member.join('.'))) };
      }),
    );
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
        const parsed = checked(item, one);
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
