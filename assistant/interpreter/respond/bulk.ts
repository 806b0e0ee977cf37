import { present } from '../../../engine/present.ts';
import { numberText, plural } from '../../../engine/wording.ts';
import type { OperationEntry } from '../../directory/directory.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { type Change, MOST_HELD_MINUTES } from '../../tools/changes.ts';
import { findOperations } from '../../tools/findOperations.ts';
import { type Asked, conditionInput, firstBullets, type Reply, selectionInput, spanInput, voiceOf } from '../asked.ts';
import { proposeChanges } from '../../tools/proposeChanges.ts';
import { whatIf } from '../../tools/whatIf.ts';
import { sayJudgment, sayProposal } from './sayJudgment.ts';

/** How many operations one proposal may contain. */
const MOST = 200;
const SHOWN = 12;

/** A request about several operations: what it does to each, and in words to all. */
interface Bulk {
  readonly change: (id: string) => Change;
  readonly says: string;
  /** Why one of the operations stays as it is; null if it does not. */
  readonly obstacle: (entry: OperationEntry) => string | null;
}

const sayNames = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${heading}:${firstBullets(lines, SHOWN)}`;

/** The operations that are asked for, blockers left out; null if there are too many, or if the tool refused, which it says. */
const select = async (reply: Reply, asked: Asked, event?: 'arrival'): Promise<readonly string[] | null> => {
  const { conversation } = reply;
  const outcome = await conversation.call(findOperations, {
    ...spanInput(asked.window),
    ...selectionInput(asked),
    ...(event === undefined || asked.window === undefined ? {} : { event }),
    limit: MOST,
  });
  if (!outcome.ok) {
    conversation.say(outcome.problem.message);
    return null;
  }
  const { total, operations, notThere } = outcome.result;
  if (notThere.length > 0) {
    conversation.say(
      `${notThere.join(' and ')} ${notThere.length === 1 ? 'is' : 'are'} none of these operations, so I propose nothing. Ask again without it.`,
    );
    return null;
  }
  if (total > MOST) {
    conversation.say(
      `Those are ${numberText(total)} operations, and a proposal contains at most ${MOST}. So I propose nothing; name a place, a time or an operator.`,
    );
    return null;
  }
  return operations.filter(({ blocker }) => !blocker).map(({ id }) => id);
};

const propose = async (
  reply: Reply,
  asked: Asked,
  ids: readonly string[],
  { change, says, obstacle }: Bulk,
  notes = '',
): Promise<void> => {
  const { conversation, directory } = reply;
  const voice = voiceOf(reply);
  const where = `${voice.where(asked)}${voice.asked(asked.window)}`;
  const entries = ids.map((id) => directory.operation(id));
  const staying = entries.flatMap((entry) => {
    const why = obstacle(entry);
    return why === null ? [] : [`${entry.name}: it ${why}`];
  });
  const possible = entries.filter((entry) => obstacle(entry) === null);
  const left = `${sayNames('These stay as they are', staying)}${notes}`;
  if (possible.length === 0) {
    return conversation.say(`There is no operation${where} for which I could propose that.${left}`);
  }
  const explanation = `${plural(possible.length, 'operation')}${where}: ${possible.length === 1 ? 'it' : 'each'} ${says}.`;
  const changes = possible.map(({ id }) => change(id));
  const outcome = await conversation.call(proposeChanges, {
    changes,
    explanation,
    ...conditionInput(asked.condition),
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const names = possible.map(({ name }) => name);
  const opening = `I propose for ${explanation}${firstBullets(names, SHOWN)}${left}\n`;
  conversation.say(sayProposal(voice, opening, outcome.result, asked.condition));
};

const NO_MOMENT = 'Which arrivals do you mean, from when until when? Say it like "between 14:00 and 15:00".';

/** Those that arrive in the window, if there is one, and a note that names the others that are there then; null if that cannot be said. */
const arriving = async (reply: Reply, asked: Asked) => {
  const { conversation, directory } = reply;
  if (asked.window?.point === true) {
    conversation.say(NO_MOMENT);
    return null;
  }
  const ids = await select(reply, asked, 'arrival');
  const there = ids === null || asked.window === undefined ? ids : await select(reply, asked);
  if (ids === null || there === null) return null;
  const earlier = there.filter((id) => !ids.includes(id)).map((id) => directory.operation(id).name);
  return { ids, note: sayNames('These are there then, but arrive before, so they stay as they are', earlier) };
};

/** In a window, those are held that arrive in it; the others that are there then are named. */
export const proposeDelays = async (reply: Reply, asked: Asked<'durationSeconds'>): Promise<void> => {
  const { durationSeconds } = asked;
  if (durationSeconds > 60 * MOST_HELD_MINUTES) {
    return reply.conversation.say(`I propose to hold operations for ${sayDuration(60 * MOST_HELD_MINUTES)} at most.`);
  }
  if (durationSeconds < 60)
    return reply.conversation.say('I propose to hold operations for whole minutes, one at least.');
  const found = await arriving(reply, asked);
  if (found === null) return;
  const bulk: Bulk = {
    says: `is held for ${sayDuration(durationSeconds)}`,
    change: (operation) => ({ operation, delayMinutes: durationSeconds / 60 }),
    obstacle: ({ started, from }) => (started ? 'has arrived' : Number.isNaN(from) ? 'has no times' : null),
  };
  await propose(reply, asked, found.ids, bulk, found.note);
};

/** What would happen if all of them were late. */
export const judgeDelays = async (reply: Reply, asked: Asked<'durationSeconds'>): Promise<void> => {
  const { conversation, directory } = reply;
  const voice = voiceOf(reply);
  const found = await arriving(reply, asked);
  if (found === null) return;
  const where = `${voice.where(asked)}${voice.asked(asked.window)}`;
  const late = found.ids.filter((id) => !Number.isNaN(directory.operation(id).from));
  if (late.length === 0) return conversation.say(`There is no operation${where} that could be late.${found.note}`);
  const which = `${plural(late.length, 'operation')}${where} ${late.length === 1 ? 'is' : 'are'}`;
  await sayIfLate(reply, late, asked.durationSeconds, which, found.note);
};

/** What would happen if each of the named operations were late. */
export const judgeLate = async (reply: Reply, all: readonly Asked[]): Promise<void> => {
  const ids = all.flatMap(({ operation }) => operation ?? []);
  const names = ids.map((id) => reply.directory.nameOf('operation', id));
  await sayIfLate(reply, ids, present(all[0]?.durationSeconds), `${names.join(' and ')} are`, '');
};

const sayIfLate = async (
  reply: Reply,
  ids: readonly string[],
  seconds: number,
  which: string,
  note: string,
): Promise<void> => {
  const { conversation } = reply;
  const times = ids.map((operation) => ({ operation, lateMinutes: seconds / 60 }));
  const outcome = await conversation.call(whatIf, { times });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const notes = outcome.result.notes.map((one) => ` ${one}`).join('');
  conversation.say(
    `If ${which} ${sayDuration(seconds)} later than expected now: ${sayJudgment(voiceOf(reply), outcome.result)}${notes}${note}`,
  );
};

export const proposeUnassignments = async (reply: Reply, asked: Asked): Promise<void> => {
  const ids = await select(reply, asked);
  if (ids === null) return;
  const placed = ids.filter((id) => reply.directory.operation(id).stays.some(({ resource }) => resource !== null));
  await propose(reply, asked, placed, {
    says: 'loses its place',
    change: (operation) => ({ operation, resource: null }),
    obstacle: ({ started, stays }) =>
      started ? 'has arrived' : stays.some(({ isFixed }) => isFixed) ? 'is fixed' : null,
  });
};
