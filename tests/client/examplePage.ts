import type { Server } from 'node:http';
import { build, type Rollup } from 'vite';

/** The files that Vite builds from the page in the folder, by path. */
export const bundleOf = async (folder: string): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const built = (await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, target: 'es2023', modulePreload: false },
  })) as Rollup.RollupOutput;
  return new Map(built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
};

export const servePage = (server: Server, files: ReadonlyMap<string, string | Uint8Array>): void => {
  server.on('request', ({ url }, response) => {
    const name = url === '/' ? '/index.html' : (url ?? '');
    const content = files.get(name);
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': type }).end(content ?? '');
  });
};
