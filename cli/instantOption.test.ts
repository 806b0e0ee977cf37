import { expect, test } from 'vitest';
import { instantOption } from './instantOption.ts';

test.each(['2026-11-20T14:00:00Z', '2026-11-20 14:00+01:00', '20261120T1400Z'])('%s is an instant', (text) => {
  expect(instantOption(text)).toBe(text);
});

// Guarantee: what the service would refuse, or what means another time on another machine, is refused by the command.
test.each(['2026-11-20', '2026-11-20T14:00', 'Nov 20, 2026', ''])('"%s" is none', (text) => {
  expect(() => instantOption(text)).toThrow(/ISO 8601/);
});
