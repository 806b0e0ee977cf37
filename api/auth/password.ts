import { hash, verify } from '@node-rs/argon2';
import { EdgeError } from '../errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Half of libuv's threads: files and names are still looked up while everybody logs in. */
const AT_ONCE = 2;
const WAITING = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** On the thread pool, a few at a time. Throws 429 when too many wait. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) {
      throw new EdgeError('rate_limited', 'Too many logins at once; wait 1 s.', { headers: { 'Retry-After': '1' } });
    }
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
};

/** argon2id. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

let decoy: Promise<string> | undefined;

/** Takes as long for a user who does not exist, or has no password. */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('nobody has this password');
  const compared = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return matches && passwordHash !== null && passwordHash !== undefined;
};
