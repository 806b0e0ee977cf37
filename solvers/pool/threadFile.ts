import { extname } from 'node:path';

/** Returns the URL of a thread's script in this folder: TypeScript in the repository, JavaScript in the package. */
export const threadFile = (name: string): URL => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
