import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { issueApiKey } from '../../api/auth/apiKeys.ts';
import { hashPassword } from '../../api/auth/password.ts';
import { parseDocument } from '../../engine/instance/planningDocument.ts';
import { actorScope } from '../../schedule/access/actorScope.ts';
import { createFirstUser } from './createFirstUser.ts';
import type { Service } from './openService.ts';

const DEMO_DAY = new URL('../../fixtures/days/atl-2008-03-14.json', import.meta.url);
const DEMO_EMAIL = 'planner@demo.tidegate.local';

export interface Demo {
  readonly email: string;
  /** Generated, and shown only once. */
  readonly password: string;
  /** `tg_…`, shown only once. */
  readonly apiKey: string;
  readonly planning: string;
  readonly planningName: string;
}

/**
 * Fills an empty database with an organization, its administrator, an API key, and the planning of a real day. Returns null when another node was
 * first.
 */
export const seedDemo = async ({
  accounts,
  schedule,
}: Pick<Service, 'accounts' | 'schedule'>): Promise<Demo | null> => {
  const password = randomBytes(12).toString('base64url');
  const user = await createFirstUser(accounts, {
    id: randomUUID(),
    email: DEMO_EMAIL,
    name: 'Demo planner',
    passwordHash: await hashPassword(password),
    subject: null,
  });
  if (user === null) return null;
  const organization = 'demo';
  await accounts.createOrganization({ id: organization, name: 'Demo' }, { user: user.id });
  const apiKey = await issueApiKey(accounts, {
    name: 'First key',
    user: user.id,
    organization,
    role: 'admin',
    expiresAt: null,
  });
  const document = parseDocument(readFileSync(DEMO_DAY, 'utf8'));
  const memberships = [{ organization, role: 'admin' }] as const;
  const administrator = { kind: 'machine', user: user.id, credential: 'local-administrator', memberships } as const;
  const scope = actorScope(administrator, 'upload', 'Demo day');
  const { planning } = await schedule.importPlanning(scope, organization, document);
  return { email: DEMO_EMAIL, password, apiKey, planning: planning.id, planningName: planning.name };
};
