import { readFileSync } from 'node:fs';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { newScope, openSchedule, organizationOf, type TestSchedule } from '../../schedule/testing/openSchedule.ts';
import type { Scope } from '../../schedule/types.ts';
import type { AgentLine, AgentRequest } from '../../api/contract/agent.ts';
import type { AgentSchedule } from '../agentSchedule.ts';
import { type Agent, type AgentOptions, createAgent } from '../createAgent.ts';

/** Thursday, January 17, 2008, 13:10 in Chicago. */
export const NOW = Date.parse('2008-01-17T19:10:00Z');

export const midway = (): PlanningDocument =>
  JSON.parse(
    readFileSync(new URL('../../fixtures/days/mdw-2008-01-17.json', import.meta.url), 'utf8'),
  ) as PlanningDocument;

export interface TestAgent {
  readonly agent: Agent;
  readonly schedule: AgentSchedule;
  readonly test: TestSchedule;
  readonly scope: Scope;
  readonly planning: string;
  /** An agent on the same planning with other options. */
  with(options: Partial<AgentOptions>): Agent;
  close(): Promise<void>;
}

/** Opens the assistant on a real schedule with the data of a real day at Midway and a fixed clock. */
export const openAgent = async (
  edit: (document: PlanningDocument) => PlanningDocument = (document) => document,
): Promise<TestAgent> => {
  const test = await openSchedule({ clock: () => NOW });
  const scope = await newScope(test);
  const { planning } = await test.schedule.importPlanning(scope, organizationOf(scope), edit(midway()));
  const schedule: AgentSchedule = test.schedule;
  const base: AgentOptions = { schedule, clock: () => NOW };
  return {
    agent: createAgent(base),
    schedule,
    test,
    scope,
    planning: planning.id,
    with: (options) => createAgent({ ...base, ...options }),
    close: () => test.close(),
  };
};

export interface Answer {
  readonly text: string;
  readonly lines: readonly AgentLine[];
  /** Names of the tools that were called, in order. */
  readonly tools: readonly string[];
  readonly proposals: readonly (AgentLine & { readonly type: 'proposal' })[];
  readonly last: AgentLine | undefined;
}

export const collect = async (lines: AsyncIterable<AgentLine>): Promise<Answer> => {
  const all: AgentLine[] = [];
  for await (const line of lines) all.push(line);
  return {
    text: all.flatMap((line) => (line.type === 'text' ? [line.delta] : [])).join(''),
    lines: all,
    tools: all.flatMap((line) => (line.type === 'tool_call' ? [line.name] : [])),
    proposals: all.filter((line) => line.type === 'proposal'),
    last: all.at(-1),
  };
};

/** Collects the answer to the last of several user messages. */
export const ask = async (
  { agent, scope, planning }: Pick<TestAgent, 'agent' | 'scope' | 'planning'>,
  ...texts: readonly string[]
): Promise<Answer> => {
  const messages: AgentRequest['messages'] = texts.map((content) => ({ role: 'user', content }));
  return collect(await agent.chat({ scope, planning, signal: new AbortController().signal }, { messages }));
};
