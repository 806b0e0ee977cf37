import { readFileSync } from 'node:fs';
import path from 'node:path';
import wabt from 'wabt';

const folder = path.join(import.meta.dirname, '..');
export const BYTES_FILE = path.join(folder, 'bytes.ts');
const SOURCE = 'cheapestPath.wat';

/** Returns the text of `bytes.ts`: the module of `cheapestPath.wat` in WebAssembly's binary format, in Base64. */
export const assemble = async (): Promise<string> => {
  const assembler = await wabt();
  const module = assembler.parseWat(SOURCE, readFileSync(path.join(folder, SOURCE), 'utf8'));
  module.validate();
  const bytes = Buffer.from(module.toBinary({}).buffer).toString('base64');
  const lines = bytes.match(/.{1,100}/g) ?? [];
  const terms = lines.map((line) => `'${line}'`).join(' +\n  ');
  return `/** \`${SOURCE}\` in binary, in Base64: written by \`npm run wasm\`. */\nexport const CHEAPEST_PATH =\n  ${terms};\n`;
};
