import type { ServerClock } from './serverClock.ts';
import { openTidegate, type Tidegate, type TokenSource } from '../../client/tidegate.ts';

/** Opens a client of this page's server for the mainline (null) or a draft, with the session's token. */
export type Service = (workspace: string | null) => Tidegate;

interface ServiceListener {
  /** Called with the build that each response names. */
  build(build: string): void;
  /** Called when a response says that the user may not do what was requested. */
  forbidden(): void;
}

/** `clock` learns the server's time from each response. */
export const openService = (token: TokenSource, clock: ServerClock, listener: ServiceListener): Service => {
  const send = async (request: Request): Promise<Response> => {
    const sentMs = Date.now();
    const response = await fetch(request);
    clock.heard(response.headers.get('Date'), sentMs);
    const build = response.headers.get('X-Tidegate-Build');
    if (build !== null) listener.build(build);
    if (response.status === 403) listener.forbidden();
    return response;
  };
  return (workspace) => openTidegate({ url: '', token, fetch: send, ...(workspace === null ? {} : { workspace }) });
};
