import { present } from '../../engine/present.ts';
import type { Conversation } from '../conversation.ts';
import { normalize } from '../directory/names.ts';
import { withTheirConditions } from './conditions.ts';
import { type Doubt, isWithin, type Memory, type Reply, resolveSlots } from './asked.ts';
import { sayDay, sayTime } from '../time/sayTime.ts';
import { followUp } from './followUp.ts';
import type { Request } from './request.ts';
import { definiteTokens, readSentence, tokensOf } from './readSentence.ts';
import { judgeLate } from './respond/bulk.ts';
import { judgeClosings } from './respond/whatIfs.ts';
import { proposeAll, proposeClearings } from './respond/proposals.ts';
import { askBack, FOR_HOW_LONG, HELP, sayNotUnderstood } from './respond/talk.ts';
import { HISTORICAL, isRelative, TIMED, WHOLE } from './timedIntents.ts';
import { pastFrame } from '../time/dayWords.ts';
import { ORDINALS } from './pattern.ts';
import { planSeveral } from './several.ts';
import { isQuestion, questionsAboutEach, splitQuestions } from './severalQuestions.ts';
import { placeOf } from './there.ts';
import type { Token } from './tokens.ts';
import { RESPONSES } from './responses.ts';

export interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
}

const MOST_SENTENCES = 4;
const MOST_CHARACTERS = 600;
/** Number of earlier user messages in which the referent of "it" is searched. */
const MOST_REMEMBERED = 20;

/** Splits at dots and semicolons. */
const splitPlain = (text: string): string[] => withTheirConditions(text.split(/;+|\.(?=\s|$)/));

/** Splits text into sentences, one request each. A dot inside a name or a time does not end a sentence. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/[?!\n]+|,\s*(?=then\b|and then\b)/)
    .flatMap(splitPlain)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** Answers the last message of a conversation by rules, without a model. Acts only on requests that the grammar accounts for entirely. */
export const interpret = async (conversation: Conversation, messages: readonly Message[]): Promise<void> => {
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const text = users.at(-1)?.trim() ?? '';
  const directory = await conversation.context.directory();
  const frame = await conversation.context.frame();
  const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  const reply: Reply = { conversation, directory, frame, said };
  if (text === '') return conversation.say(HELP);
  if (text.length > MOST_CHARACTERS) {
    return conversation.say(
      `That is too long for me (${text.length} characters): I answer short questions and commands. Say "help" to see what I can do.`,
    );
  }
  const memory: Memory = {
    it: await lastOperation(reply, remembered(users.slice(0, -1))),
    chosen: new Map(),
  };
  const settled = await settleDoubt(reply, users, memory);
  const sentences = settled === null ? sentencesOf(text) : sentencesOf(present(users.at(-2)));
  if (sentences.length === 0) return conversation.say(HELP);
  const earlier = users.slice(0, settled === null ? -1 : -2);
  let before = await requestBefore(reply, earlier);
  for (const [index, sentence] of sentences.slice(0, MOST_SENTENCES).entries()) {
    if (index > 0) conversation.say('\n\n');
    const it = (await lastOperation(reply, sentences.slice(0, index))) ?? memory.it;
    const located = await locating(reply, sentence, [...earlier, ...sentences.slice(0, index)]);
    before = await answer(located, sentence, settled ?? { ...memory, it }, before);
  }
  if (sentences.length > MOST_SENTENCES)
    conversation.say(`\n\nI answered the first ${MOST_SENTENCES}; ask the rest again.`);
};

/** Number of earlier user messages from which a message may go on. */
const MOST_FOLLOWED = 4;

/** The request that the earlier messages end with; null if the last one was none. */
const requestBefore = async (reply: Reply, texts: readonly string[]): Promise<Request | null> => {
  let before: Request | null = null;
  const earlier = texts.slice(0, -MOST_FOLLOWED);
  for (const text of texts.slice(-MOST_FOLLOWED)) {
    for (const sentence of sentencesOf(text.slice(0, MOST_CHARACTERS)).slice(0, MOST_SENTENCES)) {
      before = (await requestOf(await locating(reply, sentence, earlier), sentence, before)).request;
      earlier.push(sentence);
    }
  }
  return before;
};

const requestOf = async (reply: Reply, sentence: string, before: Request | null) => {
  const read = await readSentence(reply, sentence);
  const { tokens, understood } = read;
  const followed = followUp(before, sentence, tokens, understood);
  return { ...read, request: followed ?? (understood === null ? null : { tokens, understood }) };
};

/** Answers one sentence, and returns the request that it was; null if it was not understood as one. */
const answer = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
  before: Request | null,
): Promise<Request | null> => {
  const { tokens: own, respelled, request } = await requestOf(reply, sentence, before);
  if (request === null) await answerSeveral(reply, sentence, memory, own);
  else if (reply.frame.past !== true && HISTORICAL.has(request.understood.intent)) {
    return answer({ ...reply, frame: pastFrame(reply.frame) }, sentence, memory, before);
  } else await answerRequest(reply, request, memory, respelled);
  return request;
};

const answerRequest = async (
  reply: Reply,
  { tokens, understood }: Request,
  memory: Memory,
  respelled: ReadonlyMap<string, string>,
): Promise<void> => {
  const resolved = resolveSlots(understood.intent, understood.slots, reply.directory, memory);
  if ('doubt' in resolved) {
    return isPhrase(resolved.doubt) ? sayNotUnderstood(reply, tokens) : askBack(reply, resolved.doubt);
  }
  if (WHOLE.has(understood.intent) && isWithin(resolved.asked)) return reply.conversation.say(FOR_HOW_LONG);
  for (const [word, other] of respelled) reply.conversation.say(`(I read "${word}" as "${other}".)\n`);
  const isTimed = tokens.some(isRelative) || TIMED.has(understood.intent);
  if (reply.frame.present !== undefined && isTimed) {
    const { now, zone } = reply.frame;
    const note = `(This planning is not about the present; I take ${sayDay(now, zone)} ${sayTime(now, zone, now)} as now.)\n`;
    if (!reply.conversation.text.includes(note)) reply.conversation.say(note);
  }
  await RESPONSES[understood.intent](reply, resolved.asked);
};

const answerSeveral = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
  tokens: readonly Token[],
): Promise<void> => {
  const planned = await planSeveral(reply, sentence, memory);
  if (planned === null) return answerQuestions(reply, sentence, memory, tokens);
  if ('cleared' in planned) return proposeClearings(reply, planned.cleared);
  if ('closed' in planned) return judgeClosings(reply, planned.closed);
  if ('late' in planned) return judgeLate(reply, planned.late);
  return 'doubt' in planned ? askBack(reply, planned.doubt) : proposeAll(reply, planned.planned, planned.condition);
};

/** Answers a question about each of several things, or several questions in one sentence. */
const answerQuestions = async (
  reply: Reply,
  sentence: string,
  memory: Memory,
  tokens: readonly Token[],
): Promise<void> => {
  const each = questionsAboutEach(tokens);
  const asked =
    each === null ? await readQuestions(reply, sentence, memory) : each.map((request) => ({ request, it: memory.it }));
  if (asked === null) return sayNotUnderstood(reply, tokens);
  for (const [index, { request, it }] of asked.entries()) {
    if (index > 0) reply.conversation.say(each === null ? '\n\n' : '\n');
    await answerRequest(reply, request, { ...memory, it }, new Map());
  }
};

/** Each question of a sentence, with what "it" means in it; null unless there are several, and all of them are understood. */
const readQuestions = async (reply: Reply, sentence: string, memory: Memory) => {
  const pieces = splitQuestions(sentence);
  if (pieces.length < 2) return null;
  const asked: { readonly request: Request; readonly it: string | null }[] = [];
  for (const [index, piece] of pieces.entries()) {
    const { tokens, understood } = await readSentence(reply, piece);
    if (understood === null || !isQuestion({ tokens, understood })) return null;
    const it = (await lastOperation(reply, pieces.slice(0, index))) ?? memory.it;
    asked.push({ request: { tokens, understood }, it });
  }
  return asked;
};

/** Whether the unknown text has more words than a name: another language, or not a question that the grammar knows. */
const isPhrase = ({ text, ids }: Doubt): boolean => ids.length === 0 && text.split(/\s+/).length > 2;

const remembered = (texts: readonly string[]): readonly string[] => texts.slice(-MOST_REMEMBERED);

/** What the user named last, of the tokens that the function accepts. */
const lastOf = async <T>(reply: Reply, texts: readonly string[], accept: (token: Token) => T | null) => {
  for (const text of texts.toReversed()) {
    const tokens = definiteTokens(await tokensOf(reply, text.slice(0, MOST_CHARACTERS)), reply.directory);
    for (const token of tokens.toReversed()) {
      const accepted = accept(token);
      if (accepted !== null) return accepted;
    }
  }
  return null;
};

/** The operation that the user named last, to which "it" refers. */
const lastOperation = (reply: Reply, texts: readonly string[]): Promise<string | null> =>
  lastOf(reply, texts, (token) => {
    const [only, ...others] = token.kind === 'name' ? token.entities : [];
    return only?.kind === 'operation' && others.length === 0 ? only.id : null;
  });

/** The reply with the place to which a "there" in the sentence refers. */
const locating = async (reply: Reply, sentence: string, earlier: readonly string[]): Promise<Reply> =>
  /\bthere\b/i.test(sentence) ? { ...reply, there: await lastOf(reply, remembered(earlier), placeOf) } : reply;

/** If the previous message was ambiguous and this one picks a choice, returns a memory with that choice. */
const settleDoubt = async (reply: Reply, users: readonly string[], memory: Memory): Promise<Memory | null> => {
  const [before, last] = users.slice(-2);
  if (before === undefined || last === undefined) return null;
  const doubt = await doubtOf(reply, before, memory);
  if (doubt === null) return null;
  const id = picked(reply, doubt, last);
  return id === null ? null : { it: memory.it, chosen: new Map([[`${doubt.kind} ${doubt.text.toLowerCase()}`, id]]) };
};

const doubtOf = async (reply: Reply, text: string, memory: Memory): Promise<Doubt | null> => {
  for (const sentence of sentencesOf(text.slice(0, MOST_CHARACTERS))) {
    const { understood } = await readSentence(reply, sentence);
    const resolved =
      understood === null
        ? await planSeveral(reply, sentence, memory)
        : resolveSlots(understood.intent, understood.slots, reply.directory, memory);
    if (resolved !== null && 'doubt' in resolved && resolved.doubt.ids.length > 0) return resolved.doubt;
  }
  return null;
};

const picked = ({ directory }: Reply, { kind, ids }: Doubt, text: string): string | null => {
  const word = text
    .toLowerCase()
    .replaceAll(/\b(?:the|number|one|no|please|take|i|mean)\b|[.,!#]/g, ' ')
    .trim();
  const index = /^\d{1,2}$/.test(word) ? Number(word) - 1 : ORDINALS.indexOf(word);
  const counted = ids[index];
  if (counted !== undefined) return counted;
  const wanted = normalize(word);
  const namesOf = (id: string): readonly string[] => {
    const externalId = kind === 'operation' ? directory.operation(id).record.externalId : null;
    return [id, directory.nameOf(kind, id), externalId ?? id];
  };
  const named = ids.filter((id) => namesOf(id).some((name) => normalize(name) === wanted));
  const [only = null, ...others] = named;
  return others.length === 0 ? only : null;
};
