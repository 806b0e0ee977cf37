import { present } from '../../../engine/present.ts';
import { numberText, plural } from '../../../engine/wording.ts';
import { listConflicts, type Shares } from '../../tools/listConflicts.ts';
import { proposeStrategy } from '../../tools/proposeChanges.ts';
import { resolveConflict } from '../../tools/resolveConflict.ts';
import type { ShownConflict } from '../../tools/shownConflict.ts';
import { sayDuration } from '../../time/sayTime.ts';
import {
  APPLY,
  type Asked,
  type AskedWindow,
  bullets,
  countedOf,
  more,
  type Reply,
  spanInput,
  type Voice,
  voiceOf,
  whereInput,
} from '../asked.ts';
import { startAndFollow } from './runs.ts';
import { sayConflict, sayJudgment } from './sayJudgment.ts';

const SHOWN = 10;
/** Number of conflicts shown that start after the requested moment. */
const SHOWN_AHEAD = 3;
const MOST_CONFLICTS = 200;
/** Number of conflicts that are resolved one by one; for more, an optimization gives a better result. */
const RESOLVED_AT_ONCE = 3;

const whose = (voice: Voice, { operation, operation2 }: Asked): string => {
  if (operation === undefined) return '';
  const [of, other] = [voice.operation(operation), operation2 === undefined ? null : voice.operation(operation2)];
  return other === null ? ` of ${of}` : ` between ${of} and ${other}`;
};

/** How a question bounds the probability: the member of the tool's input, and how it is said. */
const BOUNDS: Readonly<Partial<Record<Asked['intent'], readonly [member: keyof Shares, says: string]>>> = {
  conflictsAbove: ['probabilityAbove', 'above'],
  conflictsFrom: ['probabilityFrom', 'of at least'],
  conflictsBelow: ['probabilityBelow', 'below'],
  conflictsTo: ['probabilityTo', 'of at most'],
};

const sayBound = ({ intent, number }: Asked): string => {
  const [, says] = BOUNDS[intent] ?? [];
  return says === undefined || number === undefined ? '' : ` with a probability ${says} ${number} %`;
};

const boundInput = ({ intent, number }: Asked): Shares => {
  const [member] = BOUNDS[intent] ?? [];
  return member === undefined || number === undefined ? {} : { [member]: number / 100 };
};

const whereabouts = (voice: Voice, asked: Asked): string =>
  `${sayBound(asked)}${whose(voice, asked)}${voice.where(asked)}${voice.asked(asked.window)}`;

/** Which conflicts are asked for, at any time. */
const subjectInput = (asked: Asked) => ({
  ...whereInput(asked),
  ...(asked.operation === undefined ? {} : { operation: asked.operation }),
  ...(asked.operation2 === undefined ? {} : { otherOperation: asked.operation2 }),
  ...(asked.except === undefined ? {} : { except: asked.except }),
  ...boundInput(asked),
});

const find = async (reply: Reply, asked: Asked, limit: number, order: 'time' | 'worst' = 'time') =>
  reply.conversation.call(listConflicts, {
    ...spanInput(asked.window),
    ...subjectInput(asked),
    ...(order === 'time' ? {} : { order }),
    limit,
  });

const say = async (reply: Reply, asked: Asked, order: 'time' | 'worst'): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const outcome = await find(reply, asked, order === 'worst' ? countedOf(asked, SHOWN) : SHOWN, order);
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total, critical, conflicts } = outcome.result;
  const where = whereabouts(voice, asked);
  if (total === 0) return conversation.say(`There are no conflicts${where}.`);
  conversation.say(
    `${plural(total, 'conflict')}${where}${sayCritical(total, critical)}${order === 'worst' ? ', the worst first' : ''}:${bullets(conflicts.map((one) => sayConflict(voice, one)))}${more(total, conflicts.length)}`,
  );
};

/** For a moment, lists the conflicts at that time and the next ones, because a moment without a conflict says little about the day. */
export const sayConflicts = (reply: Reply, asked: Asked): Promise<void> =>
  asked.window?.point === true ? sayConflictsFrom(reply, asked, asked.window) : say(reply, asked, 'time');

/** The conflicts at this moment, and those ahead. */
export const sayNextConflicts = (reply: Reply, asked: Asked): Promise<void> => {
  const { now } = reply.frame;
  return sayConflictsFrom(reply, asked, { from: now, to: now + 60_000, point: true });
};

const sayConflictsFrom = async (reply: Reply, asked: Asked, moment: AskedWindow): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const { window: _window, ...subject } = asked;
  const outcome = await conversation.call(listConflicts, {
    from: present(spanInput(moment).from),
    ...subjectInput(asked),
    limit: MOST_CONFLICTS,
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total, conflicts } = outcome.result;
  const isThen = ({ from }: ShownConflict): boolean => from !== null && Date.parse(from) < moment.to;
  const then = conflicts.filter(isThen);
  const later = conflicts.filter((conflict) => !isThen(conflict));
  const list = (shown: readonly ShownConflict[], all: number): string =>
    `:${bullets(shown.map((one) => sayConflict(voice, one)))}${more(all, shown.length)}`;
  const where = `${whereabouts(voice, subject)}${voice.asked(moment)}`;
  const now =
    then.length === 0
      ? `There is no conflict${where}.`
      : `${plural(then.length, 'conflict')}${where}${list(then.slice(0, SHOWN), then.length)}`;
  const ahead = total - then.length;
  if (ahead === 0) return conversation.say(`${now}${then.length === 0 ? ' None' : '\nNone'} lies ahead either.`);
  const [verb, next] = [ahead === 1 ? 'lies' : 'lie', later.slice(0, SHOWN_AHEAD)];
  conversation.say(
    `${now}${then.length === 0 ? ' ' : '\n'}${plural(ahead, 'conflict')} ${verb} ahead${list(next, ahead)}\nSay "resolve the first conflict", or "resolve all conflicts".`,
  );
};

/** How many resources are listed after those with the most conflicts. */
const SHOWN_RESOURCES = 5;

/** Says which resource has the most conflicts, and which ones follow. */
export const sayMostConflicts = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation } = reply;
  const outcome = await find(reply, asked, 1);
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total, mostOn } = outcome.result;
  const voice = voiceOf(reply);
  const when = `${voice.where(asked)}${voice.asked(asked.window)}`;
  const [first] = mostOn;
  if (first === undefined) return conversation.say(`There are no conflicts${when}.`);
  const leaders = mostOn.filter(({ conflicts }) => conflicts === first.conflicts).map(({ resource }) => resource.name);
  const has = leaders.length === 1 ? 'has' : 'each have';
  const others = mostOn.slice(leaders.length, leaders.length + SHOWN_RESOURCES);
  const then = others.map(({ resource, conflicts }) => `${resource.name} ${conflicts}`).join(', ');
  conversation.say(
    `${leaders.join(', ')} ${has} the most conflicts${when}: ${numberText(first.conflicts)} of ${numberText(total)}.${then === '' ? '' : ` Then come ${then}.`}`,
  );
};

export const sayWorstConflicts = (reply: Reply, asked: Asked): Promise<void> => say(reply, asked, 'worst');

const sayCritical = (total: number, critical: number): string => {
  if (critical === 0) return '';
  return total === 1 ? ', critical' : critical === total ? ', all critical' : `, ${critical} of them critical`;
};

/** Proposes the best strategy for each of the first conflicts that are meant. */
export const proposeResolution = async (
  reply: Reply,
  asked: Asked,
  most = RESOLVED_AT_ONCE,
  order: 'time' | 'worst' = 'time',
  isWanted: (conflict: ShownConflict) => boolean = () => true,
): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const outcome = await find(reply, asked, MOST_CONFLICTS, order);
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total, conflicts } = outcome.result;
  const where = whereabouts(voice, asked);
  if (total === 0) return conversation.say(`There is no conflict${where} to resolve.`);
  conversation.say(`${plural(total, 'conflict')}${where}.`);
  const { number = 1 } = asked;
  if (number > total) return conversation.say(' So there is none with that number.');
  const wanted = conflicts.slice(number - 1).filter(isWanted);
  if (wanted.length === 0) return conversation.say(' I have already answered each of them.');
  const touched = new Set<string>();
  let looked = 0;
  let proposed = 0;
  for (const conflict of wanted) {
    if (looked === most) break;
    if (conflict.operations.some(({ id }) => touched.has(id))) continue;
    if (await proposeFor(reply, voice, conflict, asked.operation, touched)) proposed++;
    for (const { id } of conflict.operations) touched.add(id);
    looked++;
  }
  if (proposed === 0) conversation.say(`\n\n${OTHERWISE}`);
  else if (total > looked) {
    conversation.say(
      '\n\nThe others come after these: apply the proposals first, and then ask again. For all of them at once, say "resolve all conflicts".',
    );
  }
};

const OTHERWISE =
  'What may help: "optimize for 60 seconds" looks for a plan of everything at once, as a proposal; "which places are free" at that time; or release or delay one of them on the board.';

/** Resolves all conflicts by an optimization, whose plan becomes a proposal. If the user may not start one, or leaves some out, resolves the first ones one by one. */
export const proposeWholeResolution = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation } = reply;
  const outcome = await find(reply, asked, 1);
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { total } = outcome.result;
  const where = whereabouts(voiceOf(reply), asked);
  if (total === 0) return conversation.say(`There is no conflict${where} to resolve.`);
  if (total <= RESOLVED_AT_ONCE || asked.except !== undefined) return proposeResolution(reply, asked);
  conversation.say(`${plural(total, 'conflict')}${where}: I look for a plan that resolves them together.\n`);
  if (await startAndFollow(reply, asked)) return;
  conversation.say(' So I take them one after another.\n');
  await proposeResolution(reply, asked);
};

export const proposeFirstResolution = (reply: Reply, asked: Asked): Promise<void> => proposeResolution(reply, asked, 1);

export const proposeWorstResolution = (reply: Reply, asked: Asked): Promise<void> =>
  proposeResolution(reply, asked, 1, 'worst');

const takingUp = (voice: Voice, conflict: ShownConflict): string => `\n\n${sayConflict(voice, conflict)}.`;

/** Goes on with the first conflict that no earlier answer took up: one that was resolved is gone, and one that was not stays behind. */
const proposeNext =
  (order: 'time' | 'worst') =>
  async (reply: Reply, asked: Asked): Promise<void> => {
    const { conversation, said } = reply;
    const earlier = [...said, conversation.text];
    if (earlier.every((text) => text === '')) {
      return conversation.say(
        'I do not see what I answered before, so I do not know which conflict is the next one. Say "resolve the second conflict".',
      );
    }
    const voice = voiceOf(reply);
    await proposeResolution(
      reply,
      asked,
      1,
      order,
      (conflict) => !earlier.some((text) => text.includes(takingUp(voice, conflict))),
    );
  };

export const proposeNextResolution = proposeNext('time');
export const proposeNextWorstResolution = proposeNext('worst');

/** Proposes a strategy for one conflict. The proposals are independent: none moves an operation in `touched`. Returns false if there is none. */
const proposeFor = async (
  reply: Reply,
  voice: Voice,
  conflict: ShownConflict,
  wanted: string | undefined,
  touched: Set<string>,
): Promise<boolean> => {
  const { conversation, directory } = reply;
  conversation.say(takingUp(voice, conflict));
  const ids = conflict.operations.map(({ id }) => id);
  const isFree = (id: string): boolean => {
    const entry = directory.operations.get(id);
    return entry !== undefined && !entry.started && !entry.stays.some(({ isFixed }) => isFixed);
  };
  const order = wanted !== undefined && ids.includes(wanted) && isFree(wanted) ? [wanted] : ids.filter(isFree);
  if (order.length === 0) {
    conversation.say(
      ' Neither of them may be moved, because each is fixed, has arrived or is a blocker. Release one of them, or change its times.',
    );
    return false;
  }
  const { best, problem } = await bestStrategy(reply, order, touched);
  if (best === null) {
    conversation.say(problem === '' ? ' I found no strategy within four moves and an hour of delay.' : ` ${problem}`);
    return false;
  }
  for (const { operation } of best.moves) touched.add(operation);
  const explanation = `${best.moves.map((move) => sayMove(voice, move)).join(', ')}.`;
  const proposed = await conversation.call(proposeStrategy, { moves: [...best.moves], explanation });
  conversation.say(
    proposed.ok
      ? ` I propose: ${explanation} ${sayJudgment(voice, proposed.result)} ${APPLY}`
      : ` ${proposed.problem.message}`,
  );
  return proposed.ok;
};

type Found = Awaited<ReturnType<typeof resolveConflict.run>>['strategies'][number];

const sayMove = (
  voice: Voice,
  { kind, operation, fromResource, toResource, delaySeconds }: Found['moves'][number],
): string => {
  const name = voice.operation(operation);
  if (kind === 'delay') return `${name} held for ${sayDuration(delaySeconds)}`;
  if (kind === 'unassign') return `${name} loses its place`;
  return `${name} from ${voice.resource(fromResource)} to ${voice.resource(toResource)}`;
};

/** The best strategy of the first operation that has any. */
const bestStrategy = async (
  { conversation }: Reply,
  operations: readonly string[],
  touched: ReadonlySet<string>,
): Promise<{ readonly best: Found | null; readonly problem: string }> => {
  let problem = '';
  for (const operation of operations) {
    const outcome = await conversation.call(resolveConflict, { operation, maxStrategies: 3 });
    const strategies = outcome.ok ? outcome.result.strategies : [];
    const best = strategies.find(({ moves }) => moves.every((move) => !touched.has(move.operation)));
    if (best !== undefined) return { best, problem: '' };
    if (!outcome.ok) problem = outcome.problem.message;
  }
  return { best: null, problem };
};
