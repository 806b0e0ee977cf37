import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Every bench in turn; arguments go to none. Each can be run alone: `node bench/quality/quality.ts --help`. */
const BENCHES = [
  ['micro/micro.ts'],
  ['quality/quality.ts'],
  ['peers/peers.ts'],
  ['peers/peers.ts', '--operations', '1000', '--resources', '200', '--disrupted'],
  ['load/run.ts'],
] as const;

for (const [file, ...args] of BENCHES) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
