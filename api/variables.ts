import type { Log } from './dependencies.ts';

/** What middleware keeps beside a request. */
export interface Variables {
  requestId: string;
  /** Path of the matched route as documented; absent when none matched. */
  route?: string;
  log: Log;
  /** Aborted when this server stops, with the error that its streams end with. */
  stopping?: AbortSignal | undefined;
  /** Where the request comes from, as limits count it. */
  address?: string;
  /** Of the caller: who; absent for a stranger. */
  user?: string;
  /** Id of the planning that the path names. */
  planning?: string;
  /** What the caller was authenticated by: the id of a key or of a login. */
  credential?: string;
}
