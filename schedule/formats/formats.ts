import { AIDX } from './aidx/aidx.ts';
import { CSV } from './csv/csv.ts';
import { DCSA } from './dcsa/dcsa.ts';
import type { Format } from './format.ts';
import { SSIM } from './ssim/ssim.ts';

/** Every kind of file that an upload takes, besides the API's own JSON and NDJSON. */
export const FORMATS: readonly Format[] = [CSV, SSIM, AIDX, DCSA];
