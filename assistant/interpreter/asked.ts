import { present } from '../../engine/present.ts';
import { entriesOf } from '../../engine/recordOf.ts';
import { numberText } from '../../engine/wording.ts';
import type { Conversation } from '../conversation.ts';
import type { Directory } from '../directory/directory.ts';
import type { EntityKind } from '../directory/names.ts';
import type { TimeFrame } from '../time/dayWords.ts';
import type { WindowEnd } from '../time/timeValue.ts';
import { sayDay, sayTime, sayWindow } from '../time/sayTime.ts';
import type { Condition } from '../tools/onlyIf.ts';
import type { Intent } from './language.ts';
import { type Except, hasTag } from '../tools/selection.ts';
import type { Token } from './tokens.ts';
import { type Filling, isNamed, type LeftOutName, type NameFilling, type SlotName, type Slots } from './pattern.ts';

/** Epoch milliseconds. `point` is true if the user named a moment rather than a span. */
export interface AskedWindow {
  readonly from: number;
  readonly to: number;
  readonly point: boolean;
  readonly end?: WindowEnd;
}

/** The slots that the phrases of an intent may fill. */
interface Fillings {
  readonly operation?: string;
  readonly operation2?: string;
  readonly resource?: string;
  readonly resource2?: string;
  readonly workspace?: string;
  /** A place that contains resources. */
  readonly location?: string;
  readonly location2?: string;
  readonly tag?: string;
  readonly tag2?: string;
  /** What several tags have in common, such as "airline". */
  readonly category?: string;
  /** A word of the glossary. */
  readonly term?: string;
  /** Words that several operations have in their names. */
  readonly called?: string;
  /** What is left out. */
  readonly except?: Except;
  /** What a request depends on. */
  readonly condition?: Condition;
  readonly window?: AskedWindow;
  readonly instant?: number;
  readonly durationSeconds?: number;
  readonly number?: number;
}

/** A request whose names are resolved to ids. `S` lists the slots that every phrase of the intent fills. */
export type Asked<S extends keyof Fillings = never> = { readonly intent: Intent } & Fillings &
  Required<Pick<Fillings, S>>;

export type Respond = (reply: Reply, asked: Asked) => Promise<void>;

const fills = <S extends keyof Fillings>(asked: Asked, slots: readonly S[]): asked is Asked<S> =>
  slots.every((slot) => asked[slot] !== undefined);

/** Defines a response for intents whose phrases always fill these slots. */
export const needing =
  <S extends keyof Fillings, T>(slots: readonly S[], respond: (reply: Reply, asked: Asked<S>) => T) =>
  (reply: Reply, asked: Asked): T => {
    if (!fills(asked, slots)) throw new Error(`A phrase of ${asked.intent} fills less than ${slots.join(', ')}.`);
    return respond(reply, asked);
  };

export interface Reply {
  readonly conversation: Conversation;
  readonly directory: Directory;
  readonly frame: TimeFrame;
  /** The earlier answers of the conversation, as far as the client sends them. */
  readonly said: readonly string[];
  /** The place that the user named last, to which "there" refers; null if there is none, undefined if it matters not. */
  readonly there?: Token | null;
}

/** A name that cannot be resolved because it is unknown or ambiguous. */
export interface Doubt {
  readonly kind: EntityKind;
  readonly text: string;
  /** In the order in which they are shown. */
  readonly ids: readonly string[];
}

export type Resolved = { readonly asked: Asked } | { readonly doubt: Doubt };

/** What the conversation has settled: the operation that "it" refers to, and the choices that the user made. */
export interface Memory {
  readonly it: string | null;
  /** The id that the user chose, by normalized name. */
  readonly chosen: ReadonlyMap<string, string>;
}

type Asking = { -readonly [K in keyof Asked]: Asked[K] };

const POINT_MS = 60_000;

export const resolveSlots = (intent: Intent, slots: Slots, directory: Directory, memory: Memory): Resolved => {
  const asked: Asking = { intent };
  for (const [slot, filling] of entriesOf(slots)) {
    switch (filling.kind) {
      case 'term':
        asked.term = filling.text;
        break;
      case 'number':
        asked.number = filling.value;
        break;
      case 'condition':
        asked.condition = filling.condition;
        break;
      case 'time':
        setTime(asked, slot, filling);
        break;
      case 'names': {
        const except = resolveExcept(filling.names, directory, memory);
        if ('doubt' in except) return except;
        asked.except = except;
        break;
      }
      default: {
        const meant = filling.kind === 'name' && filling.of === 'tag' ? asTag(intent, filling, directory) : filling;
        const found = slot === 'called' ? resolveCalled(filling, directory) : resolveName(meant, directory, memory);
        if (typeof found !== 'string') return { doubt: found };
        if (slot === 'called' || isNamed(slot)) asked[slot] = found;
      }
    }
  }
  return { asked };
};

/** Intents about places, and not about what is on them. */
const OF_PLACES: ReadonlySet<Intent> = new Set([
  'freeStands',
  'stands',
  'moveAway',
  'mostUsed',
  'leastUsed',
  'mostOperations',
  'fewestOperations',
]);

/** Of several tags with a name, the one that what is asked about has: "wide-body" of a flight is none of a stand. */
const asTag = (intent: Intent, filling: NameFilling, directory: Directory): NameFilling => {
  const ids = filling.ids.filter((id) =>
    OF_PLACES.has(intent)
      ? directory.withTag(id).size > 0
      : [...directory.operations.values()].some((entry) => hasTag(entry, id)),
  );
  return ids.length === 1 ? { ...filling, ids } : filling;
};

/** The text itself, if operations have it as whole words. */
const resolveCalled = ({ text }: { readonly text: string }, directory: Directory): string | Doubt =>
  directory.operationsCalled(text).length > 0 ? text : { kind: 'operation', text, ids: [] };

const EXCEPT_MEMBERS = {
  operation: 'operations',
  tag: 'tags',
  resource: 'resources',
  location: 'locations',
} as const satisfies Readonly<Record<LeftOutName['of'], keyof Except>>;

/** What is left out, by kind; of a name that several operations have, all of them. */
const resolveExcept = (
  names: readonly LeftOutName[],
  directory: Directory,
  memory: Memory,
): Except | { readonly doubt: Doubt } => {
  const except: Record<string, string[]> = {};
  for (const name of names) {
    const isCalled = name.of === 'operation' && name.ids.length !== 1;
    const found = isCalled ? resolveCalled(name, directory) : resolveName(name, directory, memory);
    if (typeof found !== 'string') return { doubt: found };
    (except[EXCEPT_MEMBERS[name.of]] ??= []).push(found);
  }
  return except;
};

const setTime = (asked: Asking, slot: SlotName, { value }: Filling & { readonly kind: 'time' }): void => {
  if (value.kind === 'duration') asked.durationSeconds = value.seconds;
  else if (value.kind === 'window') {
    const { kind: _, ...window } = value;
    asked.window = { ...window, point: false };
  } else if (slot === 'instant') asked.instant = value.at;
  else asked.window = { from: value.at, to: value.at + POINT_MS, point: true };
};

const resolveName = (
  filling: Filling & { readonly kind: 'name' | 'pronoun' },
  directory: Directory,
  memory: Memory,
): string | Doubt => {
  if (filling.kind === 'pronoun') return memory.it ?? { kind: 'operation', text: filling.text, ids: [] };
  const { of, text, ids } = filling;
  const chosen = memory.chosen.get(`${of} ${text.toLowerCase()}`);
  if (chosen !== undefined && ids.includes(chosen)) return chosen;
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return only;
  return { kind: of, text, ids: sortChoices(of, ids, directory) };
};

const sortChoices = (kind: EntityKind, ids: readonly string[], directory: Directory): readonly string[] =>
  kind === 'operation'
    ? [...ids].sort((a, b) => directory.operation(a).from - directory.operation(b).from || (a < b ? -1 : 1))
    : [...ids].sort();

const MOST_LISTED = 50;

/** How many are to be listed: "the next 5 arrivals". */
export const countedOf = ({ number }: Pick<Asked, 'number'>, otherwise: number): number =>
  number === undefined ? otherwise : Math.min(Math.max(number, 1), MOST_LISTED);

/** Whether a duration is shorter or longer than the window beside it, so that it is a time within the window: "free for 2 hours this afternoon". */
export const isWithin = ({ window, durationSeconds }: Asked): boolean =>
  durationSeconds !== undefined &&
  window !== undefined &&
  !window.point &&
  window.end !== 'open' &&
  window.to - window.from !== durationSeconds * 1000;

/** The asked time; one without an end of its own, or now, lasts for the asked duration. */
export const lasting = (
  { frame }: Pick<Reply, 'frame'>,
  { window, durationSeconds }: Asked,
): AskedWindow | undefined => {
  if (durationSeconds === undefined || !(window === undefined || window.point || window.end === 'open')) return window;
  const from = window?.from ?? frame.now;
  return { from, to: from + durationSeconds * 1000, point: false };
};

/** Which operations or places are asked for. */
type Whereabouts = {
  readonly [K in 'tag' | 'tag2' | 'called' | 'resource' | 'location' | 'except']?: Asked[K] | undefined;
};

const sayExcept = (directory: Directory, except: Except | undefined): string => {
  const names = entriesOf(EXCEPT_MEMBERS).flatMap(([kind, member]) =>
    (except?.[member] ?? []).map((text) => directory.nameOf(kind, text)),
  );
  return names.length === 0 ? '' : `, except ${names.join(', ')}`;
};

/** Formats times and names for the planner. */
export const voiceOf = ({ directory, frame: { now, zone } }: Pick<Reply, 'directory' | 'frame'>) => ({
  time: (at: number | string | null): string =>
    at === null ? 'unknown' : sayTime(typeof at === 'string' ? Date.parse(at) : at, zone, now),
  day: (at: number): string => sayDay(at, zone),
  window: (from: number | string | null, to: number | string | null): string =>
    from === null || to === null ? 'without times' : sayWindow(Date.parse(iso(from)), Date.parse(iso(to)), zone, now),
  operation: (id: string): string => directory.nameOf('operation', id),
  resource: (id: string | null): string => (id === null ? 'no place' : directory.nameOf('resource', id)),
  /** The one place, or the location, that is asked for. */
  place: ({ resource, location }: Whereabouts): string =>
    resource === undefined ? directory.nameOf('location', present(location)) : directory.nameOf('resource', resource),
  /** Which tag, name and place is asked for, and what is left out: ` with airline DL on B4, except DL 116`. */
  where: ({ tag, tag2, called, resource, location, except }: Whereabouts): string =>
    `${called === undefined ? '' : ` of "${called}"`}${tag === undefined ? '' : ` with ${directory.nameOf('tag', tag)}`}${tag2 === undefined ? '' : ` and ${directory.nameOf('tag', tag2)}`}${resource === undefined ? '' : ` on ${directory.nameOf('resource', resource)}`}${location === undefined ? '' : ` on ${directory.nameOf('location', location)}`}${sayExcept(directory, except)}`,
  asked: (window: AskedWindow | undefined): string =>
    window === undefined
      ? ''
      : window.point
        ? ` at ${sayTime(window.from, zone, now)}`
        : `, ${sayWindow(window.from, window.to, zone, now)}`,
});

export type Voice = ReturnType<typeof voiceOf>;

const iso = (at: number | string): string => (typeof at === 'string' ? at : new Date(at).toISOString());

/** The members `from` and `to` of a tool's input. */
export const spanInput = (window: Pick<AskedWindow, 'from' | 'to'> | undefined): { from?: string; to?: string } =>
  window === undefined ? {} : { from: iso(window.from), to: iso(window.to) };

/** The members of a tool's input that select operations. */
export const selectionInput = ({ called, except, ...asked }: Whereabouts) => ({
  ...(called === undefined ? {} : { query: called }),
  ...whereInput(asked),
  ...(except === undefined ? {} : { except }),
});

/** The members of a tool's input that say on what a proposal depends. */
export const conditionInput = (condition: Condition | undefined) =>
  condition === undefined || condition === 'allMove' ? {} : { onlyIf: condition };

/** The members `tag`, `otherTag`, `resource` and `location` of a tool's input. */
export const whereInput = ({ tag, tag2, resource, location }: Omit<Whereabouts, 'called' | 'except'>) => ({
  ...(tag === undefined ? {} : { tag }),
  ...(tag2 === undefined ? {} : { otherTag: tag2 }),
  ...(resource === undefined ? {} : { resource }),
  ...(location === undefined ? {} : { location }),
});

/** A change of the score with its sign: `+20`, `−3.5`. */
export const signed = (delta: number): string => {
  return delta === 0 ? '±0' : `${delta > 0 ? '+' : ''}${numberText(delta)}`;
};

export const bullets = (lines: readonly string[]): string => lines.map((line) => `\n- ${line}`).join('');

/** The first lines as bullets, and how many more there are. */
export const firstBullets = (lines: readonly string[], shown: number): string =>
  `${bullets(lines.slice(0, shown))}${more(lines.length, shown)}`;

/** A last bullet "… and 4 more" for items that are not listed; empty if all are. */
export const more = (total: number, shown: number): string =>
  total > shown ? `\n- … and ${numberText(total - shown)} more` : '';

export const APPLY = 'Nothing has changed yet: apply the proposal if you agree.';
