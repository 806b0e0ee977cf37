import { hash, verify } from '@node-rs/argon2';
import { openLine } from '../../schedule/lines.ts';
import { EdgeError } from '../errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Of a password that nobody knows, at the same cost: random bytes hashed once. A constant, so that there is nothing to fail at the first login. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$oUpTb+eikvpxYmplIv+U3g$e/PtXe+46PRpbpplCA6MQz3JGxlhtM2RYmcrsiEGGPo';

const refusing = (detail: string) => () => new EdgeError('rate_limited', detail, { headers: { 'Retry-After': '1' } });

/** Passwords wait in line, for libuv's four threads also look up files and names. */
const logins = openLine({
  atOnce: 2,
  waitingOfOne: 100,
  waiting: 100,
  refusal: refusing('Too many logins at once; wait 1 s.'),
});
/** Apart, so that whoever makes many members keeps nobody from logging in; and of one organization few, so that others come in between. */
const newPasswords = openLine({
  atOnce: 1,
  waitingOfOne: 20,
  waiting: 100,
  refusal: refusing('Too many passwords are being set at once; wait 1 s.'),
});

/** argon2id. On behalf of an organization; without one, of the operator. Throws 429 when too many wait. */
export const hashPassword = (password: string, organization = ''): Promise<string> =>
  newPasswords(organization, () => hash(password, COST));

/** Takes as long for a user who does not exist, or has no password. Throws 429 when too many wait. */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  const matches = await logins('', () => verify(passwordHash ?? DECOY, password));
  return matches && passwordHash !== null && passwordHash !== undefined;
};
