import { messageOf } from '../../../engine/messageOf.ts';
import type { OperationEntry } from '../../directory/directory.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { outboundAt, type ShownJudgment, whatIf } from '../../tools/whatIf.ts';
import { type Asked, bullets, type Reply, voiceOf } from '../asked.ts';
import { sayConflict } from './sayJudgment.ts';

/** Longest delay that is considered, in minutes. */
const LONGEST_MINUTES = 12 * 60;
const SHOWN = 3;

/**
 * Finds how much later than expected an operation may be before a conflict begins, to the minute. Until it reaches the next operation on its stand, a
 * later time only adds neighbors, so binary search finds the first minute with a new conflict.
 */
export const saySlack = async (reply: Reply, { intent, operation }: Asked<'operation'>): Promise<void> => {
  const { conversation, directory } = reply;
  const voice = voiceOf(reply);
  const entry = directory.operation(operation);
  const places = new Set(entry.stays.flatMap(({ resource }) => resource ?? []));
  if (places.size === 0) {
    return conversation.say(
      `${entry.name} has no place, so no delay brings it into conflict. Say "where could ${entry.name} go?".`,
    );
  }
  const isDeparture = intent === 'slackDeparture';
  /** The news that the operation, or only its departure, is so much later. */
  const later = (minutes: number) => ({
    times: [
      isDeparture
        ? { operation: entry.id, departure: new Date(outboundAt(entry) + minutes * 60_000).toISOString() }
        : { operation: entry.id, lateMinutes: minutes },
    ],
  });
  const judge = async (minutes: number): Promise<ShownJudgment> => {
    const outcome = await conversation.attempt(whatIf, later(minutes));
    if (!outcome.ok) throw outcome.problem;
    return outcome.result;
  };
  const isFree = async (minutes: number): Promise<boolean> => (await judge(minutes)).newConflicts.length === 0;
  const reach = Math.min(LONGEST_MINUTES, minutesToNext(reply, entry, places));
  let free = 0;
  try {
    let taken = reach + 1;
    while (taken - free > 1) {
      const middle = (free + taken) >> 1;
      if (await isFree(middle)) free = middle;
      else taken = middle;
    }
  } catch (problem) {
    return conversation.say(messageOf(problem));
  }
  // Show the deciding case: the first minute that is too late.
  const beyond = await conversation.call(whatIf, later(free + 1));
  if (!beyond.ok) return conversation.say(beyond.problem.message);
  const { newConflicts, notes } = beyond.result;
  const note = notes.map((one) => ` ${one}`).join('');
  const then = (minutes: number): string =>
    isDeparture
      ? ` (then at ${voice.time(outboundAt(entry) + minutes * 60_000)})`
      : entry.started
        ? ''
        : ` (then ${voice.window(entry.from + minutes * 60_000, entry.to + minutes * 60_000)})`;
  const may = `${entry.name} may ${isDeparture ? 'leave' : 'be'}`;
  if (newConflicts.length === 0) {
    return conversation.say(
      `${may} ${sayDuration(free * 60)} later than expected now${then(free)}, and later still, without a new conflict.${note}`,
    );
  }
  const opening =
    free === 0
      ? `${may} no later than expected now (${voice.window(entry.from, entry.to)}) without a new conflict.`
      : `${may} up to ${sayDuration(free * 60)} later than expected now${then(free)} without a new conflict.`;
  conversation.say(
    `${opening}${note} One minute more would cause:${bullets(newConflicts.slice(0, SHOWN).map((one) => sayConflict(voice, one)))}\nIf it will be later, say "where else could ${entry.name} go?" or "move ${entry.name} somewhere else".`,
  );
};

/** Minutes until the next operation on one of its resources begins; operations that overlap it already do not count. */
const minutesToNext = ({ directory }: Reply, { id, to }: OperationEntry, places: ReadonlySet<string>): number => {
  let next = Number.POSITIVE_INFINITY;
  for (const other of directory.operations.values()) {
    if (other.id === id) continue;
    for (const { resource, from } of other.stays) {
      if (resource !== null && places.has(resource) && from >= to) next = Math.min(next, from - to);
    }
  }
  return Math.floor(next / 60_000);
};
