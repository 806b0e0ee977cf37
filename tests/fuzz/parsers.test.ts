/**
 * Guarantee: whatever bytes a parser is given, it reads them or refuses them with an error that is meant for whoever sent them, soon, and never differently
 * from another reader of the same. The inputs are led by which code they reach. `PARSER_SECONDS=60 npx vitest run tests/fuzz` gives each parser a minute;
 * a failure prints its input, and `FUZZ_SEED` repeats the inputs that do not depend on the time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Coverage } from './coverage.ts';
import { explore, type Parser } from './explore.ts';
import { PARSERS } from './parsers.ts';

const SECONDS = Number(process.env['PARSER_SECONDS'] ?? 0.7);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
/** The service's own sources, and the readers of CSV and XML that it uses. */
const LOOKED_AT = /\/(?:tests\/fuzz|api|assistant|cli|engine|schedule|node_modules\/(?:csv-parse|saxes))\//;

let coverage: Coverage;
beforeAll(async () => {
  coverage = await Coverage.start((url) => LOOKED_AT.test(url));
});
afterAll(() => coverage.stop());

test.each(PARSERS.map((parser) => [parser.name, parser] as const))(
  '%s: read or refused',
  { timeout: 30_000 + 2000 * SECONDS },
  async (name, parser) => {
    const { tried, kept, seen } = await explore(parser, { seed: SEED, seconds: SECONDS, coverage });
    console.log(`${name}: ${tried} inputs in ${SECONDS} s, ${kept} kept, ${seen} combinations of blocks`);
    // With nothing seen, the coverage would lead nowhere.
    expect([tried > 0, seen > 1]).toEqual([true, true]);
  },
);

test('an input that only code in the way leads to is found', async () => {
  const parser: Parser = { name: 'planted', seeds: ['....'], words: ['x'], read: planted };
  await expect(explore(parser, { seed: 1, seconds: 20, coverage })).rejects.toThrow(
    /planted failed .* base64 of the input: .*\n.*too deep/,
  );
});

/** Of random texts, only one in millions goes through all of it. */
const planted = (input: Buffer): void => {
  const text = input.toString('latin1');
  if (text[0] !== '"') return;
  if (text[1] !== ',') return void text.length;
  if (text[2] === '0') throw new Error('too deep');
};
