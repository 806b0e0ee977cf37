import { messageOf } from '../../../engine/messageOf.ts';
import { memberOf } from '../../../engine/recordOf.ts';
import { SKIP_REASONS, type SkipReason } from '../../../engine/skipReasons.ts';
import { plural } from '../../../engine/wording.ts';
import { ServiceError } from '../../../client/serviceError.ts';
import type { Carried } from '../../server/endpoints.ts';
import type { BoardStore } from '../../shell/boardState.ts';
import { entityName, fieldText, recordText } from './describe.ts';
import { type Named, namesOf } from './names.ts';

type Clash = ServiceError['clashes'][number];
interface WithStore {
  readonly store: BoardStore;
}
/** The part of the board that words of refusals need. */
export interface Refused extends Named, WithStore {
  operationName(id: string): string;
  resourceName(id: string): string;
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** An id of any form after what it is of. */
const ID = /(?<=\b(?:operation|resource) )[\w.:-]*\w/gi;
const MOST_CLASHES = 3;
const MOST_SKIPPED = 5;

/** Who wrote a record, if that is told and the person is here: an assignment names its author. */
export const authorOf = ({ store }: WithStore, record: unknown): string | null => {
  const author = memberOf(record, 'assignedBy');
  const { people, user } = store.getState();
  if (author !== undefined && author === user?.id) return 'You';
  return people.find(({ id }) => id === author)?.name ?? null;
};

/** What a record is since it was changed, such as "Ben has moved DL 417 to A12". */
const clashText = (board: Refused, { entity, id, fields, base, ours, theirs }: Clash): string => {
  const names = namesOf(board);
  const name = entityName(names, entity, id, theirs ?? base ?? ours);
  if (entity === 'assignment') {
    if (theirs === null) return `${name} has no place any more`;
    const who = authorOf(board, theirs) ?? 'Somebody';
    return `${who} ${who === 'You' ? 'have' : 'has'} moved ${name} to ${fieldText(names, 'parts', memberOf(theirs, 'parts'))}`;
  }
  if (theirs === null) return `${name} has been deleted`;
  const now = recordText(names, fields, [base, theirs], theirs);
  return `${name} has been changed${now === '' ? '' : ` (${now})`}`;
};

/** A problem of a request: what it is about is said by its title, or by the words of its last member. */
const problemText = ({ path, message }: ServiceError['errors'][number]): string => {
  const member = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const words = member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return /^[A-Z]/.test(message) ? message : `${words} ${message}`.trim();
};

const reasonIn = (error: unknown): string =>
  error instanceof ServiceError && error.errors.length > 0
    ? error.errors.map(problemText).join('; ')
    : messageOf(error);

/** Why something was refused, for planners: records by their names, and for a clash, what became of the records since. */
export const refusalText = (board: Refused, error: unknown): string => {
  if (error instanceof ServiceError && error.clashes.length > 0) {
    const told = error.clashes.slice(0, MOST_CLASHES).map((clash) => clashText(board, clash));
    const more = error.clashes.length - told.length;
    return `${told.join('; ')}${more === 0 ? '' : `; and so on for ${plural(more, 'other record')}`} since then. It stays like this; see Changes.`;
  }
  const nameOf = (id: string): string => {
    const name = board.operationName(id);
    return name === id ? board.resourceName(id) : name;
  };
  return reasonIn(error).replaceAll(ID, nameOf).replaceAll(UUID, nameOf);
};

/** Why moves of a plan were left out when it was written, such as "DL 417 has been moved since." */
export const skippedText = (board: Refused, skipped: Carried['skipped']): string => {
  const told = skipped
    .slice(0, MOST_SKIPPED)
    .map(
      ({ operation, reason }) => `${board.operationName(operation)} ${SKIP_REASONS[reason as SkipReason] ?? reason}`,
    );
  return `${told.join('; ')}${skipped.length > told.length ? '; and so on' : ''}.`;
};
