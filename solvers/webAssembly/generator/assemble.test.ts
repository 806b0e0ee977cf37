import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assemble, BYTES_FILE } from './assemble.ts';

test('bytes.ts is what `npm run wasm` writes', async () => {
  expect(readFileSync(BYTES_FILE, 'utf8')).toBe(await assemble());
});
