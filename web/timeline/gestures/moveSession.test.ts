/** Guarantee: a move by keys announces the verdict of a row once it is known, and only for the present time of the move; it leads to the row that was announced. */
import { expect, test } from 'vitest';
import { smallPlan } from '../../../tests/board/smallPlan.ts';
import { present } from '../../../engine/present.ts';
import type { Verdicts } from '../../judge/judge.ts';
import { Verdict } from '../../judge/verdict.ts';
import type { RowsQuestion } from '../../judge/planningJudge.ts';
import { PlanningCopy } from '../../../client/planningCopy.ts';
import { LiveDocument } from '../../planning/liveDocument.ts';
import type { Intent, TimelineHost } from '../intents.ts';
import { Scene } from '../model/scene.ts';
import { MoveSession } from './moveSession.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const taken = () => {
  const scene = new Scene(new LiveDocument(new PlanningCopy(smallPlan('keys'), null)));
  const said: string[] = [];
  const asked: { question: RowsQuestion; answer: (verdicts: Verdicts | null) => void }[] = [];
  const host = {
    scene,
    judge: (question: RowsQuestion) =>
      new Promise<Verdicts | null>((answer) => {
        asked.push({ question, answer });
      }),
    intend: (intent: Intent) => intent.type === 'say' && said.push(intent.text),
  };
  const [bar] = scene.barsOfOperation('keys-BA20');
  const move = new MoveSession(host as unknown as TimelineHost, [present(bar)], () => {});
  const answer = async (index: number): Promise<void> => {
    const { question, answer: give } = asked[index];
    const count = question.resources.length;
    const free = new Uint8Array(count).fill(Verdict.free);
    const deltas = new Float64Array(count).fill(-question.shiftSeconds || -10);
    give({ verdicts: free, deltas, reasons: question.resources.map(() => ''), unassignedDelta: 0 });
    await settled();
  };
  return { scene, move, said, answer };
};

test('a row that was announced before its verdict is announced again with it', async () => {
  const { move, said, answer } = taken();
  move.stepRow(1);
  move.announce();
  expect(said).toEqual(['A2']);
  await answer(0);
  expect(said).toEqual(['A2', 'A2: free, 10 better']);
  move.stepRow(1);
  move.announce();
  expect(said.slice(2)).toEqual(['A3: free, 10 better']);
});

test('a verdict that comes after the end of the move is not announced', async () => {
  const { move, said, answer } = taken();
  move.stepRow(1);
  move.announce();
  move.end();
  await answer(0);
  expect(said).toEqual(['A2']);
});

test('a verdict for another time is not announced', async () => {
  const { move, said, answer } = taken();
  await answer(0);
  move.setShift(300);
  move.announce();
  expect(said).toEqual(['A1, +5 min']);
  expect(move.refusal).toBeNull();
  await answer(1);
  expect(said).toEqual(['A1, +5 min', 'A1: free, 300 better, +5 min']);
  move.setShift(-3900);
  move.announce();
  expect(said.at(-1)).toBe('A1, −1 h 5 min');
});

test('what was wanted before the verdicts came is carried out in order when they come', async () => {
  const { move, answer } = taken();
  const order: number[] = [];
  move.whenJudged(() => {
    move.stepBest(1);
    order.push(move.row);
  });
  move.whenJudged(() => order.push(-1));
  const from = move.row;
  expect(move.isWaiting).toBe(true);
  await answer(0);
  expect(order).toEqual([move.row, -1]);
  expect(move.row).not.toBe(from);
  expect(move.isWaiting).toBe(false);
  move.whenJudged(() => order.push(-2));
  expect(order.at(-1)).toBe(-2);
});

test('rows that come and go above the chosen one do not change the resource', async () => {
  const { scene, move, answer } = taken();
  await answer(0);
  move.stepRow(1);
  move.stepRow(1);
  const resource = (): string | null => present(move.moves()[0]).resource;
  expect([resource(), move.says()]).toEqual(['keys-A3', 'A3: free, 10 better']);
  const row = move.row;
  scene.setOptions({ keepsResource: ({ id }) => id !== 'keys-A2' });
  expect([resource(), move.says()]).toEqual(['keys-A3', 'A3: free, 10 better']);
  expect(move.row).toBe(row - 1);
  expect(move.look().verdicts?.get(row - 1)).toMatchObject({ verdict: Verdict.free });
  move.stepRow(1);
  expect(resource()).toBe('keys-A4');
  // Where its row is gone, the bar stays where it is.
  scene.setOptions({ keepsResource: ({ id }) => id !== 'keys-A4' });
  expect(resource()).toBe('keys-A1');
});
