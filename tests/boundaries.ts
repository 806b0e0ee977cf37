/** `npm run boundaries`: checks the imports between rooms, and that the check has seen every room. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesIn, ROOMS } from './rooms.ts';

const root = path.join(import.meta.dirname, '..');
const rooms = ROOMS.filter((room) => existsSync(path.join(root, room)));

interface Cruise {
  modules: { source: string }[];
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
}

const output = execFileSync(
  process.execPath,
  [
    '--require',
    path.join(import.meta.dirname, 'parseTsx.cjs'),
    path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    '--no-progress',
    ...rooms,
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
);
const { modules, summary } = JSON.parse(output) as Cruise;
const cruised = new Set(modules.map((module) => module.source));

const missed = rooms.flatMap(filesIn).filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !cruised.has(file));
/** The cruiser does not distinguish imports of types. */
const valuesOfTheContract = [...cruised].filter(
  (file) =>
    file.startsWith('assistant/') &&
    !file.endsWith('.test.ts') &&
    /import\s+(?!type\b)[^'";]*from\s+'[^']*\/api\//.test(readFileSync(path.join(root, file), 'utf8')),
);
for (const file of valuesOfTheContract) console.error(`assistant takes only types of the contract: ${file}`);
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
for (const file of missed) console.error(`not cruised: ${file}`);
console.log(`${cruised.size} modules cruised, ${summary.violations.length} violations, ${missed.length} files missed`);
process.exitCode =
  valuesOfTheContract.length > 0 || summary.violations.length > 0 || missed.length > 0 || cruised.size === 0 ? 1 : 0;
