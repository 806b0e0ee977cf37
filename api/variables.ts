import type { Log } from './dependencies.ts';

/** What middleware keeps beside a request. */
export interface Variables {
  requestId: string;
  /** Path of the matched route as documented; absent when none matched. */
  route?: string;
  log: Log;
  /** Who asks, for limits and logs: a credential or an address. */
  caller?: string;
}
