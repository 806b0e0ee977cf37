import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 count the memory of typed arrays toward the limit on a heap and all that it holds, rather than toward the limit on its objects, in all threads of this
 * process. A solver has large arrays and few objects: by default, each 12 MB of arrays start a garbage collection, of which a run on a large planning has five
 * for each thread, and which takes processors away from the threads.
 */
export const countArraysApart = (): void => setFlagsFromString('--external-memory-accounted-in-global-limit');
