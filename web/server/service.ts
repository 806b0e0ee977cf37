import type { ServerClock } from './serverClock.ts';
import { openTidegate, type Tidegate, type TokenSource } from '../../client/tidegate.ts';

/** Opens a client of this page's server for the mainline (null) or a draft, with the session's token. */
export type Service = (workspace: string | null) => Tidegate;

/** `onBuild` is called with the build that each response names. `clock` learns the server's time from each. */
export const openService = (token: TokenSource, clock: ServerClock, onBuild: (build: string) => void): Service => {
  const send = async (request: Request): Promise<Response> => {
    const sentMs = Date.now();
    const response = await fetch(request);
    clock.heard(response.headers.get('Date'), sentMs);
    const build = response.headers.get('X-Tidegate-Build');
    if (build !== null) onBuild(build);
    return response;
  };
  return (workspace) => openTidegate({ url: '', token, fetch: send, ...(workspace === null ? {} : { workspace }) });
};
