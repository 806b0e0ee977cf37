/** Guarantee: the generated files of the client match the API that this source tree serves. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describedInterface, fingerprint, SCHEMA_FILE } from '../../client/generator/describedInterface.ts';
import { documentMembers, MEMBERS_FILE } from '../../client/generator/documentMembers.ts';

const OUTDATED = 'The interface has changed since it was generated: run "npm run client".';

test('client/schema.d.ts describes the API as it is', () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8').includes(fingerprint(describedInterface())), OUTDATED).toBe(true);
});

test('client/documentMembers.ts has every member of a planning document', () => {
  expect(readFileSync(MEMBERS_FILE, 'utf8'), OUTDATED).toBe(documentMembers(describedInterface()));
});
