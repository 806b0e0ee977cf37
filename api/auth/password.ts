import { hash, verify } from '@node-rs/argon2';
import { EdgeError } from '../errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Of a password that nobody knows, at the same cost: random bytes hashed once. A constant, so that there is nothing to fail at the first login. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$oUpTb+eikvpxYmplIv+U3g$e/PtXe+46PRpbpplCA6MQz3JGxlhtM2RYmcrsiEGGPo';

/** Passwords wait in line, for libuv's four threads also look up files and names. */
interface Line {
  readonly atOnce: number;
  /** Of one name, and of all. */
  readonly waitingOfOne: number;
  readonly waiting: number;
  readonly refusal: string;
}

const LOGINS: Line = { atOnce: 2, waitingOfOne: 100, waiting: 100, refusal: 'Too many logins at once; wait 1 s.' };
/** Apart, so that whoever makes many members keeps nobody from logging in; and of one organization few, so that others come in between. */
const NEW_PASSWORDS: Line = {
  atOnce: 1,
  waitingOfOne: 20,
  waiting: 100,
  refusal: 'Too many passwords are being set at once; wait 1 s.',
};

type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** On the thread pool, a few at a time, names taking turns. Throws 429 when too many wait. */
const inLine = ({ atOnce, waitingOfOne, waiting, refusal }: Line): InTurn => {
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let count = 0;

  /** The first of the name that has waited longest for its turn; the name then goes to the end. */
  const next = (): (() => void) | undefined => {
    for (const [name, line] of lines) {
      lines.delete(name);
      const first = line.shift();
      if (line.length > 0) lines.set(name, line);
      count -= 1;
      return first;
    }
    return undefined;
  };

  return async (name, work) => {
    if (running >= atOnce) {
      const line = lines.get(name) ?? [];
      if (line.length >= waitingOfOne || count >= waiting) {
        throw new EdgeError('rate_limited', refusal, { headers: { 'Retry-After': '1' } });
      }
      count += 1;
      lines.set(name, line);
      await new Promise<void>((resolve) => {
        line.push(resolve);
      });
    } else running += 1;
    try {
      return await work();
    } finally {
      const turn = next();
      if (turn === undefined) running -= 1;
      else turn();
    }
  };
};

const logins = inLine(LOGINS);
const newPasswords = inLine(NEW_PASSWORDS);

/** argon2id. On behalf of an organization; without one, of the operator. Throws 429 when too many wait. */
export const hashPassword = (password: string, organization = ''): Promise<string> =>
  newPasswords(organization, () => hash(password, COST));

/** Takes as long for a user who does not exist, or has no password. Throws 429 when too many wait. */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  const matches = await logins('', () => verify(passwordHash ?? DECOY, password));
  return matches && passwordHash !== null && passwordHash !== undefined;
};
