import { EdgeError } from '../errors.ts';

const RETRY = { headers: { 'Retry-After': '2' } };
/** Beyond this much of one body, the last quarter of the budget is not for it: single records still get in when long bodies fill the rest. */
const SMALL_BYTES = 64 * 1024;

/** The bytes of one body, taken from the budget as they arrive. */
export interface BodyShare {
  /** Throws 503 with Retry-After when there is no room for so many more. */
  take(bytes: number): void;
  /** When nobody needs the body any more. */
  release(): void;
}

/** Bytes of all bodies that arrive or are worked on at this node. */
export interface BodyBudget {
  /** `client`: who sends it, a user or an address; nobody may have more than half. */
  open(client: string): BodyShare;
  readonly bytesInUse: number;
}

export const createBodyBudget = (limitBytes: number): BodyBudget => {
  let inUse = 0;
  const byClient = new Map<string, number>();
  const add = (client: string, bytes: number): void => {
    inUse += bytes;
    const theirs = (byClient.get(client) ?? 0) + bytes;
    if (theirs > 0) byClient.set(client, theirs);
    else byClient.delete(client);
  };
  return {
    get bytesInUse() {
      return inUse;
    },
    open(client) {
      let own = 0;
      return {
        take(bytes) {
          const room = own + bytes > SMALL_BYTES ? 0.75 * limitBytes : limitBytes;
          const isTooMuch = (byClient.get(client) ?? 0) + bytes > limitBytes / 2;
          if (isTooMuch || inUse + bytes > room) {
            const whose = isTooMuch ? 'Your requests under way' : 'The requests under way';
            throw new EdgeError('bodies_full', `${whose} hold as much as this server takes; try again soon.`, RETRY);
          }
          own += bytes;
          add(client, bytes);
        },
        release() {
          add(client, -own);
          own = 0;
        },
      };
    },
  };
};
