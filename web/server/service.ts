import { openTidegate, type Tidegate, type TokenSource } from '../../client/tidegate.ts';

/** The server of this page, for the mainline or a draft: every endpoint, typed, with the session's token. */
export type Service = (workspace: string | null) => Tidegate;

/** `onBuild` hears of the build that each answer came from. */
export const openService = (token: TokenSource, onBuild: (build: string) => void): Service => {
  const send = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    const build = response.headers.get('X-Tidegate-Build');
    if (build !== null) onBuild(build);
    return response;
  };
  return (workspace) => openTidegate({ url: '', token, fetch: send, ...(workspace === null ? {} : { workspace }) });
};
