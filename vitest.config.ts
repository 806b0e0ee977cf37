import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that have a process to themselves: they start servers, browsers and threads that break, or measure a heap. */
const ALONE = [
  'tests/*.test.ts',
  'tests/{board,client,cluster,faults,fuzz}/**/*.test.ts',
  'cli/composition/heapGrowth.test.ts',
  'db/versions/bytesOf.test.ts',
];
const NONE = ['node_modules/**', 'dist/**'];

/** Begin first, the longest first, so that no worker is left with one of them when the others have ended. */
const LONG = [
  'tests/board/journeys',
  'tests/board/panelJourneys',
  'tests/backup',
  'tests/newcomer',
  'tests/cluster/pieces',
  'tests/faults/kills',
  'tests/cluster/cluster',
  'tests/client/clients',
  'tests/cluster/rolling',
  'tests/package',
  'tests/recipes',
];
const LONG_SHARED = [
  'tests/history/history.property',
  'solvers/decomposition/decomposition',
  'solvers/prices/groupAscent',
  'solvers/prices/groupPaths',
  'db/connection/migrate',
  'db/connection/frozenServer',
];

const startRank = ({ moduleId, project }: TestSpecification): number => {
  const isShared = project.name === 'shared';
  const known = isShared ? LONG_SHARED : LONG;
  const at = known.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return (isShared ? LONG.length + 1 : 0) + (at >= 0 ? at : known.length);
};

/** A shared process goes on for as long as its like are next: what has one to itself comes before all of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => startRank(a) - startRank(b));
  }
}

const EACH = {
  // What a process has compiled is there for the next one: half of the time in which `tidegate` is loaded.
  // Tests kill processes, never the power: syncs would only cost time.
  env: {
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/tidegate/compiled'),
    EMBEDDED_SYNC: 'false',
  },
  // What a test waits for usually comes within milliseconds; these limits are for a busy machine.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks' as const,
  // Node loads tests as it loads Tidegate, without a transformation: a fifth of the time of tests that do little.
  experimental: { viteModuleRunner: false },
  execArgv: ['--import', path.join(import.meta.dirname, 'cli/resolveRelative.js')],
};

export default defineConfig({
  test: {
    // Tests often wait for processes that they start. With one more worker, all end a twentieth sooner, but on a slow machine some take longer than they may.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...EACH, name: 'alone', include: ALONE, exclude: NONE } },
      {
        test: { ...EACH, name: 'shared', include: ['**/*.test.ts'], exclude: [...NONE, ...ALONE], isolate: false },
      },
    ],
  },
});
