import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MIB = 2 ** 20;

/**
 * The largest heap, in MiB, of a process that keeps the last 60 MiB of what it allocates. It is single-threaded, so that the result is reproducible.
 */
const mostMegabytes = (before: string): number => {
  const script = `
    const { getHeapStatistics } = await import('node:v8');
    const { limitHeapGrowth } = await import(${JSON.stringify(new URL('heapGrowth.ts', import.meta.url).href)});
    ${before}
    const kept = [];
    let most = 0;
    for (let made = 0; made < 500; made++) {
      kept[made % 64] = Array.from({ length: 20_000 }, (_, i) => [i]);
      if (made % 8 === 0) most = Math.max(most, getHeapStatistics().total_heap_size);
    }
    console.log(most / ${MIB});`;
  const { stdout } = spawnSync(process.execPath, ['--single-threaded', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return Number(stdout);
};

// Guarantee: the memory of a server depends on its live data, not on how much memory the machine has.
test('a heap stays near the size of its live data', () => {
  expect(mostMegabytes('limitHeapGrowth();')).toBeLessThan(0.8 * mostMegabytes(''));
});
