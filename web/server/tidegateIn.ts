import { openTidegate, type Tidegate } from '../../client/tidegate.ts';
import type { Requests } from './request.ts';

/** The typed client with the session's token, in a draft or, for null, on the mainline. */
export const tidegateIn = (requests: Requests, workspace: string | null): Tidegate =>
  openTidegate({
    url: '',
    fetch: (request) => requests.forward(request),
    ...(workspace === null ? {} : { workspace }),
  });
