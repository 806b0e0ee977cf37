import { expect, test } from 'vitest';
import type { ClaimedPiece, Pieces } from '../../db/runs/pieces.ts';
import { PieceHelp } from './pieceHelp.ts';

const claimed = (piece: number): ClaimedPiece => ({
  run: 'run',
  attempt: 1,
  piece,
  solver: 'auto',
  order: Uint8Array.of(piece),
});

/** A worker with two threads, of which `busy` are taken by its own runs, and the pieces that wait for it. */
const helper = () => {
  const state = {
    busy: 0,
    waiting: [] as ClaimedPiece[],
    offered: [] as number[],
    answers: new Map<number, Uint8Array | null>(),
    isWanted: true,
    hasRun: true,
  };
  let finish: (() => void)[] = [];
  const pieces = {
    offer: async (_: string, places: number) => {
      state.offered.push(places);
      return state.hasRun;
    },
    claim: async () => state.waiting.shift(),
    beat: async () => state.isWanted,
    answer: async ({ piece }: ClaimedPiece, _: string, answer: Uint8Array | null) =>
      void state.answers.set(piece, answer),
  } as unknown as Pieces;
  const pool = {
    threads: 2,
    get busyThreads() {
      return state.busy;
    },
    solvePiece: (_: string, order: Uint8Array, signal: AbortSignal) => {
      state.busy++;
      return new Promise<Uint8Array | null>((resolve, reject) => {
        const done = (answer: Uint8Array | null): void => {
          state.busy--;
          resolve(answer);
        };
        signal.addEventListener('abort', () => done(null), { once: true });
        finish.push(() => (order[0] === 13 ? (state.busy--, reject(new Error('failed'))) : done(order)));
      });
    },
  };
  const log = { debug: () => {}, warn: () => {} };
  const help = new PieceHelp({ pieces, pool, worker: 'helper', log: log as never });
  const finishAll = (): void => {
    const all = finish;
    finish = [];
    for (const one of all) one();
  };
  return { state, help, finishAll };
};

test('takes as many pieces as it has free threads, and answers them; one that fails is given back', async () => {
  const { state, help, finishAll } = helper();
  state.waiting = [1, 13, 2].map(claimed);
  help.look();
  await expect.poll(() => state.busy).toBe(2);
  expect(state.waiting).toHaveLength(1);
  finishAll();
  await expect.poll(() => state.waiting).toHaveLength(0);
  await expect.poll(() => state.busy).toBe(1);
  finishAll();
  await expect
    .poll(() => [...state.answers].toSorted(([a], [b]) => a - b))
    .toEqual([
      [1, Uint8Array.of(1)],
      [2, Uint8Array.of(2)],
      [13, null],
    ]);
  expect(state.offered.every((places) => places === 2)).toBe(true);
  await help.stop();
  expect(state.offered.at(-1)).toBe(0);
});

test('gives everything back for a run of its own, and takes nothing while that has all threads', async () => {
  const { state, help } = helper();
  state.waiting = [1, 2].map(claimed);
  help.look();
  await expect.poll(() => state.busy).toBe(2);
  state.waiting = [claimed(3)];
  state.hasRun = false;
  help.giveWay();
  await expect.poll(() => state.answers.size).toBe(2);
  expect([...state.answers.values()]).toEqual([null, null]);
  state.hasRun = true;
  state.busy = 2;
  const said = state.offered.length;
  help.look();
  await help.stop();
  expect(state.offered.slice(said).every((places) => places === 0)).toBe(true);
  expect(state.waiting).toHaveLength(1);
});

test('stops solving what is no longer wanted', { timeout: 10_000 }, async () => {
  const { state, help } = helper();
  state.waiting = [claimed(1)];
  state.isWanted = false;
  help.look();
  await expect.poll(() => state.busy).toBe(1);
  await expect.poll(() => state.answers.get(1), { timeout: 5000 }).toBeNull();
  await help.stop();
});
