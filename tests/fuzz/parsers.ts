import assert from 'node:assert/strict';
import { jsonChunks } from '../../api/routing/jsonChunks.ts';
import { parseLines } from '../../api/routing/requestBody.ts';
import type { Directory } from '../../assistant/directory/directory.ts';
import { Names } from '../../assistant/directory/names.ts';
import { understand, VOCABULARY } from '../../assistant/interpreter/grammar.ts';
import { readTokens } from '../../assistant/interpreter/tokens.ts';
import { readPlan } from '../../cli/planningFile.ts';
import { check } from '../../engine/check.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { parseTimestamp } from '../../schedule/entities/timestamp.ts';
import { openPage } from '../../schedule/records/page.ts';
import { atOnce } from '../../engine/atOnce.ts';
import type { Parser } from './explore.ts';
import { FORMAT_PARSERS } from './formatParsers.ts';
import { mutateJson } from './mutations.ts';
import { LIMITS, sliced, TIMES, unlessRefused } from './reading.ts';

const names = new Names();
for (const [kind, id, name] of [
  ['operation', 'o1', 'WN 807 / WN 103'],
  ['operation', 'o2', 'KL 1001'],
  ['resource', 'r1', 'B12'],
  ['resource', 'r2', 'Stand North 4'],
  ['tag', 't1', 'wide'],
  ['workspace', 'w1', 'Fog'],
] as const)
  names.add({ kind, id }, name);
const said = (text: string): void => {
  const reading = {
    directory: { names } as unknown as Directory,
    frame: { now: Date.UTC(2026, 9, 25, 1), zone: 'Europe/Berlin' },
    vocabulary: VOCABULARY,
  };
  const tokens = atOnce(readTokens(text, reading));
  for (const token of tokens) {
    assert.ok(token.text.length <= text.length + 10);
    if (token.kind !== 'time') continue;
    for (const [what, value] of Object.entries(token.value))
      assert.ok(what === 'kind' || what === 'end' || Number.isFinite(value), `${token.text}: ${what} ${value}`);
    if (token.value.kind === 'window') assert.ok(token.value.from < token.value.to, token.text);
  }
  understand(tokens);
};

const instantOf = (input: Buffer): void => {
  const text = input.toString();
  const ms = parseTimestamp(text);
  if (Number.isNaN(ms)) return;
  assert.ok(Number.isSafeInteger(ms), `${ms}`);
  assert.equal(parseTimestamp(new Date(ms).toISOString()), ms);
  const own = Date.parse(text);
  // A text that both accept means the same instant to both, apart from digits beyond milliseconds.
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) assert.equal(own, ms);
};

const page = (input: Buffer): void => {
  const cursor = input.toString('latin1');
  const { change, offset } = openPage({ limit: 10, cursor });
  assert.ok(Number.isSafeInteger(change) && Number.isSafeInteger(offset));
};

const JSON_WORDS = ['"', '[', ']', '{', '}', ',', ':', '\\u00', '1e999', '-', 'null', '__proto__', ' '];

export const PARSERS: readonly Parser[] = [
  ...FORMAT_PARSERS,
  {
    name: 'NDJSON',
    seeds: ['{"externalId":"a","inboundTask":{"sigma":1}}\n\n{"externalId":"b"}\r\n'],
    words: [...JSON_WORDS, '\n', '\r\n'],
    read: async (input) => {
      const report = { lines: [] as number[], problems: [] as never[] };
      const items = await unlessRefused(() => parseLines(input, { shape: LIMITS, columns: 20, report } as never));
      if (items !== null) assert.equal(items.length, report.lines.length);
      const strict = await unlessRefused(() => parseLines(input, { shape: LIMITS, columns: 20 }));
      if (strict !== null) assert.deepEqual(strict, items);
    },
  },
  {
    name: 'JSON in slices',
    seeds: [
      '{"a":[1,2,{"b":[[],{}]}],"c":"\\"\\\\é","d":{"e":[1.5e3,true,null]}}',
      '[[1,2,3],[4,[5,6,[7,8]]],"abcdef"]',
    ],
    words: JSON_WORDS,
    read: async (input) => {
      const result = await unlessRefused(() => sliced(input).then((value) => ({ value }))).catch((error: unknown) => {
        if (error instanceof SyntaxError) return null;
        throw error;
      });
      let expected: { value: unknown } | null = null;
      try {
        expected = { value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input)) };
      } catch {}
      if (result !== null) {
        assert.deepEqual(result, expected);
        assert.equal([...jsonChunks(result.value)].join(''), JSON.stringify(result.value));
      }
    },
  },
  {
    name: 'a planning document',
    seeds: [1, 2, 3, 4].map((seed) => JSON.stringify(randomDocument(seed, { operations: 4, resources: 3 }))),
    words: [
      'o1',
      'o2',
      'r1',
      'a',
      'large',
      'g',
      'parts',
      'metadata',
      'startAt',
      'UTC',
      'Europe/Berlin',
      'group',
      'weight',
      'hard',
      'parent',
      ...TIMES,
    ],
    mutate: mutateJson,
    read: async (input) => {
      const plan = await unlessRefused(() => readPlan(JSON.parse(input.toString())));
      if (plan === null) return;
      const score = evaluate(plan.instance, placementOf(plan.instance));
      const { levels } = check(plan.instance, placementOf(plan.instance));
      if (levels !== null) assert.deepEqual(score, levels);
    },
  },
  {
    name: 'timestamps',
    seeds: TIMES,
    words: ['T', 'Z', '+', '-', ':', '.', ',', 'W', '366', '53', '00', '29', '02', '60', '\u2212', ' '],
    read: instantOf,
  },
  {
    name: 'cursors',
    seeds: ['12.50', '0.0'].map((text) => Buffer.from(text).toString('base64url')),
    words: ['MA', 'Lg', '=', '-', '_', '+', '/', 'OTk5OTk5OTk5OTk5'],
    read: (input) => unlessRefused(() => page(input)),
  },
  {
    name: 'everyday language',
    seeds: [
      'move WN 807 to B12 at 14:00 tomorrow',
      'What is on B12 between 2pm and 4:30pm?',
      'delay KL 1001 by 1h 20 minutes',
      'which stands are free tonight from 22-2',
      'why not "Stand North 4" for it',
      '2026-11-20T09:00Z until 2026-11-21T09:00+01:00',
    ],
    words: [
      ...VOCABULARY,
      'WN',
      '807',
      'KL1001',
      'B12',
      'half past',
      'noon',
      'midnight',
      'monday',
      'yesterday',
      'next',
      'quarter to',
      '14:00',
      '25:61',
      '24h',
      '-5 min',
      '0',
      '1,5 hours',
      'am',
      '"',
      '’',
      '–',
      'oct 25',
      '99999999',
      '2026-02-30t10:00z',
      '9-17',
    ],
    read: (input) => said(input.toString().slice(0, 600)),
  },
];
