import { createStore } from 'zustand/vanilla';
import { messageOf } from '../../../engine/messageOf.ts';
import { IN_LINES, linesOf } from '../../../client/lines.ts';
import { dataOf } from '../../../client/tidegate.ts';
import type { Board } from '../../shell/board.ts';
import { onePerBoard } from '../onePerBoard.ts';
import type { Plan } from '../../shell/plan.ts';
import { planningOf, type Schemas, serviceOf } from '../service.ts';

export type Proposal = Pick<
  Extract<Schemas['AgentLine'], { type: 'proposal' }>,
  'id' | 'moves' | 'score' | 'explanation'
>;

/** An entry of the conversation; a proposal is an entry, too. */
export type Said =
  | { readonly kind: 'planner' | 'assistant'; readonly text: string }
  | { readonly kind: 'proposal'; readonly proposal: Proposal; readonly state: ProposalState };

/** Whether a proposal is open, is being applied, or was applied by a changeset. */
type ProposalState = 'open' | 'applying' | { readonly change: string };

/** A message that was not answered, or not to the end. */
export interface Failed {
  readonly text: string;
  readonly why: string;
  /** What had been said before it. */
  readonly before: readonly Said[];
}

export interface ConversationState {
  /** What is being written. */
  readonly text: string;
  readonly failed: Failed | null;
  readonly said: readonly Said[];
  readonly isAnswering: boolean;
  /** The tool that is running, for display. */
  readonly doing: string;
}

const NOTHING: ConversationState = { text: '', failed: null, said: [], isAnswering: false, doing: '' };
/** How many of the latest messages are sent to the assistant. */
const MOST_TOLD = 40;

/** A conversation about the shown planning. It writes nothing: the planner applies proposals. */
export class Conversation {
  readonly state = createStore<ConversationState>(() => NOTHING);
  private readonly board: Board;
  private abort = new AbortController();
  private layer = '';

  constructor(board: Board) {
    this.board = board;
  }

  /** Starts a new conversation when another planning or draft is shown. */
  enter(layer: string): void {
    if (layer === this.layer) return;
    this.layer = layer;
    this.clear();
  }

  clear(): void {
    this.stop();
    this.state.setState(({ text }) => ({ ...NOTHING, text }));
  }

  stop(): void {
    this.abort.abort();
    this.state.setState({ isAnswering: false, doing: '' });
  }

  write(text: string): void {
    this.state.setState({ text });
  }

  /** Sends the message that was not answered again, in place of what came of it. */
  async repeat({ text, before }: Failed): Promise<void> {
    this.state.setState((state) => ({ said: before, text: state.text === text ? '' : state.text }));
    await this.send(text);
  }

  async send(text: string): Promise<void> {
    const { said: before } = this.state.getState();
    this.state.setState({ said: [...before, { kind: 'planner', text }], isAnswering: true, failed: null });
    this.abort = new AbortController();
    const { signal } = this.abort;
    try {
      const call = serviceOf(this.board).POST('/v1/plannings/{id}/agent/', {
        ...IN_LINES,
        params: planningOf(this.board),
        body: { messages: this.told() },
        signal,
      });
      for await (const line of linesOf<'/v1/plannings/{id}/agent/'>(call)) {
        if (line.type === 'text') this.say(line.delta);
        else if (line.type === 'tool_call') this.state.setState({ doing: line.name.replaceAll('_', ' ') });
        else if (line.type === 'tool_result') this.state.setState({ doing: '' });
        else if (line.type === 'proposal') this.add({ kind: 'proposal', proposal: line, state: 'open' });
        else if (line.type === 'error') throw new Error(line.detail);
      }
    } catch (error) {
      if (!signal.aborted) this.fail({ text, why: messageOf(error), before });
    } finally {
      if (!signal.aborted) this.state.setState({ isAnswering: false, doing: '' });
    }
  }

  async apply(plan: Plan, { id }: Proposal): Promise<void> {
    this.mark(id, 'applying');
    let applied: string | null = null;
    const isDone = await this.board.actions.carry(plan, 'Apply a proposal', async () => {
      const call = serviceOf(this.board).POST('/v1/plannings/{id}/agent/proposals/{proposal_id}/apply/', {
        params: { path: { ...planningOf(this.board).path, proposal_id: id } },
      });
      const { id: change, skipped } = await dataOf(call);
      applied = change;
      return { change, skipped };
    });
    this.mark(id, isDone && applied !== null ? { change: applied } : 'open');
  }

  private told(): Schemas['AgentRequest']['messages'] {
    return this.state
      .getState()
      .said.flatMap((one) =>
        one.kind === 'proposal'
          ? []
          : [{ role: one.kind === 'planner' ? ('user' as const) : ('assistant' as const), content: one.text }],
      )
      .slice(-MOST_TOLD);
  }

  /** Returns what was written to the field, unless the next message is there already. */
  private fail(failed: Failed): void {
    this.state.setState(({ said, text }) => ({
      failed,
      said: said.length === failed.before.length + 1 ? failed.before : said,
      text: text === '' ? failed.text : text,
    }));
  }

  private say(delta: string): void {
    const { said } = this.state.getState();
    const last = said.at(-1);
    if (last?.kind === 'assistant') {
      this.state.setState({ said: [...said.slice(0, -1), { kind: 'assistant', text: last.text + delta }] });
    } else if (delta.trim() !== '') this.add({ kind: 'assistant', text: delta.trimStart() });
  }

  private add(one: Said): void {
    this.state.setState(({ said }) => ({ said: [...said, one] }));
  }

  private mark(id: string, state: ProposalState): void {
    this.state.setState(({ said }) => ({
      said: said.map((one) => (one.kind === 'proposal' && one.proposal.id === id ? { ...one, state } : one)),
    }));
  }
}

export const conversationOf = onePerBoard((board) => new Conversation(board));
