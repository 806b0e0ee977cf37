import { setFlagsFromString } from 'node:v8';

/** How much a heap may grow beyond what was alive at its last collection, before it is collected again. */
const PERCENT = 75;

/**
 * On a machine with memory to spare V8 lets every heap of the process, threads' included, grow to four times what is alive: of a planning of 40 000
 * operations that is looked at again and again 0.9 GB, of which 0.75 are garbage. It takes this flag into account at each collection, whenever it is set.
 */
export const limitHeapGrowth = (): void => setFlagsFromString(`--heap-growing-percent=${PERCENT}`);
