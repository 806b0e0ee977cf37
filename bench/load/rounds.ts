import { median } from '../table/table.ts';

export interface Ratio {
  /** The median of the rounds in milliseconds. */
  readonly serviceMs: number;
  readonly rawMs: number;
  /** The median of each round's ratio of service to raw, since other load on the machine affects both. */
  readonly ratio: number;
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Runs both alternately; each is first in every other round. `round` is -1 for the warm-up round. */
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
