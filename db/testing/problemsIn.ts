import type { Database } from '../connection/database.ts';
import { verifyDatabase } from '../verify/verifyDatabase.ts';

/** The problems that `tidegate verify` finds, one per line; empty for a sound database. */
export const problemsIn = async (database: Database): Promise<string[]> =>
  (await verifyDatabase(database)).flatMap(({ name, findings }) =>
    findings.map(({ planning, problem }) => `${name}: ${planning ?? ''} ${problem}`),
  );
