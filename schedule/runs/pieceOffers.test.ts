import { expect, test } from 'vitest';
import type { PieceNews, Pieces } from '../../db/runs/pieces.ts';
import { PieceOffers } from './pieceOffers.ts';

const RUN = { id: 'run', attempt: 2 };
const ORDER = Uint8Array.of(1);

/** Pieces whose news the test decides; `fails` makes every call fail, as when the database is away. */
const controlled = () => {
  const state = { news: { places: 1, answers: [] } as PieceNews, fails: false, withdrawn: [] as number[], asked: 0 };
  let listener = (): void => {};
  const call = async <T>(value: T): Promise<T> => {
    if (state.fails) throw new Error('The database is away.');
    return value;
  };
  const pieces = {
    ask: () => call(void state.asked++),
    news: () => call(state.news),
    withdraw: ({ attempt }: { attempt: number }) => call(void state.withdrawn.push(attempt)),
    onNews: (_: string, heard: () => void) => {
      listener = heard;
      return call(async () => {});
    },
  } as unknown as Pieces;
  return { state, pieces, ring: () => listener() };
};

const never = new AbortController().signal;

test('passes on the answer to each piece, and withdraws what earlier attempts and this one have asked', async () => {
  const { state, pieces, ring } = controlled();
  const offers = new PieceOffers(pieces, RUN, 'worker');
  await expect.poll(() => offers.places).toBe(1);
  const [first, second] = [offers.solve(1, ORDER, never), offers.solve(2, ORDER, never)];
  state.news = { places: 3, answers: [{ piece: 2, answer: Uint8Array.of(5) }] };
  ring();
  expect(await second).toEqual(Uint8Array.of(5));
  expect(offers.places).toBe(3);
  state.news = { places: 0, answers: [{ piece: 1, answer: null }] };
  ring();
  expect(await first).toBeNull();
  await offers.end();
  expect(state.withdrawn).toEqual([1, 2]);
});

test('nobody solves a piece when its search ends, the run ends or the database fails', async () => {
  const { state, pieces, ring } = controlled();
  const offers = new PieceOffers(pieces, RUN, 'worker');
  const ended = new AbortController();
  const stopped = offers.solve(1, ORDER, ended.signal);
  ended.abort();
  expect(await stopped).toBeNull();
  await expect.poll(() => offers.places).toBe(1);
  const lost = offers.solve(2, ORDER, never);
  state.fails = true;
  ring();
  expect(await lost).toBeNull();
  expect(offers.places).toBe(0);
  expect(await offers.solve(3, ORDER, never)).toBeNull();
  state.fails = false;
  const left = offers.solve(4, ORDER, never);
  await offers.end();
  expect(await left).toBeNull();
  expect(await offers.solve(5, ORDER, never)).toBeNull();
});
