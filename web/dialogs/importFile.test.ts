/** Guarantee: the import dialog recognizes a file by its name, or where names do not say it, by its content. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recognize } from './importFile.ts';

const TABS = 'A/D\tFlight\tPlan\nA\tLX 1\t20.11.2026 07:35\n';
const TABS_IN_UTF_16 = Buffer.from(`\ufeff${TABS}`, 'utf16le');
const OURS = 'externalId,inboundTask.taskName\na,LX 1\n';
const SCHEDULE = readFileSync('fixtures/files/season.ssim');

test.each<[string, string | Buffer, object]>([
  ['day.csv', TABS, { kind: 'columns', sample: { delimiter: '\t', headers: ['A/D', 'Flight', 'Plan'] } }],
  ['day.tsv', TABS, { kind: 'columns', sample: { delimiter: '\t', encoding: 'utf-8' } }],
  ['Unicode.txt', TABS_IN_UTF_16, { kind: 'columns', sample: { delimiter: '\t', encoding: 'utf-16le' } }],
  ['day.csv', OURS, { kind: 'upload', type: 'text/csv' }],
  ['day.txt', OURS, { kind: 'upload', type: 'text/csv' }],
  ['season.ssim', SCHEDULE, { kind: 'upload', type: 'application/x-ssim', hasPlace: true }],
  ['season.txt', SCHEDULE, { kind: 'upload', type: 'application/x-ssim', hasPlace: true }],
  ['legs.xml', '<x/>', { kind: 'upload', type: 'application/xml' }],
  ['rows.ndjson', '{"externalId":"a"}', { kind: 'upload', type: 'application/x-ndjson' }],
  ['plan.json', '{"format":"tidegate/planning@1"}', { kind: 'document' }],
  ['plan.txt', '{"format":"tidegate/planning@1",\n"operations":[]}', { kind: 'document' }],
  ['rows.json', '{"operations":[]}', { kind: 'upload', type: 'application/json' }],
  ['calls.json', readFileSync('fixtures/files/calls.json'), { type: 'application/vnd.dcsa.ovs+json', hasPlace: true }],
])('%s', async (name, content, recognized) => {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], name);
  expect(await recognize(file)).toMatchObject(recognized);
});

test.each([
  ['letter.txt', 'Dear planner, here it is.\n'],
  ['plan.xlsx', 'PK\u0003\u0004'],
])('%s is of no kind that can be imported', async (name, content) => {
  await expect(recognize(new File([content], name))).rejects.toThrow(/^This is neither a CSV/);
});
