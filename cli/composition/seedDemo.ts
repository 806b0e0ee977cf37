import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { issueApiKey } from '../../api/auth/apiKeys.ts';
import { hashPassword } from '../../api/auth/password.ts';
import { parseDocument } from '../../engine/instance/planningDocument.ts';
import { actorScope } from '../../schedule/access/actorScope.ts';
import { StoreError } from '../../db/storeError.ts';
import type { Service } from './openService.ts';
import { unlessFilled } from './unlessFilled.ts';

const DEMO_DAY = new URL('../../fixtures/days/atl-2008-03-14.json', import.meta.url);
const DEMO_EMAIL = 'planner@demo.tidegate.local';
const ORGANIZATION = { id: 'demo', name: 'Demo' };

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
 * first. The user and the key are stored together with the planning, so that nobody has to log in with a password that was never shown.
 */
export const seedDemo = async ({
  accounts,
  schedule,
}: Pick<Service, 'accounts' | 'schedule'>): Promise<Demo | null> => {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const user = { id: randomUUID(), email: DEMO_EMAIL, name: 'Demo planner', passwordHash, subject: null };
  const organization = ORGANIZATION.id;
  const document = parseDocument(readFileSync(DEMO_DAY, 'utf8'));
  const memberships = [{ organization, role: 'admin' }] as const;
  const administrator = { kind: 'machine', user: user.id, credential: 'local-administrator', memberships } as const;
  const scope = actorScope(administrator, 'upload', 'Demo day');
  return unlessFilled(accounts, async () => {
    await createOrganization(accounts);
    let apiKey = '';
    const { planning } = await schedule.importPlanning(scope, organization, document, async (sql) => {
      await accounts.createUser(user, sql);
      await accounts.addMember(organization, user.id, 'admin', sql);
      const key = { name: 'First key', user: user.id, organization, role: 'admin' as const, expiresAt: null };
      apiKey = await issueApiKey({ createApiKey: (made) => accounts.createApiKey(made, sql) }, key);
    });
    return { email: DEMO_EMAIL, password, apiKey, planning: planning.id, planningName: planning.name };
  });
};

/** Creates the organization, unless another node has, or a first start that was interrupted. */
const createOrganization = async (accounts: Service['accounts']): Promise<void> => {
  try {
    await accounts.createOrganization(ORGANIZATION);
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'id_taken')) throw error;
  }
};
