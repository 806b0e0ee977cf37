import type { z } from 'zod';
import type { Scope } from '../../schedule/types.ts';
import type { VirtualState } from '../../api/contract/resolution.ts';
import type { AgentSchedule, ProposalRecord } from '../agentSchedule.ts';
import type { Directory } from '../directory/directory.ts';
import type { EntityKind } from '../directory/names.ts';
import { readTime } from '../time/readTime.ts';
import type { TimeFrame } from '../time/dayWords.ts';
import { toLocalIso } from '../time/zonedTime.ts';
import { readWords } from '../words.ts';

/** What tools work on: one planning, as the caller sees it, with the caller's rights. */
export interface ToolContext {
  readonly schedule: AgentSchedule;
  readonly scope: Scope;
  /** Id. No tool takes another. */
  readonly planning: string;
  readonly virtualState: VirtualState;
  readonly signal: AbortSignal;
  /** Read once a request. */
  readonly directory: () => Promise<Directory>;
  readonly frame: () => Promise<TimeFrame>;
  /** Shows a stored proposal to the user. */
  readonly propose: (proposal: ProposalRecord) => void;
}

export interface Tool<I = unknown, R = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  /** Stores something: a proposal, or a run. None changes the schedule. */
  readonly writes: boolean;
  run(context: ToolContext, input: I): Promise<R>;
}

export const defineTool = <I, R>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  readonly writes?: true;
  readonly run: (context: ToolContext, input: I) => Promise<R>;
}): Tool<I, R> => ({ ...tool, writes: tool.writes ?? false });

/** What a tool cannot do, and why; for whoever asked. */
export class ToolProblem extends Error {
  override readonly name = 'ToolProblem';
  /** With an ambiguous name: what it may mean. */
  readonly choices: readonly { readonly id: string; readonly name: string }[];

  constructor(message: string, choices: ToolProblem['choices'] = []) {
    super(message);
    this.choices = choices;
  }
}

const SHOWN_CHOICES = 8;

/** The one entity of this planning that a name or id means. Throws ToolProblem for none, and for several. */
export const oneOf = (directory: Directory, kind: EntityKind, text: string): string => {
  const ids = directory.resolve(kind, text);
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) throw new ToolProblem(`There is no ${kind} called "${text}" in this planning.`);
  const choices = ids.slice(0, SHOWN_CHOICES).map((id) => ({ id, name: directory.nameOf(kind, id) }));
  throw new ToolProblem(
    `"${text}" may mean ${ids.length} ${kind}s: ${choices.map(({ id, name }) => `${name} (${id})`).join(', ')}. Use an id.`,
    choices,
  );
};

/** An instant as tools take it: ISO 8601, or a clock time near now (`14:00`), in the planning's zone. */
export const instantFrom = (text: string, frame: TimeFrame): number => {
  const words = readWords(text);
  const taken = readTime(words, 0, frame);
  if (taken !== null && taken.length === words.length && taken.value.kind === 'instant') return taken.value.at;
  throw new ToolProblem(`"${text}" is no time; write 2026-11-20T14:00 (local) or 14:00.`);
};

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Null when neither end is given; an open end is that of the planning. */
export const spanFrom = async (
  context: ToolContext,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Span | null> => {
  if (from === undefined && to === undefined) return null;
  const frame = await context.frame();
  const { horizon } = await context.directory();
  const start = from === undefined ? Math.min(horizon?.from ?? frame.now, frame.now) : instantFrom(from, frame);
  const end = to === undefined ? Math.max(horizon?.to ?? start, start) + 1000 : instantFrom(to, frame);
  if (end <= start) throw new ToolProblem('The window must start before it ends.');
  return { from: start, to: end };
};

/** Local time with its offset; null where a time is missing. */
export const shownTime = (ms: number, zone: string): string | null => (Number.isNaN(ms) ? null : toLocalIso(ms, zone));
