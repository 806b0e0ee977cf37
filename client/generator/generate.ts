/** Writes client/schema.d.ts and client/documentMembers.ts from the OpenAPI document of this source tree: `npm run client`. */
import { memberOf } from '../../engine/recordOf.ts';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentMembers, MEMBERS_FILE } from './documentMembers.ts';
import { describedInterface, fingerprint, SCHEMA_FILE } from './describedInterface.ts';

/** The folder in which the generator is installed. It is outside of the sources, because the generator needs another TypeScript than the root. */
const workshop = path.join(import.meta.dirname, '../../node_modules/.cache/clientGenerator');
const FILES = ['package.json', 'package-lock.json'];
const isInstalled =
  existsSync(path.join(workshop, 'node_modules/openapi-typescript')) &&
  FILES.every((file) => {
    const installed = path.join(workshop, file);
    return existsSync(installed) && readFileSync(installed).equals(readFileSync(path.join(import.meta.dirname, file)));
  });
if (!isInstalled) {
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop, { recursive: true });
  for (const file of FILES) copyFileSync(path.join(import.meta.dirname, file), path.join(workshop, file));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: workshop,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
}

const document = describedInterface();
const tool = path.join(workshop, 'node_modules/openapi-typescript');
const command = path.join(
  tool,
  String(memberOf(JSON.parse(readFileSync(path.join(tool, 'package.json'), 'utf8')), 'bin', 'openapi-typescript')),
);
const types = execFileSync(
  process.execPath,
  [command, '--alphabetize', '--empty-objects-unknown', '--default-non-nullable=false'],
  { cwd: workshop, input: document, encoding: 'utf8', maxBuffer: 2 ** 26 },
);
writeFileSync(
  SCHEMA_FILE,
  `/** Generated from the OpenAPI document by "npm run client"; sha256 of what it was generated from: ${fingerprint(document)} */\n\n${types.replace(/^\/\*\*[\s\S]*?\*\/\n+/, '')}`,
);
writeFileSync(MEMBERS_FILE, documentMembers(document));
for (const file of [SCHEMA_FILE, MEMBERS_FILE]) console.log(`${path.relative(process.cwd(), file)} is written.`);
