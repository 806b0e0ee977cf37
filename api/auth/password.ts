import { hash, verify } from '@node-rs/argon2';
import { openLine } from '../../schedule/lines.ts';
import { EdgeError } from '../errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * The hash of a password that nobody knows (random bytes), at the same cost. It is a constant, so that computing it cannot fail at the first login.
 */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$oUpTb+eikvpxYmplIv+U3g$e/PtXe+46PRpbpplCA6MQz3JGxlhtM2RYmcrsiEGGPo';

const refusing = (detail: string) => () => new EdgeError('rate_limited', detail, { headers: { 'Retry-After': '1' } });

/** The queue of password checks. They have to wait, because libuv's four threads also serve files and DNS look-ups. */
const logins = openLine({
  atOnce: 2,
  waitingOfOne: 100,
  waiting: 100,
  refusal: refusing('Too many logins at once; wait 1 s.'),
});
/**
 * The queue of new passwords. It is separate, so that creating many members keeps nobody from logging in, and short for each organization, so that
 * others get their turn.
 */
const newPasswords = openLine({
  atOnce: 1,
  waitingOfOne: 20,
  waiting: 100,
  refusal: refusing('Too many passwords are being set at once; wait 1 s.'),
});

/** The argon2id hash of a password that an organization sets; `''` stands for the operator. Throws 429 when the queue is full. */
export const hashPassword = (password: string, organization = ''): Promise<string> =>
  newPasswords(organization, () => hash(password, COST));

/** Takes as long for a user who does not exist, or has no password (null or undefined). Throws 429 when the queue is full. */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  const matches = await logins('', () => verify(passwordHash ?? DECOY, password));
  return matches && passwordHash !== null && passwordHash !== undefined;
};
