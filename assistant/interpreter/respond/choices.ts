import { present } from '../../../engine/present.ts';
import { explainPlacement } from '../../tools/explainPlacement.ts';
import { type Asked, type Reply, signed, voiceOf } from '../asked.ts';
import { planMove, proposeAll } from './proposals.ts';

interface Judged {
  readonly resource: string;
  /** Null if the operation may stand there, and the place is free. */
  readonly against: string | null;
  readonly delta: number;
}

/** Whether the place is free and allowed; null if that could not be said, and why has been. */
const judge = async (reply: Reply, operation: string, resource: string): Promise<Judged | null> => {
  const { conversation } = reply;
  const outcome = await conversation.call(explainPlacement, { operation, resource });
  if (!outcome.ok) {
    conversation.say(outcome.problem.message);
    return null;
  }
  const candidate = outcome.result.candidates.find((one) => one.resource.id === resource);
  if (candidate === undefined) {
    conversation.say(`${voiceOf(reply).operation(operation)} has no times, so I cannot judge a place for it.`);
    return null;
  }
  const { feasible, delta, reasons } = candidate;
  return { resource, delta, against: feasible ? null : reasons.join(' ') };
};

type Move = Asked<'operation' | 'resource'>;

/** Proposes a move only if the place is free and allowed then. */
export const proposeIfFree = async (reply: Reply, asked: Move): Promise<void> => {
  const { conversation } = reply;
  const { operation, resource, resource2 } = asked;
  const voice = voiceOf(reply);
  const [name, place] = [voice.operation(operation), voice.resource(resource)];
  if (resource2 !== undefined && resource2 !== resource) {
    return conversation.say(
      `I can make a move depend on whether its own place is free, not on another one, so I propose nothing. Ask "is ${voice.resource(resource)} free?" first.`,
    );
  }
  const planned = planMove(reply, { intent: 'move', operation, resource });
  if ('refusal' in planned) return conversation.say(planned.refusal);
  const judged = await judge(reply, operation, resource);
  if (judged === null) return;
  if (judged.against !== null) {
    return conversation.say(`${place} is not free or not allowed for ${name}: ${judged.against} So I propose nothing.`);
  }
  conversation.say(`${place} is free and allowed for ${name}. `);
  await proposeAll(reply, [planned]);
};

/** Proposes a move to one of two places: the first one that is free and allowed, or of two such places, the better one. */
const proposeOneOf = async (
  reply: Reply,
  { operation, resource, resource2 }: Asked<'operation' | 'resource' | 'resource2'>,
  isOrdered: boolean,
): Promise<void> => {
  const { conversation, directory } = reply;
  const voice = voiceOf(reply);
  const name = voice.operation(operation);
  if (resource === resource2)
    return conversation.say(`You name ${voice.resource(resource)} twice, so I propose nothing.`);
  const here = directory.operation(operation).stays.map((stay) => stay.resource);
  const there = [resource, resource2].find((place) => here.includes(place));
  if (there !== undefined)
    return conversation.say(`${name} is on ${voice.resource(there)} already, so I propose nothing.`);
  const judged: Judged[] = [];
  for (const place of [resource, resource2]) {
    const one = await judge(reply, operation, place);
    if (one === null) return;
    judged.push(one);
  }
  const possible = judged.filter(({ against }) => against === null);
  if (!isOrdered) possible.sort((a, b) => a.delta - b.delta);
  const [best] = possible;
  if (best === undefined) {
    const why = judged.map((one) => `${voice.resource(one.resource)}: ${one.against}`).join(' ');
    return conversation.say(`Neither place is free and allowed for ${name}. ${why} So I propose nothing.`);
  }
  const planned = planMove(reply, { intent: 'move', operation, resource: best.resource });
  if ('refusal' in planned) return conversation.say(planned.refusal);
  conversation.say(`${sayChosen(reply, judged, best, isOrdered)} `);
  await proposeAll(reply, [planned]);
};

const sayChosen = (reply: Reply, judged: readonly Judged[], best: Judged, isOrdered: boolean): string => {
  const voice = voiceOf(reply);
  const other = present(judged.find((one) => one !== best));
  const [place, rest] = [voice.resource(best.resource), voice.resource(other.resource)];
  if (other.against !== null) return `${place} is free and allowed, ${rest} is not: ${other.against}`;
  if (isOrdered) return `${place} is free and allowed.`;
  return `Both are free and allowed; ${place} changes the score by ${signed(best.delta)}, ${rest} by ${signed(other.delta)}.`;
};

export const proposeEither = (reply: Reply, asked: Asked<'operation' | 'resource' | 'resource2'>): Promise<void> =>
  proposeOneOf(reply, asked, false);

export const proposeFirstFree = (reply: Reply, asked: Asked<'operation' | 'resource' | 'resource2'>): Promise<void> =>
  proposeOneOf(reply, asked, true);
