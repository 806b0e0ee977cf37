import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { Bench } from 'tinybench';
import { visitConflicts } from '../../engine/conflicts/visitConflicts.ts';
import { compile } from '../../engine/instance/compile.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import { Plan } from '../../engine/board/plan.ts';
import { createRandom } from '../../engine/random.ts';
import { generateAirport } from '../../fixtures/generate/generateAirport.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { firstPlan } from '../../solvers/insertion/firstPlan.ts';
import { initialSolution } from '../../solvers/initialSolution.ts';
import { backward, rowScratch } from '../../solvers/model/pathModel.ts';
import { relax } from '../../solvers/model/relaxation.ts';
import { formatTable, publish } from '../table/table.ts';

// How much does the engine do per second on one thread? "Every rule kind" is a generated airport, "plain" the benchmark class.
const full = generateAirport({ seed: 1, days: 1, operations: 1000, stands: 150, disruption: 0.15 });
const plain = generatePlan({ operations: 1000, resources: 150, days: 1, seed: 1, disrupted: true });
const instances = { 'every rule kind': compile(full), plain: compile(plain) };
const MOVES = 20_000;

/** An instance without rules of `count` intervals, 1000 on each resource, of which each has one place and one in ten overlaps the next. */
const intervals = (count: number) => {
  const resourceCount = count / 1000;
  const { plain: base } = instances;
  const start = Int32Array.from({ length: count }, (_, part) => Math.floor(part / resourceCount) * 100);
  const end = start.map((from, part) => from + (part % 10 === 0 ? 120 : 90));
  const resource = start.map((_, part) => part % resourceCount);
  const ones = Int32Array.from({ length: count + 1 }, (_, part) => part);
  const empty = new Int32Array(count);
  const instance = {
    ...base,
    partCount: count,
    resourceCount,
    operationCount: count,
    start,
    end,
    operation: ones,
    flags: new Uint8Array(count),
    pinned: new Int32Array(count).fill(NOT_PINNED),
    current: resource,
    placed: resource,
    placedCost: empty,
    unassignedCost: empty,
    reassignedCost: empty,
    arcStart: ones,
    arcResource: resource,
    arcCost: empty,
    terms: { ...base.terms, buffers: [], adjacencies: [], groups: [], usages: [], risk: null },
  };
  return { instance, plan: new Plan(instance, resource) };
};

const rows: (string | number)[][] = [];
const raw: Record<string, number> = {};

const measure = async (name: string, unit: string, count: number, run: () => void): Promise<void> => {
  const bench = new Bench({ time: 500, iterations: 5, warmupTime: 200, warmupIterations: 2 });
  bench.add(name, run);
  await bench.run();
  const latency = bench.tasks[0].result;
  if (!('latency' in latency)) throw new Error(`${name} did not run.`);
  const perSecond = (1000 / latency.latency.p50) * count;
  raw[name] = perSecond;
  console.log(`${name}: ${Math.round(perSecond)} ${unit}/s`);
  rows.push([
    name,
    perSecond >= 1e6 ? `${(perSecond / 1e6).toFixed(2)} M ${unit}/s` : `${perSecond.toFixed(1)} ${unit}/s`,
    `${(1e9 / perSecond).toFixed(1)} ns`,
  ]);
};

for (const [name, instance] of Object.entries(instances)) {
  const plan = new Plan(instance, initialSolution(instance, null).placement);
  firstPlan(plan, () => false);
  const random = createRandom(7);
  for (const move of createMoves(plan)) {
    const isCompound = ['ejection-chain', 'ruin-recreate', 'group-move', 'group-chain'].includes(move.id);
    const count = isCompound ? MOVES / 40 : MOVES;
    await measure(`${move.id}, ${name}`, 'moves', count, () => {
      for (let q = 0; q < count; q++) if (move.evaluate(plan, random) !== Number.POSITIVE_INFINITY) move.revert(plan);
    });
  }
  const { model } = relax(instance);
  const prices = model.leaveOut.slice();
  const best = rowScratch(model);
  await measure(`path program, ${name}`, 'arcs', model.part.length, () => {
    for (let row = 0; row < model.rowCount; row++) backward(model, row, prices, best);
  });
}
await measure('compile, every rule kind', 'documents', 1, () => void compile(full));
await measure('first plan, plain', 'plans', 1, () => {
  const { plain: instance } = instances;
  firstPlan(new Plan(instance, initialSolution(instance, null).placement), () => false);
});
for (const count of [10_000, 100_000, 1_000_000]) {
  const { instance, plan } = intervals(count);
  let found = 0;
  await measure(`all conflicts among ${count}`, 'intervals', count, () => {
    visitConflicts(instance, plan.timelines, null, () => found++);
  });
  const out = new Int32Array(64);
  let asked = 0;
  await measure(`overlaps of one window among ${count}`, 'queries', MOVES, () => {
    for (let q = 0; q < MOVES; q++, asked++) {
      const part = (asked * 7919) % count;
      plan.timelines.overlapping(part % instance.resourceCount, instance.start[part], instance.end[part], out);
    }
  });
}
const { heapUsed, arrayBuffers } = process.memoryUsage();
const memory = `Memory at the end: heap ${(heapUsed / 2 ** 20).toFixed(0)} MB, array buffers ${(arrayBuffers / 2 ** 20).toFixed(0)} MB.`;
await publish('micro', `${formatTable(['what', 'rate', 'each'], rows)}\n\n${memory}`, raw);
