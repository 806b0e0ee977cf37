import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MIB = 2 ** 20;

/** A process that keeps the last 60 MiB of what it makes: the most MiB that its heap took. On one thread, so that it is the same each time. */
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

// Guarantee: how much memory a server takes depends on what it keeps, not on how much the machine has.
test('a heap stays near what is alive in it', { timeout: 60_000 }, () => {
  expect(mostMegabytes('limitHeapGrowth();')).toBeLessThan(0.8 * mostMegabytes(''));
});
