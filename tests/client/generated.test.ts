/** Guarantee: the client's types are those of the interface that this source tree serves. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describedInterface, fingerprint, SCHEMA_FILE } from '../../client/generator/describedInterface.ts';

test('client/schema.d.ts describes the interface as it is', () => {
  const isCurrent = readFileSync(SCHEMA_FILE, 'utf8').includes(fingerprint(describedInterface()));
  expect(isCurrent, 'The interface has changed since client/schema.d.ts was generated: run "npm run client".').toBe(
    true,
  );
});
