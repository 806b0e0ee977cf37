import { expect, test } from 'vitest';
import { parseCsv } from './csvUpload.ts';

test('headers are dotted paths, tags are separated by |, an empty cell is absent', () => {
  const csv = `externalId,isBlocker,tags,inboundTask.taskName,inboundTask.expectedTime,inboundTask.sigma,metadata.airline\r
"A,1",true,wide|jet,IN,2026-11-20T10:00:00Z,300,TG\r
B,,,IN,,not a number,007\r
`;
  expect(parseCsv(`\ufeff${csv}`)).toEqual([
    {
      externalId: 'A,1',
      isBlocker: true,
      tags: ['wide', 'jet'],
      inboundTask: { taskName: 'IN', expectedTime: '2026-11-20T10:00:00Z', sigma: 300 },
      metadata: { airline: 'TG' },
    },
    { externalId: 'B', inboundTask: { taskName: 'IN', sigma: 'not a number' }, metadata: { airline: '007' } },
  ]);
});

test.each(['a,a\n1,2', '__proto__.x\n1', 'a..b\n1', 'a,b\n1', '"a\n1'])('%j is refused', (csv) => {
  expect(() => parseCsv(csv)).toThrow(/CSV/);
});

test('a header alone is no operation', () => {
  expect(parseCsv('externalId\n')).toEqual([]);
  expect(parseCsv('')).toEqual([]);
});
