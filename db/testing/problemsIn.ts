import type { Database } from '../connection/database.ts';
import { verifyDatabase } from '../verify/verifyDatabase.ts';

/** What `tidegate verify` finds, a line a problem; none in a sound database. */
export const problemsIn = async (database: Database): Promise<string[]> =>
  (await verifyDatabase(database)).flatMap(({ name, findings }) =>
    findings.map(({ planning, problem }) => `${name}: ${planning ?? ''} ${problem}`),
  );
