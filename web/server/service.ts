import { Reach } from './reach.ts';
import { UnreachableError } from '../../client/serviceError.ts';
import type { ServerClock } from './serverClock.ts';
import { openTidegate, type Tidegate, type TokenSource } from '../../client/tidegate.ts';

interface ServiceListener {
  /** Called with the build that each response names. */
  build(build: string): void;
  /** Called when a response says that the user may not do what was requested. */
  forbidden(): void;
}

/** Opens the service for plannings of an organization. `clock` learns the server's time from each response. */
export const openService = (
  token: TokenSource,
  clock: ServerClock,
  listener: ServiceListener,
): ((organization: string | null) => Reach) => {
  const send = async (request: Request): Promise<Response> => {
    const sentMs = Date.now();
    const response = await fetch(request).catch((error: unknown) => {
      if (request.signal.aborted || !(error instanceof TypeError)) throw error;
      throw new UnreachableError('The server cannot be reached.', { cause: error });
    });
    clock.heard(response.headers.get('Date'), sentMs);
    const build = response.headers.get('X-Tidegate-Build');
    if (build !== null) listener.build(build);
    if (response.status === 403) listener.forbidden();
    return response;
  };
  const open = (workspace: string | null, organization: string | null): Tidegate =>
    openTidegate({ url: '', token, fetch: send, workspace, organization });
  return (organization) => new Reach(token, organization, open);
};
