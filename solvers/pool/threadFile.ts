import { extname } from 'node:path';

/** A thread's file beside this one: TypeScript in the repository, JavaScript in the package. */
export const threadFile = (name: string): URL => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
