import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { Scope } from '../types.ts';
import { findRun } from './runAccess.ts';

export const getRun = async (deps: Ports, scope: Scope, planning: string, id: string): Promise<RunRecord> =>
  runRecord(await findRun(deps, scope, planning, id, 'viewer'));
