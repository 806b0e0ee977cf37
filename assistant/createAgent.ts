import { ScheduleError } from '../schedule/errors.ts';
import type { Scope } from '../schedule/types.ts';
import type { AgentLine, AgentRequest } from '../api/contract/agent.ts';
import { checked } from '../schedule/entities/checked.ts';
import type { Json } from '../schedule/entities/primitives.ts';
import type { VirtualState } from '../api/contract/resolution.ts';
import type { AgentSchedule } from './agentSchedule.ts';
import { Conversation } from './conversation.ts';
import type { Directory } from './directory/directory.ts';
import { readDirectory } from './directory/readDirectory.ts';
import { interpret } from './interpreter/interpreter.ts';
import { LineQueue } from './lineQueue.ts';
import type { TimeFrame } from './time/dayWords.ts';
import { DAY_MS, startOfDay } from '../engine/zonedTime.ts';
import { findTool } from './tools/registry.ts';
import { type ToolContext, ToolProblem } from './tools/tool.ts';

/** An error whose message tells the user why there is no answer. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
}

/** Answers a request. Returns the `usage` of the last line. */
export type Answerer = (conversation: Conversation, request: AgentRequest) => Promise<Json>;

export interface AgentOptions {
  readonly schedule: AgentSchedule;
  readonly clock: () => number;
  /** Answers with a language model. If absent, the rule-based interpreter answers. */
  readonly model?: Answerer;
  /** Called with unexpected errors, for the log; the user only sees that the request failed. */
  readonly onFault?: (error: unknown) => void;
}

export interface Caller {
  readonly scope: Scope;
  /** Planning id. */
  readonly planning: string;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

export interface Agent {
  /** Throws what the schedule refuses (404 for a planning of others) before the first line. Later failures are sent as an `error` line. */
  chat(caller: Caller, request: AgentRequest): Promise<AsyncIterable<AgentLine>>;
  /** Runs one tool. Throws ToolProblem, and what the schedule refuses. */
  runTool(caller: Caller, name: string, input: unknown, virtualState?: VirtualState): Promise<unknown>;
}

/** Creates the assistant: a model or the interpreter, with one set of tools. */
export const createAgent = ({ schedule, clock, model, onFault }: AgentOptions): Agent => {
  const describe = (error: unknown): string => {
    if (error instanceof ScheduleError) return error.detail;
    onFault?.(error);
    return 'That failed unexpectedly.';
  };
  const contextOf = ({ scope, planning, signal }: Caller, virtualState: VirtualState): Omit<ToolContext, 'propose'> => {
    let directory: Promise<Directory> | null = null;
    const read = (): Promise<Directory> => (directory ??= readDirectory(schedule, scope, planning, virtualState));
    const frame = async (): Promise<TimeFrame> => frameOf(await read(), clock());
    return { schedule, scope, planning, virtualState, signal, directory: read, frame };
  };
  return {
    async chat(caller, request) {
      const context = contextOf(caller, request.virtualState ?? {});
      await context.directory();
      if (request.virtualState !== undefined) await schedule.score(caller.scope, caller.planning, request.virtualState);
      const lines = new LineQueue<AgentLine>();
      const conversation = new Conversation(context, (line) => lines.push(line), describe);
      void fill(lines, () => answer(conversation, request, model));
      return lines;
    },
    async runTool(caller, name, input, virtualState = {}) {
      const tool = findTool(name);
      if (tool === undefined) throw new ToolProblem(`There is no tool ${name}.`);
      const parsed = checked(tool.input, input);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw new ToolProblem(`${name}: ${issue?.path.join('.') || 'input'}: ${issue?.message ?? 'is not valid'}`);
      }
      return tool.run({ ...contextOf(caller, virtualState), propose: () => undefined }, parsed.data);
    },
  };
};

const fill = async (lines: LineQueue<AgentLine>, run: () => Promise<Json>): Promise<void> => {
  try {
    lines.push({ type: 'done', usage: await run() });
    lines.end();
  } catch (error) {
    if (!(error instanceof AgentError)) return lines.fail(error);
    lines.push({ type: 'error', detail: error.message, code: 'model_failed' });
    lines.end();
  }
};

const answer = async (
  conversation: Conversation,
  request: AgentRequest,
  model: Answerer | undefined,
): Promise<Json> => {
  if (model !== undefined) return model(conversation, request);
  await interpret(conversation, request.messages);
  return { model: null };
};

/**
 * The current time. If the planning does not cover the present, the morning of its day with the most arrivals, or its beginning if it is over by that
 * morning.
 */
const frameOf = (directory: Directory, now: number): TimeFrame => {
  const { horizon, zone } = directory;
  const isCovered = horizon === null || (now >= horizon.from - DAY_MS && now <= horizon.to + DAY_MS);
  if (isCovered) return { now, zone };
  const first = startOfDay(horizon.from, zone);
  const arrivals = new Map<number, number>();
  for (const { from } of directory.operations.values()) {
    const day = Math.floor((from - first) / DAY_MS);
    if (!Number.isNaN(day)) arrivals.set(day, (arrivals.get(day) ?? 0) + 1);
  }
  const [busiest] = [...arrivals].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  const morning = startOfDay(first, zone, busiest) + MORNING_MS;
  return { now: morning < horizon.to ? morning : horizon.from, zone, present: now };
};

const MORNING_MS = 6 * 3_600_000;
