import { EdgeError } from '../errors.ts';

const RETRY = { headers: { 'Retry-After': '2' } };
/** A body larger than this cannot use the last quarter of the budget, so that single records still fit when long bodies fill the rest. */
const SMALL_BYTES = 64 * 1024;

/** The bytes of one body, taken from the budget as they arrive. */
export interface BodyShare {
  /** Reserves more bytes. Throws 503 with Retry-After when the budget has no room for them. */
  take(bytes: number): void;
  /** Frees all bytes of the body. To be called once the body is no longer needed. */
  release(): void;
}

/** Limits the bytes of all bodies that this node is receiving or processing. */
export interface BodyBudget {
  /** Opens a share for one body. `client` is the user or address that sends it, which may use at most half of the budget. */
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
            const whose = isTooMuch ? 'Your requests in progress' : 'The requests in progress';
            throw new EdgeError('bodies_full', `${whose} use all memory for bodies; try again soon.`, RETRY);
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
