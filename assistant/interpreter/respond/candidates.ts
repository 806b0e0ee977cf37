import { numberText, plural } from '../../../engine/wording.ts';
import { explainPlacement } from '../../tools/explainPlacement.ts';
import { type Asked, bullets, type Reply, signed, voiceOf, whereInput } from '../asked.ts';
import { ORDINALS } from '../pattern.ts';
import { sayWhere } from './places.ts';
import { planMove, proposeAll } from './proposals.ts';

/** One more than can be chosen, because where the operation is may be among them. */
const SHOWN = ORDINALS.length + 1;

interface ShownCandidate {
  readonly resource: { readonly id: string; readonly name: string };
  readonly current: boolean;
  readonly feasible: boolean;
  readonly delta: number;
  readonly reasons: readonly string[];
}

const sayCandidate = ({ resource, feasible, delta, reasons, current }: ShownCandidate): string => {
  const why = reasons.length === 0 ? '' : `: ${reasons.slice(0, 4).join(' ')}`;
  if (current) return `${resource.name} (now)${why}`;
  return `${resource.name}, score ${signed(delta)}${feasible ? '' : ', not free or not allowed'}${why}`;
};

export const answerWhy = async (reply: Reply, { operation, resource }: Asked<'operation'>): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const outcome = await conversation.call(explainPlacement, { operation, limit: 5 });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { candidates, feasible, resources, rank, reason } = outcome.result;
  const current = candidates.find((one) => one.current);
  conversation.say(sayWhere(reply, operation));
  const isElsewhere = resource !== undefined && current?.resource.id !== resource;
  if (isElsewhere) conversation.say(` It is not on ${voice.resource(resource)}.`);
  if (reason !== null) conversation.say(` ${reason.message}${sayChangesThatHelp(reason.changes)}`);
  else if (current === undefined) sayBest(reply, candidates, feasible);
  if (current === undefined) return;
  const others = candidates.filter((one) => !one.current && one.feasible);
  const cheaper = others.filter(({ delta }) => delta < 0);
  const why =
    cheaper.length === 0
      ? 'no other place would be better by the rules'
      : `${cheaper.map((one) => `${one.resource.name} (${signed(one.delta)})`).join(', ')} would be better`;
  conversation.say(
    ` Of ${plural(resources, 'place')}, ${feasible} would be free and allowed; this one ranks ${rank}, and ${why}.${current.reasons.length === 0 ? '' : ` Against it: ${current.reasons.join(' ')}`}`,
  );
  if (others.length > 0)
    conversation.say(`\nThe next best places are:${bullets(others.slice(0, 3).map(sayCandidate))}`);
};

const CHANGES_SHOWN = 3;

/** Lists the cheapest changes first. */
const sayChangesThatHelp = (changes: readonly { readonly message: string; readonly price: number }[]): string =>
  changes.length === 0
    ? ''
    : `\nThese changes would help, the cheapest first:${bullets(
        changes.slice(0, CHANGES_SHOWN).map(({ message, price }) => `${message} Price ${numberText(price)}.`),
      )}`;

const sayChoice = (number: number, candidate: ShownCandidate): string => `\n${number}. ${sayCandidate(candidate)}`;

/** Lists the best places by number, so that a later message can choose one. */
const sayBest = (
  { conversation }: Reply,
  candidates: readonly ShownCandidate[],
  feasible: number,
  { where = '', shown = 5 }: { readonly where?: string; readonly shown?: number } = {},
): void => {
  const best = candidates.filter((one) => one.feasible);
  if (best.length === 0)
    return conversation.say(
      ` No place${where} is free and allowed. The closest ones are:${bullets(candidates.slice(0, 3).map(sayCandidate))}`,
    );
  const lines = best.slice(0, shown).map((one, index) => sayChoice(index + 1, one));
  conversation.say(
    ` ${lines.length < shown ? 'Only ' : ''}${plural(feasible, 'place')}${where} would be free and allowed:${lines.join('')}\nSay "the first one" for a proposal of that.`,
  );
};

/** Says why not there, or whether it fits there; both need the same candidate. */
export const answerFits = async (
  reply: Reply,
  { intent, operation, resource, window }: Asked<'operation' | 'resource'>,
): Promise<void> => {
  const { conversation, directory } = reply;
  const voice = voiceOf(reply);
  const { from, to } = directory.operation(operation);
  if (window !== undefined && !(window.from < to && window.to > from)) {
    return conversation.say(
      `${sayWhere(reply, operation)} So it needs no place${voice.asked(window)}; ask without a time, or "what if" with its new times.`,
    );
  }
  const outcome = await conversation.call(explainPlacement, { operation, resource });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const [candidate] = outcome.result.candidates;
  const name = voice.operation(operation);
  const place = voice.resource(resource);
  if (candidate === undefined) return conversation.say(`${name} has no times, so I cannot judge ${place} for it.`);
  if (candidate.current) return conversation.say(`${name} is on ${place} already.`);
  if (intent === 'fits')
    conversation.say(
      `${sayWhere(reply, operation)}${window === undefined ? '' : ' My answer is about all of that time.'} `,
    );
  const reasons = candidate.reasons.join(' ');
  if (!candidate.feasible)
    return conversation.say(
      `${name} cannot go to ${place} as things stand: ${reasons} It would change the score by ${signed(candidate.delta)}.`,
    );
  conversation.say(
    `${name} could go to ${place}: it is free and allowed there, and would change the score by ${signed(candidate.delta)}${candidate.delta > 0 ? ' (lower is better, so where it is suits better)' : ''}.${reasons === '' ? '' : ` ${reasons}`}`,
  );
};

/** The other places for an operation, the best first, and how many of them are free and allowed; null if that cannot be said, and why has been. */
const otherPlaces = async ({ conversation }: Reply, asked: Asked<'operation'>) => {
  const { operation } = asked;
  const outcome = await conversation.call(explainPlacement, { operation, ...whereInput(asked), limit: SHOWN });
  if (!outcome.ok) {
    conversation.say(outcome.problem.message);
    return null;
  }
  const { candidates, feasible } = outcome.result;
  const isFeasibleNow = candidates.some((one) => one.current && one.feasible);
  return { others: candidates.filter((one) => !one.current), feasible: feasible - (isFeasibleNow ? 1 : 0) };
};

export const answerCandidates = async (reply: Reply, asked: Asked<'operation'>): Promise<void> => {
  const found = await otherPlaces(reply, asked);
  if (found === null) return;
  reply.conversation.say(sayWhere(reply, asked.operation));
  const shown = Math.min(asked.number ?? 5, ORDINALS.length);
  sayBest(reply, found.others, found.feasible, { where: voiceOf(reply).where(asked), shown });
};

/** Proposes one of the places that the answer before listed, unless the list is another one by now. */
export const proposeChoice = async (
  reply: Reply,
  { number, ...asked }: Asked<'operation' | 'number'>,
): Promise<void> => {
  const { conversation, said } = reply;
  const found = await otherPlaces(reply, asked);
  if (found === null) return;
  const chosen = found.others.filter((one) => one.feasible)[number - 1];
  const list = said.findLast((text) => text.includes('\n1. '));
  if (chosen === undefined || list?.includes(`\n${number}. `) === false)
    return conversation.say('I listed no place with that number, so I propose nothing.');
  if (list !== undefined && !list.includes(sayChoice(number, chosen))) {
    conversation.say('The places are no longer those that I listed, so I propose nothing. Now: ');
    return answerCandidates(reply, asked);
  }
  const { operation } = asked;
  await proposeAll(reply, [planMove(reply, { intent: 'move', operation, resource: chosen.resource.id })]);
};
