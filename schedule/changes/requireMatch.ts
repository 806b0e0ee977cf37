import { ScheduleError } from '../errors.ts';
import type { Scope } from '../types.ts';

/** If-Match: throws 412 unless the record still has the version that the caller has seen. */
export const requireMatch = ({ ifMatch }: Scope, versionId: string): void => {
  if (ifMatch === null || ifMatch.includes(versionId)) return;
  throw new ScheduleError(
    'version_mismatch',
    `The record changed since version ${ifMatch.join(', ')}; it is ${versionId} now. Read it again, then repeat.`,
  );
};
