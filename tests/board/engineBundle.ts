import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';

const ENTRY = fileURLToPath(new URL('engineEntry.ts', import.meta.url));
const FIRST = 'engine.js';

export interface EngineBundle {
  /** By path; `/engine.js` is the first. */
  readonly code: ReadonlyMap<string, string>;
  readonly modules: readonly string[];
  readonly gzip: {
    /** Reading, compiling, the board, candidates and conflicts with what they cost and why. */
    readonly first: number;
    /** The search for why there is no place at all and what would help, loaded when it is asked for. */
    readonly search: number;
  };
}

/** What the board takes of the engine, as a browser gets it. Sizes in bytes. */
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
