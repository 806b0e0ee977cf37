import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSignals } from '../signals/openSignals.ts';
import type { Signals } from '../signals/signals.ts';
import { writeHistory } from '../testing/history.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openPieces } from './openPieces.ts';
import type { Pieces } from './pieces.ts';

const ORDER = Uint8Array.of(1, 2, 255, 0);
const ANSWER = Uint8Array.of(7, 0, 9);
/** The worker that has the run, and attempt 3 of it. */
const OWNER = 'owner';
const ATTEMPT = { run: 'running', attempt: 3 };
const piece = (number: number) => ({ ...ATTEMPT, piece: number });

describe.each(testPlaces())('pieces of runs on $name', (place) => {
  describe.skipIf(place.skipped !== null)('opened', () => {
    const opened = useDatabase(place);
    let signals: Signals;
    let pieces: Pieces;
    let newer: Pieces;

    beforeAll(async () => {
      signals = openSignals(opened.database);
      pieces = openPieces(opened.database, signals, '1.0.0');
      newer = openPieces(opened.database, signals, '1.1.0');
      await writeHistory(opened.database);
    });
    beforeEach(async () => {
      const { sql } = opened.database;
      await sql`delete from run_pieces`;
      await sql`delete from run_helpers`;
      await sql`update runs set worker = ${OWNER}, attempt = ${ATTEMPT.attempt} where id = ${ATTEMPT.run}`;
    });
    afterAll(async () => {
      await signals?.close();
    });
    /** As if all that was said so far had been said this long ago. */
    const pass = async (seconds: number): Promise<void> => {
      const by = seconds * 1000;
      await opened.database.sql`update run_helpers set beat_at = beat_at - ${by}::bigint`;
      await opened.database
        .sql`update run_pieces set asked_at = asked_at - ${by}::bigint, beat_at = beat_at - ${by}::bigint`;
    };

    test('a helper gets the order, and the run gets its answer once', async () => {
      expect(await pieces.offer('helper', 2)).toBe(true);
      await pieces.ask(piece(4), ORDER);
      await pieces.ask(piece(5), ORDER);
      expect(await pieces.claim('helper')).toEqual({ ...piece(4), solver: 'auto', order: ORDER });
      expect(await pieces.news(ATTEMPT, OWNER)).toEqual({ places: 2, answers: [] });
      await pieces.answer(piece(4), 'helper', ANSWER);
      expect(await pieces.news(ATTEMPT, OWNER)).toEqual({ places: 2, answers: [{ piece: 4, answer: ANSWER }] });
      expect(await pieces.news(ATTEMPT, OWNER)).toEqual({ places: 2, answers: [] });
      expect(await pieces.claim('helper')).toMatchObject(piece(5));
      expect(await pieces.claim('helper')).toBeUndefined();
    });

    test('a piece goes to another worker of the same version, for the present attempt of a run that is running', async () => {
      await pieces.offer('helper', 1);
      await pieces.ask(piece(1), ORDER);
      expect(await pieces.claim(OWNER)).toBeUndefined();
      expect(await newer.claim('helper')).toBeUndefined();
      expect(await newer.news(ATTEMPT, OWNER)).toMatchObject({ places: 0 });
      expect(await pieces.news(ATTEMPT, 'helper')).toMatchObject({ places: 0 });
      await pieces.ask(piece(1), ORDER);
      await pieces.ask({ ...ATTEMPT, attempt: 2, piece: 2 }, ORDER);
      expect(await pieces.claim('helper')).toMatchObject(piece(1));
      expect(await pieces.claim('helper')).toBeUndefined();
      await pieces.ask({ run: 'done', attempt: 1, piece: 1 }, ORDER);
      await pieces.ask({ run: 'no such run', attempt: 1, piece: 1 }, ORDER);
      expect(await pieces.claim('helper')).toBeUndefined();
    });

    test('without a run on another worker, nobody offers help', async () => {
      expect(await pieces.offer(OWNER, 1)).toBe(false);
      expect(await pieces.news(ATTEMPT, 'somebody')).toMatchObject({ places: 0 });
    });

    test('a piece is given back when its helper gives it up, dies or does not come', async () => {
      await pieces.offer('helper', 3);
      for (const number of [1, 2, 3]) await pieces.ask(piece(number), ORDER);
      await pieces.claim('helper');
      await pieces.answer(piece(1), 'helper', null);
      expect((await pieces.news(ATTEMPT, OWNER)).answers).toEqual([{ piece: 1, answer: null }]);
      await pieces.claim('helper');
      await pass(4);
      expect(await pieces.beat(piece(2), 'helper')).toBe(true);
      await pieces.offer('helper', 3);
      await pass(4);
      expect(await pieces.news(ATTEMPT, OWNER)).toEqual({ places: 3, answers: [] });
      await pieces.offer('helper', 3);
      await pass(2);
      expect(await pieces.news(ATTEMPT, OWNER)).toEqual({ places: 3, answers: [{ piece: 2, answer: null }] });
      // The answer comes too late.
      expect(await pieces.beat(piece(2), 'helper')).toBe(false);
      await pieces.answer(piece(2), 'helper', ANSWER);
      await pieces.offer('helper', 3);
      expect((await pieces.news(ATTEMPT, OWNER)).answers).toEqual([]);
      await pass(6);
      expect(await pieces.news(ATTEMPT, OWNER)).toEqual({ places: 0, answers: [{ piece: 3, answer: null }] });
      await pieces.ask(piece(4), ORDER);
      await pass(16);
      await pieces.offer('helper', 3);
      expect(await pieces.news(ATTEMPT, OWNER)).toEqual({ places: 3, answers: [{ piece: 4, answer: null }] });
    });

    test('only the helper that has a piece can answer it', async () => {
      await pieces.offer('helper', 1);
      await pieces.ask(piece(1), ORDER);
      await pieces.claim('helper');
      await pieces.answer(piece(1), 'another', ANSWER);
      expect(await pieces.beat(piece(1), 'another')).toBe(false);
      expect((await pieces.news(ATTEMPT, OWNER)).answers).toEqual([]);
    });

    test('a run withdraws what this attempt and earlier ones have asked, and its deletion deletes all', async () => {
      const { sql } = opened.database;
      await pieces.ask(piece(1), ORDER);
      await pieces.withdraw({ ...ATTEMPT, attempt: ATTEMPT.attempt - 1 });
      expect(await sql`select from run_pieces`).toHaveLength(1);
      await pieces.withdraw(ATTEMPT);
      expect(await sql`select from run_pieces`).toHaveLength(0);
    });

    test('the run hears of answers, and of nothing after it has unsubscribed', async () => {
      let heard = 0;
      const unsubscribe = await pieces.onNews(ATTEMPT.run, () => heard++);
      const before = heard;
      await pieces.offer('helper', 1);
      await pieces.ask(piece(1), ORDER);
      await expect.poll(() => heard).toBeGreaterThan(before);
      await unsubscribe();
      const after = heard;
      let others = 0;
      const end = await signals.subscribe({ onSignal: () => others++, onReconnect: () => {} });
      await pieces.claim('helper');
      await pieces.answer(piece(1), 'helper', ANSWER);
      await expect.poll(() => others).toBeGreaterThan(0);
      expect(heard).toBe(after);
      await end();
    });
  });
});
