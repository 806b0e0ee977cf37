import { present } from '../../../engine/present.ts';
import { numberText, percentText, plural } from '../../../engine/wording.ts';
import { sayDuration } from '../../time/sayTime.ts';
import type { ShownConflict } from '../../tools/shownConflict.ts';
import type { ShownProposal } from '../../tools/proposeChanges.ts';
import type { ShownJudgment } from '../../tools/whatIf.ts';
import { APPLY, type Asked, bullets, signed, type Voice } from '../asked.ts';

export const sayConflict = (voice: Voice, conflict: ShownConflict): string => {
  const { kind, operations, resource, from, to, overlapMinutes, probability, severity } = conflict;
  const [a, b] = operations.map(({ name }) => name);
  const what =
    kind === 'overlap'
      ? `${a} and ${b} overlap ${sayDuration(60 * overlapMinutes)} on ${resource.name}`
      : kind === 'buffer'
        ? `${a} and ${b} are too close on ${resource.name}`
        : `${a} (on ${resource.name}) and ${b} may not be side by side`;
  return `${what}, ${voice.window(from, to)} (${severity}, probability ${percentText(probability)})`;
};

const SHOWN = 6;

/** Says how a change affects score and conflicts. */
export const sayJudgment = (
  voice: Voice,
  { delta, before, after, newConflicts, endedConflicts }: ShownJudgment,
): string => {
  const score =
    delta === 0
      ? `the score stays ${numberText(before)}`
      : `the score goes from ${numberText(before)} to ${numberText(after)} (${signed(delta)}; lower is better)`;
  const begun =
    newConflicts.length === 0
      ? 'No new conflict'
      : `${plural(newConflicts.length, 'new conflict')}:${bullets(newConflicts.slice(0, SHOWN).map((one) => sayConflict(voice, one)))}\n`;
  const ended =
    endedConflicts.length === 0
      ? ''
      : ` ${plural(endedConflicts.length, 'conflict')} would end: ${endedConflicts
          .slice(0, SHOWN)
          .map(({ operations, resource }) => `${operations.map(({ name }) => name).join(' and ')} on ${resource.name}`)
          .join('; ')}.`;
  return `${begun}${newConflicts.length === 0 ? '; ' : ''}${score}.${ended}`;
};

const UNFULFILLED = {
  noNewConflict: 'That would cause a new conflict',
  betterScore: 'That would not lower the score',
  noWorseScore: 'That would raise the score',
  allMove: 'Not everything finds another place',
} as const;

/** Says on what nothing was proposed. */
export const sayUnfulfilled = (condition: Asked['condition']): string =>
  `${UNFULFILLED[present(condition)]}, so I propose nothing.`;

/** Says what is proposed and what it does; or if the condition on which it depends does not hold, what it would have done. */
export const sayProposal = (
  voice: Voice,
  opening: string,
  result: ShownProposal,
  condition: Asked['condition'],
): string => {
  const judged = sayJudgment(voice, result);
  return result.proposal === null ? `${sayUnfulfilled(condition)}\n${judged}` : `${opening}${judged} ${APPLY}`;
};
