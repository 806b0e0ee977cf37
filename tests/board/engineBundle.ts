import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';

const ENTRY = fileURLToPath(new URL('engineEntry.ts', import.meta.url));
const FIRST = 'engine.js';

export interface EngineBundle {
  /** File contents by path; `/engine.js` is the entry. */
  readonly code: ReadonlyMap<string, string>;
  readonly modules: readonly string[];
  readonly gzip: {
    /** Reading, compiling, the board, candidates, and conflicts with costs and reasons. */
    readonly first: number;
    /** The search for why there is no place and what would help, which is loaded on demand. */
    readonly search: number;
  };
}

/** The part of the engine that the board uses, bundled for a browser. Sizes are in bytes. */
export const bundleEngine = async (): Promise<EngineBundle> => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        output: { format: 'es', entryFileNames: FIRST, chunkFileNames: '[name].js' },
      },
    },
  })) as Rollup.RollupOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const bytes = (isLater: boolean): number =>
    chunks
      .filter(({ isDynamicEntry }) => isDynamicEntry === isLater)
      .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  return {
    code: new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code])),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    gzip: { first: bytes(false), search: bytes(true) },
  };
};
