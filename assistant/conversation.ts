import { randomUUID } from 'node:crypto';
import type { AgentLine } from '../api/contract/agent.ts';
import type { ProposalRecord } from './agentSchedule.ts';
import { type Tool, type ToolContext, ToolProblem } from './tools/tool.ts';

/** The outcome of a tool: its result, or the problem. */
export type Outcome<R> =
  | { readonly ok: true; readonly result: R }
  | { readonly ok: false; readonly problem: ToolProblem };

/** The lines of one answer, in the order in which they are sent. */
export class Conversation {
  readonly context: ToolContext;
  /** All that was said so far in this answer. */
  text = '';
  private readonly push: (line: AgentLine) => void;
  private readonly describe: (error: unknown) => string;

  /** `describe` turns an error into text for the user. */
  constructor(
    context: Omit<ToolContext, 'propose'>,
    push: (line: AgentLine) => void,
    describe: (error: unknown) => string,
  ) {
    this.context = { ...context, propose: (proposal) => push(proposalLine(proposal)) };
    this.push = push;
    this.describe = describe;
  }

  say(text: string): void {
    this.text += text;
    this.show({ type: 'text', delta: text });
  }

  show(line: AgentLine): void {
    this.push(line);
  }

  /** Calls a tool and shows the call to the user. */
  async call<I, R>(tool: Tool<I, R>, input: I, id: string = randomUUID()): Promise<Outcome<R>> {
    this.push({ type: 'tool_call', id, name: tool.name, arguments: input });
    const outcome = await this.attempt(tool, input);
    const result = outcome.ok ? outcome.result : problemResult(outcome.problem);
    this.push({ type: 'tool_result', id, name: tool.name, result });
    return outcome;
  }

  /** Runs a tool. A refusal by the tool is returned as an outcome. Throws if the user disconnected. */
  async attempt<I, R>(tool: Tool<I, R>, input: I): Promise<Outcome<R>> {
    try {
      return { ok: true, result: await tool.run(this.context, input) };
    } catch (error) {
      if (this.context.signal.aborted) throw error;
      if (error instanceof ToolProblem) return { ok: false, problem: error };
      return { ok: false, problem: new ToolProblem(this.describe(error)) };
    }
  }
}

export const problemResult = ({ message, choices }: ToolProblem) => ({
  error: message,
  ...(choices.length === 0 ? {} : { choices }),
});

const proposalLine = ({ id, moves, score, explanation }: ProposalRecord): AgentLine => ({
  type: 'proposal',
  id,
  moves: moves.map((move) => ({ ...move })),
  score: { before: { ...score.before }, after: { ...score.after }, delta: score.delta },
  explanation,
});
