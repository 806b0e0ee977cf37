import { present } from '../../../engine/present.ts';
import { sayDay, sayTime } from '../../time/sayTime.ts';
import type { Asked, Doubt, Reply } from '../asked.ts';
import { MEANINGS, termOf } from '../meanings.ts';
import { voiceOf } from '../asked.ts';
import type { Token } from '../tokens.ts';

export const HELP = `I answer questions about this planning and make proposals that you apply. For example:
- "conflicts tonight", "conflicts of at least 80 %", "conflicts except those of B-stands", "what is on A12 from 14 to 18?", "what is on concourse A?", "where is KL1001 and why?", "who comes after it?", "and on A13?"
- "what if KL1001 is 40 minutes late?", "what if the 14:05 on A12 is an hour late?", "how late may KL1001 be?", "what if A12 is closed from 14 to 18?"
- "move KL1001 to B4 and delay DL9 by 10 minutes", "swap KL1001 and DL9", "move the Maersk call on Friday to a deep berth", "free A12 from 14 to 18", "close concourse A from 14 to 15", "resolve the conflict of KL1001", "resolve all conflicts"
- "delay all DL flights on A12 by 20 minutes", "delay KL1001 and DL9 by 20 minutes", "move everything from A12 to B4 except KL1001", "move everything off concourse A to concourse B", "unassign all Maersk calls"
- "move KL1001 to B4, but only if it is free", "swap KL1001 and DL9 if it causes no new conflicts", "clear A12 from 14 to 16 if everything finds a place", "put KL1001 on B4 or B5, whichever is free", "resolve the first conflict", "and the next one"
- "which berths are free on Tuesday from 2 pm for 20 hours?", "when is B4 free next?", "which stand has the most conflicts?", "which airline has the most conflicts?", "which line has the longest total stay?", "why not B4 for KL1001?", "three options for KL1001", "the second one", "unassigned operations", "arrivals in the next 2 hours", "Maersk calls this week", "the longest stay on A12 today"
- "average delay of DL arrivals", "what share of flights is on remote stands?", "punctuality of departures", "busiest hour", "arrivals per hour on concourse A", "which stand is used most?"
- "optimize for 60 seconds with at most 10 moves", "how is the optimization going?"
- "compare draft Strike with the mainline", "what did I change in this draft?", "what changed since 14 January?", "undo that", "how good is the plan?"`;

export const THANKS = 'You are welcome. Ask me anything else about this planning.';

export const DECLINED = 'Nothing has changed, and a proposal that is not applied changes nothing.';

export const FOR_HOW_LONG =
  'You named both an end and a duration, so I do not know which of them you mean. Say it like "from 14:00 to 16:00", or "from 14:00 for 2 hours".';

export const CANNOT_APPLY =
  'I cannot apply anything myself: a proposal is applied by you, with its Apply button (or POST …/agent/proposals/{id}/apply/). Nothing has changed.';

export const OUT_OF_REACH =
  'I cannot do that: I only read the schedule and make proposals for places and holds. Creating, deleting, publishing, locking and editing records is done on the board or through the API (every request is described at /docs). Nothing has changed.';

const NOUN = {
  operation: 'operation',
  resource: 'stand or berth',
  workspace: 'draft',
  tag: 'tag',
  location: 'location',
  category: 'kind of tag',
} as const;
const SHOWN = 8;

/** Asks which name is meant, with numbered choices. A number or a name in a later message settles it. */
export const askBack = (reply: Reply, { kind, text, ids }: Doubt): void => {
  const { conversation, directory } = reply;
  const voice = voiceOf(reply);
  if (ids.length === 0) {
    const isPronoun = /^(?:it|this|that|him|her|one|there)$/i.test(text);
    conversation.say(
      isPronoun
        ? `Which ${NOUN[kind]} do you mean by "${text}"? Name it once.`
        : `I know no ${NOUN[kind]} called "${text}" in this planning, and will not guess. Check the name, or search for a part of it.`,
    );
    return;
  }
  const choices = ids.slice(0, SHOWN).map((id, index) => {
    const entry = kind === 'operation' ? directory.operations.get(id) : undefined;
    const when = entry === undefined || Number.isNaN(entry.from) ? '' : `, ${voice.window(entry.from, entry.to)}`;
    const name = directory.nameOf(kind, id);
    const known = entry?.record.externalId ?? id;
    return `\n${index + 1}. ${name}${name === known ? '' : ` (${known})`}${when}`;
  });
  const rest = ids.length > SHOWN ? `\n… and ${ids.length - SHOWN} more.` : '';
  conversation.say(
    `Which ${NOUN[kind]} do you mean by "${text}"?${choices.join('')}${rest}\nAnswer with its number or its id.`,
  );
};

/** Says what was recognized, and that this was not enough. */
export const sayNotUnderstood = ({ conversation }: Reply, tokens: readonly Token[]): void => {
  const names = tokens.flatMap((token) => (token.kind === 'name' ? [`"${token.text}"`] : []));
  const times = tokens.flatMap((token) => (token.kind === 'time' ? [`"${token.text}"`] : []));
  const unknown = tokens.flatMap((token) => (token.kind === 'unknown' ? [`"${token.text}"`] : []));
  const known = [...names, ...times];
  const recognized = known.length === 0 ? '' : ` I recognized ${known.join(', ')}.`;
  const strange = unknown.length === 0 ? '' : ` I know nothing called ${unknown.join(', ')} here.`;
  conversation.say(
    `I did not understand that, so I do nothing.${recognized}${strange} I understand everyday English; say "help" to see what I can do.`,
  );
};

export const sayMeaning = async ({ conversation }: Reply, { term }: Asked<'term'>): Promise<void> => {
  const [word, meaning] = present(MEANINGS.get(termOf(term)));
  conversation.say(`${word}: ${meaning}.`);
};

/** Says which planning it is, and what is taken as now. */
export const sayFrame = async ({ conversation, directory, frame }: Reply): Promise<void> => {
  const { now, zone } = frame;
  const time = `${sayDay(now, zone)} ${sayTime(now, zone, now)}`;
  const says = frame.present === undefined ? `it is ${time}` : `it is not about the present, so I take ${time} as now`;
  conversation.say(`This is the planning "${directory.planning.name}", all times are those of ${zone}, and ${says}.`);
};
