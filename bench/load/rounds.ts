import { median } from '../table/table.ts';

export interface Ratio {
  /** Median of the rounds, ms. */
  readonly serviceMs: number;
  readonly rawMs: number;
  /** Median of the rounds' own ratios, service to raw: what else the machine does falls on both. */
  readonly ratio: number;
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Both by turns, each first in every other round. `round` is -1 for the round that only warms up. */
export async function compare(
  rounds: number,
  service: (round: number) => Promise<number>,
  raw: (round: number) => Promise<number>,
): Promise<Ratio> {
  const serviceMs: number[] = [];
  const rawMs: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const rawFirst = round % 2 === 0;
    const before = rawFirst ? await raw(round) : null;
    const own = await service(round);
    const other = before ?? (await raw(round));
    if (round < 0) continue;
    serviceMs.push(own);
    rawMs.push(other);
  }
  return {
    serviceMs: median(serviceMs),
    rawMs: median(rawMs),
    ratio: median(serviceMs.map((own, i) => own / rawMs[i])),
  };
}
