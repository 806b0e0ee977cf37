import { present } from '../../engine/present.ts';
import type { z } from 'zod';
import { Turn } from '../../schedule/turns.ts';
import { type Problem, problemsOf } from '../contract/error.ts';
import { parse } from './parse.ts';

export interface RowProblem extends Problem {
  /** As a user counts: the line of a file, or the item of a list, from 1; null: no single row is at fault. */
  readonly row: number | null;
}

/** What a dry run knows of a list in a body: where its items stood, and what is wrong with those that are left out. */
export class RowReport {
  /** Line of each item as it came; empty where items are counted. */
  readonly lines: number[] = [];
  /** Row of each item that goes on. */
  readonly rows: number[] = [];
  readonly problems: RowProblem[] = [];

  /** The body with those items of the list that its schema takes; the rest of it is judged as always. Throws 400. */
  async parse(schema: z.ZodType, [member, item]: readonly [string, z.ZodType], value: unknown): Promise<unknown> {
    const items = (value as Readonly<Record<string, unknown>> | null)?.[member];
    if (!Array.isArray(items)) return parse(schema, value);
    const body = parse(schema, { ...(value as object), [member]: [] }) as Record<string, unknown[]>;
    const turn = new Turn();
    for (const [i, one] of (items as unknown[]).entries()) {
      const row = this.lines[i] ?? i + 1;
      const parsed = item.safeParse(one);
      if (parsed.success) {
        present(body[member]).push(parsed.data);
        this.rows.push(row);
      } else this.problems.push(...problemsOf(parsed.error).map((problem) => ({ row, ...problem })));
      if (turn.isOver) await turn.pass();
    }
    return body;
  }
}
