/** Writes solvers/webAssembly/bytes.ts: `npm run wasm`. */
import { writeFileSync } from 'node:fs';
import { assemble, BYTES_FILE } from './assemble.ts';

writeFileSync(BYTES_FILE, await assemble());
