import { plural } from '../../../engine/wording.ts';
import { sayDuration } from '../../time/sayTime.ts';
import { findOperations, type FoundOperation, type OperationQuery } from '../../tools/findOperations.ts';
import {
  type Asked,
  bullets,
  countedOf,
  firstBullets,
  type Reply,
  type Respond,
  selectionInput,
  spanInput,
  voiceOf,
} from '../asked.ts';
import { sayOperation } from './overview.ts';

interface Extreme {
  readonly name: string;
  /** What is said if nothing that is asked for has such a value. */
  readonly none?: string;
  readonly query: Pick<OperationQuery, 'order' | 'event' | 'lateByMinutes'>;
  /** Of two operations with the same value, none is ahead of the other. */
  readonly valueOf: (found: FoundOperation) => number | string | null;
  readonly say?: (found: FoundOperation) => string;
}

const sayStay = ({ stayMinutes }: FoundOperation): string => sayDuration(60 * (stayMinutes ?? 0));
const sayLate = ({ lateMinutes }: FoundOperation): string => `${sayDuration(60 * lateMinutes)} late`;
const stayOf = ({ stayMinutes }: FoundOperation) => stayMinutes;
const latenessOf = ({ lateMinutes }: FoundOperation) => lateMinutes;

const ARRIVAL = { none: 'There is no arrival', valueOf: ({ from }: FoundOperation) => from } as const;
const DEPARTURE = { none: 'There is no departure', valueOf: ({ to }: FoundOperation) => to } as const;

const EXTREMES = {
  longest: { name: 'longest stay', query: { order: 'longest' }, valueOf: stayOf, say: sayStay },
  shortest: { name: 'shortest stay', query: { order: 'shortest' }, valueOf: stayOf, say: sayStay },
  firstArrival: { ...ARRIVAL, name: 'first arrival', query: { event: 'arrival', order: 'start' } },
  lastArrival: { ...ARRIVAL, name: 'last arrival', query: { event: 'arrival', order: 'lastStart' } },
  firstDeparture: { ...DEPARTURE, name: 'first departure', query: { event: 'departure', order: 'end' } },
  lastDeparture: { ...DEPARTURE, name: 'last departure', query: { event: 'departure', order: 'lastEnd' } },
  mostDelayed: {
    name: 'most delayed arrival',
    none: 'No operation is late',
    query: { event: 'arrival', order: 'late', lateByMinutes: 1 },
    valueOf: latenessOf,
    say: sayLate,
  },
} as const satisfies Readonly<Record<string, Extreme>>;

/** How many operations of the same value are listed. */
const SHOWN = 12;

/** "5 longest stays", but "first 5 arrivals". */
const sayCounted = (count: number, name: string): string => {
  const [, order = '', noun = name] = /^((?:first|last) )(.*)$/.exec(name) ?? [];
  return `${order}${plural(count, noun)}`;
};

/** Says which operation has the highest or lowest value of all that are asked for, and every one that has the same. */
export const sayExtreme =
  (kind: keyof typeof EXTREMES): Respond =>
  async (reply: Reply, asked: Asked): Promise<void> => {
    const { conversation, directory, frame } = reply;
    const { name, none = 'There is no operation', query, valueOf, say }: Extreme = EXTREMES[kind];
    const { horizon } = directory;
    // An event is one in a window, so without one, that of the whole planning is asked for.
    const whole = { from: horizon?.from ?? frame.now, to: (horizon?.to ?? frame.now) + 1000 };
    const span = asked.window ?? (query.event === undefined ? undefined : whole);
    const outcome = await conversation.call(findOperations, {
      ...spanInput(span),
      ...selectionInput(asked),
      ...query,
      limit: 200,
    });
    if (!outcome.ok) return conversation.say(outcome.problem.message);
    const voice = voiceOf(reply);
    const { operations } = outcome.result;
    const where = `${voice.where(asked)}${voice.asked(asked.window)}`;
    const [first] = operations;
    if (first === undefined) return conversation.say(`${none}${where}.`);
    const counted = asked.number === undefined ? null : operations.slice(0, countedOf(asked, 1));
    const equal = operations.filter((one) => valueOf(one) === valueOf(first));
    const lines = (counted ?? equal).map(
      (one) => `${sayOperation(reply, voice, one.id)}${say === undefined ? '' : `: ${say(one)}`}`,
    );
    if (counted !== null) return conversation.say(`The ${sayCounted(counted.length, name)}${where}:${bullets(lines)}`);
    conversation.say(
      equal.length === 1
        ? `The ${name}${where}: ${lines.join('')}.`
        : `The ${name}${where} is that of ${plural(equal.length, 'operation')}:${firstBullets(lines, SHOWN)}`,
    );
  };
