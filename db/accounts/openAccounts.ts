import type { Database } from '../connection/database.ts';
import type { Accounts } from './accounts.ts';
import { openApiKeys } from './openApiKeys.ts';
import { openAttempts } from './openAttempts.ts';
import { openLogins } from './openLogins.ts';
import { openOrganizations } from './openOrganizations.ts';
import { openPreferences } from './openPreferences.ts';
import { openSigningKeys } from './openSigningKeys.ts';
import { openUploadMappings } from './openUploadMappings.ts';
import { openUsers } from './openUsers.ts';

export const openAccounts = (database: Database): Accounts => ({
  ...openOrganizations(database),
  ...openUsers(database),
  ...openApiKeys(database),
  ...openLogins(database),
  ...openAttempts(database),
  ...openSigningKeys(database),
  ...openPreferences(database),
  ...openUploadMappings(database),
});
