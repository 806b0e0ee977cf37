/**
 * How long does it take to find strategies in a disrupted week, and to update conflicts after a change? Each conflicting part of the
 * week is resolved once; `npm run bench -- resolution --parts 50` resolves a sample of them.
 */
import { performance } from 'node:perf_hooks';
import { createResolver } from '../../engine/strategies/createResolver.ts';
import { ConflictIndex } from '../../engine/conflicts/conflictIndex.ts';
import type { OperationChange } from '../../engine/conflicts/operationChange.ts';
import { slots } from '../../engine/strategies/slots.ts';
import { stress } from '../../engine/stress/stress.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { createRandom } from '../../engine/random.ts';
import { readOptions } from '../readOptions.ts';
import { quantile } from '../table/table.ts';
import { conflictingParts, disruptedWeek, uncertainWeek } from './week.ts';

const values = readOptions({ parts: ['number of conflicting parts that are resolved, of all', 1000000] });
const LIMIT_MS = 2000;
const PROMPT_MS = 200;

const print = (question: string, valuesMs: readonly number[]): void => {
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => quantile(valuesMs, share).toFixed(2));
  console.log(`${question}: p50 ${p50} ms, p95 ${p95} ms, worst ${worst} ms (${valuesMs.length})`);
};

const strategies = (instance: Instance, wanted: number): void => {
  const parts = conflictingParts(instance);
  const every = Math.max(1, Math.floor(parts.length / wanted));
  const resolver = createResolver(instance, instance.placed);
  const first: number[] = [];
  const last: number[] = [];
  const total: number[] = [];
  const worked: number[] = [];
  let complete = 0;
  let prompt = 0;
  let listed = 0;
  for (let i = 0; i < parts.length; i += every) {
    const startedMs = performance.now();
    const used = process.cpuUsage();
    let firstMs = 0;
    let lastMs = 0;
    const resolution = resolver.resolve(
      parts[i],
      {},
      {
        stop: () => performance.now() - startedMs > LIMIT_MS,
        report: () => {
          lastMs = performance.now() - startedMs;
          if (firstMs === 0) firstMs = lastMs;
        },
      },
    );
    total.push(performance.now() - startedMs);
    worked.push(process.cpuUsage(used).user / 1000);
    if (resolution.complete) complete++;
    if (resolution.complete && total[total.length - 1] <= PROMPT_MS) prompt++;
    if (resolution.strategies.length === 0) continue;
    listed++;
    first.push(firstMs);
    last.push(lastMs);
  }
  print('first strategy', first);
  print('the best five found', last);
  print('proven, or out of time', total);
  print('the same in time on the processor, other load apart', worked);
  const share = ((100 * prompt) / total.length).toFixed(1);
  console.log(
    `proven complete: ${complete} of ${total.length}; within ${PROMPT_MS} ms: ${share} %; with strategies: ${listed}`,
  );
};

const advances = (instance: Instance): void => {
  const index = ConflictIndex.of(instance, instance.placed);
  const random = createRandom(1);
  const { names, origin } = instance;
  const times: number[] = [];
  for (let i = 0; i < 2000; i++) {
    const part = random.below(instance.partCount);
    const operation = instance.operation[part];
    const shift = 60 * (random.below(121) - 30);
    const change: OperationChange = {
      operation: names.operations[operation],
      isBlocker: false,
      tags: names.operationTags.classes[names.operationTags.of[operation]],
      parts: [
        {
          index: 0,
          name: names.parts[part],
          start: origin + instance.start[part] + shift,
          end: origin + instance.end[part] + shift,
          resource: names.resources[Math.max(0, instance.placed[part])],
          startsBy: null,
          endsBy: null,
        },
      ],
    };
    const startedMs = performance.now();
    index.advance([change]);
    times.push(performance.now() - startedMs);
  }
  print('conflict index after one changed operation', times);
};

const slotQueries = (instance: Instance): void => {
  const times = conflictingParts(instance)
    .slice(0, 200)
    .map((part) => {
      const from = instance.start[part];
      const startedMs = performance.now();
      slots(instance, instance.placed, part, { from, to: from + 7200, k: 5 });
      return performance.now() - startedMs;
    });
  print('five slots within two hours', times);
};

const instance = disruptedWeek();
console.log(`the disrupted week: ${instance.partCount} operations, ${instance.resourceCount} stands`);
strategies(instance, values.parts);
advances(instance);
slotQueries(instance);
const uncertain = compile(uncertainWeek());
const startedMs = performance.now();
const report = stress(uncertain, uncertain.placed, { samples: 1000, seed: 1 });
const seconds = ((performance.now() - startedMs) / 1000).toFixed(2);
console.log(
  `stress of ${report.samples} samples, every time uncertain: ${seconds} s; ${report.conflicts.mean} conflicts`,
);
