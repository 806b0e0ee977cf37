import type { z } from 'zod';
import type { Scope } from '../../schedule/types.ts';
import type { VirtualState } from '../../api/contract/resolution.ts';
import type { AgentSchedule, ProposalRecord } from '../agentSchedule.ts';
import type { Directory } from '../directory/directory.ts';
import type { EntityKind } from '../directory/names.ts';
import { readTime } from '../time/readTime.ts';
import type { TimeFrame } from '../time/dayWords.ts';
import { toLocalIso } from '../../engine/zonedTime.ts';
import { readWords } from '../words.ts';

/** What tools work on: one planning with the caller's rights. */
export interface ToolContext {
  readonly schedule: AgentSchedule;
  readonly scope: Scope;
  /** Planning id; no tool can access another planning. */
  readonly planning: string;
  readonly virtualState: VirtualState;
  readonly signal: AbortSignal;
  /** Read once per request. */
  readonly directory: () => Promise<Directory>;
  readonly frame: () => Promise<TimeFrame>;
  /** Shows a stored proposal to the user. */
  readonly propose: (proposal: ProposalRecord) => void;
}

export interface Tool<I = unknown, R = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  /** Whether it stores something: a proposal or a run. No tool changes the schedule. */
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

/** Tells the caller what a tool cannot do, and why. */
export class ToolProblem extends Error {
  override readonly name = 'ToolProblem';
  /** For an ambiguous name, what it may mean. */
  readonly choices: readonly { readonly id: string; readonly name: string }[];

  constructor(message: string, choices: ToolProblem['choices'] = []) {
    super(message);
    this.choices = choices;
  }
}

const SHOWN_CHOICES = 8;

/** The one entity of this planning to which a name or id refers. Throws ToolProblem if there is none or more than one. */
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

/** The resources that a tool's input names by `resource` and `location`; null if it names neither. */
export const placesOf = (
  directory: Directory,
  { resource, location }: { readonly resource?: string | undefined; readonly location?: string | undefined },
): ReadonlySet<string> | null => {
  const only = resource === undefined ? null : oneOf(directory, 'resource', resource);
  const inside = location === undefined ? null : directory.resourcesIn(oneOf(directory, 'location', location));
  if (only === null) return inside;
  return new Set(inside === null || inside.has(only) ? [only] : []);
};

/** Reads an instant of a tool's input: ISO 8601, or a clock time near now (`14:00`) in the planning's zone. */
export const instantFrom = (text: string, frame: TimeFrame): number => {
  const words = readWords(text);
  const taken = readTime(words, 0, frame);
  if (taken !== null && taken.length === words.length && taken.value.kind === 'instant') return taken.value.at;
  throw new ToolProblem(`"${text}" is not a time; write 2026-11-20T14:00 (local) or 14:00.`);
};

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Reads a span; null if neither end is given. An open end extends to that of the planning. */
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

/** Local time with its offset; null if the time is NaN. */
export const shownTime = (ms: number, zone: string): string | null => (Number.isNaN(ms) ? null : toLocalIso(ms, zone));
