import { messageOf } from '../../engine/messageOf.ts';
import type { Refused } from '../panels/diffs/refusalText.ts';
import type { Carried } from '../server/endpoints.ts';

/** Why something was refused, for planners. What words it is loaded when it is needed, and where that fails, the message of the error has to do. */
export const refusalOf = (board: Refused, error: unknown): Promise<string> =>
  import('../panels/diffs/refusalText.ts').then(
    ({ refusalText }) => refusalText(board, error),
    () => messageOf(error),
  );

/** Why moves of a plan were left out when it was written; empty where that cannot be worded. */
export const skippedOf = (board: Refused, skipped: Carried['skipped']): Promise<string> =>
  import('../panels/diffs/refusalText.ts').then(
    ({ skippedText }) => skippedText(board, skipped),
    () => '',
  );
