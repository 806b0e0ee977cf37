import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, RetryError, stepCountIs, streamText, type StopCondition, tool, type ToolSet } from 'ai';
import type { Json } from '../../schedule/entities/primitives.ts';
import { type Conversation, problemResult } from '../conversation.ts';
import { AgentError, type Answerer } from '../createAgent.ts';
import { TOOLS } from '../tools/registry.ts';
import { trimHistory } from './history.ts';
import { instructionsFor } from './prompt.ts';

export interface ModelLimits {
  /** Maximum number of model calls per answer. */
  readonly steps: number;
  /** Maximum output tokens per call. */
  readonly outputTokens: number;
  /** Maximum tokens of all calls of an answer together, including input. */
  readonly totalTokens: number;
  readonly totalMs: number;
  /** Maximum milliseconds without data within a stream. */
  readonly silenceMs: number;
  readonly retries: number;
  /** Maximum characters of history that are sent. */
  readonly historyCharacters: number;
  /** Maximum characters of a tool's result that are sent. */
  readonly resultCharacters: number;
}

const DEFAULT_LIMITS: ModelLimits = {
  steps: 12,
  outputTokens: 2_000,
  totalTokens: 200_000,
  totalMs: 180_000,
  silenceMs: 45_000,
  retries: 2,
  historyCharacters: 48_000,
  resultCharacters: 24_000,
};

/** Any endpoint that implements the OpenAI chat protocol. */
export interface ModelOptions {
  readonly baseUrl: string;
  readonly model: string;
  /** Sent only in the Authorization header. */
  readonly apiKey?: string | undefined;
  readonly limits?: Partial<ModelLimits>;
  /** A `fetch` that guards outgoing requests. */
  readonly fetch?: typeof fetch;
}

/** Answers with a model that calls tools, until it calls no more or reaches a limit. */
export const createModel = (options: ModelOptions): Answerer => {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const provider = createOpenAICompatible({
    name: 'agent',
    baseURL: options.baseUrl,
    includeUsage: true,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return async (conversation, { messages }) => {
    const { signal } = conversation.context;
    const history = trimHistory(messages, limits.historyCharacters);
    if (history.length === 0) throw new AgentError('There is no message of the user to answer.');
    const stop = new AbortController();
    const result = streamText({
      model: provider(options.model),
      system: await instructionsFor(conversation.context),
      messages: history,
      tools: toolsFor(conversation, limits),
      stopWhen: [stepCountIs(limits.steps), spent(limits.totalTokens)],
      maxOutputTokens: limits.outputTokens,
      maxRetries: limits.retries,
      abortSignal: AbortSignal.any([signal, stop.signal]),
      timeout: { totalMs: limits.totalMs, chunkMs: limits.silenceMs },
      onError: () => undefined,
    });
    try {
      return await relay(result.fullStream, conversation, options, limits);
    } catch (error) {
      throw error instanceof AgentError ? error : new AgentError(explain(error, options, limits));
    } finally {
      stop.abort();
    }
  };
};

const spent =
  (most: number): StopCondition<ToolSet> =>
  ({ steps }) =>
    steps.reduce((sum, { usage }) => sum + (usage.totalTokens ?? 0), 0) >= most;

type Stream = ReturnType<typeof streamText<ToolSet>>['fullStream'];

/** Turns the model's stream into lines and returns its usage. Throws AgentError. */
const relay = async (
  stream: Stream,
  conversation: Conversation,
  options: ModelOptions,
  limits: ModelLimits,
): Promise<Json> => {
  let steps = 0;
  let callsTools = false;
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        if (part.text !== '') conversation.say(part.text);
        break;
      case 'tool-call':
        conversation.show({
          type: 'tool_call',
          id: part.toolCallId,
          name: part.toolName,
          arguments: part.input,
        });
        break;
      case 'tool-result':
        conversation.show({
          type: 'tool_result',
          id: part.toolCallId,
          name: part.toolName,
          result: part.output,
        });
        break;
      case 'tool-error': {
        const result = { error: messageOf(part.error) };
        conversation.show({ type: 'tool_result', id: part.toolCallId, name: part.toolName, result });
        break;
      }
      case 'finish-step':
        steps++;
        callsTools = part.finishReason === 'tool-calls';
        break;
      case 'error':
        throw new AgentError(explain(part.error, options, limits));
      case 'abort':
        throw new AgentError(tooSlow(limits));
      case 'finish': {
        if (callsTools)
          conversation.say(`\n\nI stop here: ${steps} steps are the limit of one answer. Ask me to go on.`);
        else if (part.finishReason === 'length') conversation.say('\n\n(The answer was cut at its length limit.)');
        const { inputTokens = null, outputTokens = null } = part.totalUsage;
        return { model: options.model, steps, inputTokens, outputTokens };
      }
    }
  }
  throw new AgentError('The model’s answer ended in the middle.');
};

const toolsFor = (conversation: Conversation, limits: ModelLimits): ToolSet =>
  Object.fromEntries(
    TOOLS.map((one) => [
      one.name,
      tool({
        description: one.description,
        inputSchema: one.input,
        execute: async (input: unknown) => {
          const outcome = await conversation.attempt(one, input);
          return clipped(outcome.ok ? outcome.result : problemResult(outcome.problem), limits.resultCharacters);
        },
      }),
    ]),
  );

/** Truncates a result that is too long to the beginning of its JSON text. */
const clipped = (result: unknown, most: number): unknown => {
  const text = JSON.stringify(result) ?? 'null';
  return text.length <= most ? result : { truncated: true, text: text.slice(0, most) };
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 500) : 'The tool failed.';

const tooSlow = ({ silenceMs, totalMs }: ModelLimits): string =>
  `The model did not answer in time (${Math.round(silenceMs / 1000)} s of silence, ${Math.round(totalMs / 1000)} s in all). Ask again, or ask less at once.`;

/** Describes an error without quoting the endpoint, whose text could contain anything. */
const explain = (error: unknown, { baseUrl }: ModelOptions, limits: ModelLimits): string => {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const { host } = new URL(baseUrl);
  if (APICallError.isInstance(cause) && cause.statusCode !== undefined && cause.statusCode >= 400) {
    return `The model at ${host} answered with status ${cause.statusCode}.`;
  }
  if (cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError')) return tooSlow(limits);
  if (APICallError.isInstance(cause)) return `The model at ${host} cannot be reached, or its answer cannot be read.`;
  return `The answer of the model at ${host} broke off or cannot be read.`;
};
