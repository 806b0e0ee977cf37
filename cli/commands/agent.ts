import { createInterface } from 'node:readline';
import { Command } from 'commander';
import {
  type AgentClient,
  type AgentLine,
  type AgentRequest,
  openAgentClient,
  type ServerOptions,
  withServerOptions,
} from '../agentClient.ts';
import { InputError } from '../inputFile.ts';

export const agentCommand = (): Command =>
  withServerOptions(new Command('agent'))
    .argument(
      '[question...]',
      'ask this question and exit; without it, start a conversation (or read one question a line from standard input)',
    )
    .action(async (question: readonly string[], options: ServerOptions) => {
      const chat = new Chat(await openAgentClient(options), (text) => process.stdout.write(text));
      const isAnswered = question.length > 0 ? await chat.say(question.join(' ')) : await converse(chat);
      if (!isAnswered) process.exitCode = EXIT_REFUSED;
    });

const EXIT_REFUSED = 2;
const HINT = 'Ask in plain English ("help" says what). /apply N applies a proposal, /quit ends.\n';

/** Resolves with false if a script asked, and something was refused. */
const converse = async (chat: Chat): Promise<boolean> => {
  let isAnswered = true;
  const isTerminal = process.stdin.isTTY;
  const input = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout, prompt: '> ' } : {}),
  });
  if (isTerminal) process.stdout.write(HINT);
  if (isTerminal) input.prompt();
  for await (const line of input) {
    if (line.trim() === '/quit') break;
    if (line.trim() !== '' && !(await chat.say(line.trim())) && !isTerminal) isAnswered = false;
    if (isTerminal) input.prompt();
  }
  input.close();
  return isAnswered;
};

/** A conversation with the assistant, with its history and proposals. */
export class Chat {
  private readonly client: AgentClient;
  private readonly write: (text: string) => void;
  private readonly messages: AgentRequest['messages'] = [];
  private readonly proposals: string[] = [];

  constructor(client: AgentClient, write: (text: string) => void) {
    this.client = client;
    this.write = write;
  }

  /** Handles a question or `/apply N`. Shows the reason when the server refuses, and resolves with false then. */
  async say(text: string): Promise<boolean> {
    try {
      const number = /^\/apply\s+(\d+)$/.exec(text)?.[1];
      if (number !== undefined) await this.apply(Number(number));
      else if (text.startsWith('/')) this.write('The commands are /apply N and /quit.\n');
      else await this.ask(text);
      return true;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.write(`${error.problems.join('\n')}\n`);
      return false;
    }
  }

  private async ask(content: string): Promise<void> {
    this.messages.push({ role: 'user', content });
    let answer = '';
    for await (const line of this.client.ask(this.messages)) {
      if (line.type === 'text') answer += line.delta;
      this.show(line);
    }
    this.write('\n');
    if (answer !== '') this.messages.push({ role: 'assistant', content: answer });
  }

  private show(line: AgentLine): void {
    switch (line.type) {
      case 'text':
        this.write(line.delta);
        break;
      case 'tool_call':
        this.write(`[${line.name}] `);
        break;
      case 'proposal':
        this.proposals.push(line.id);
        this.write(`\n[proposal ${this.proposals.length}: ${line.explanation} /apply ${this.proposals.length}]\n`);
        break;
      case 'error':
        this.write(`\nError: ${line.detail}`);
        break;
      default:
        break;
    }
  }

  private async apply(number: number): Promise<void> {
    const proposal = this.proposals[number - 1];
    if (!proposal) {
      this.write(`There is no proposal ${number}.\n`);
      return;
    }
    const { id, skipped } = await this.client.apply(proposal);
    const left = skipped.map(({ operation, reason }) => `\n  left out: ${operation} (${reason})`).join('');
    this.write(`Applied as change ${id}.${left}\n`);
  }
}
