import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Made with the package; the repository has none. */
const FILE = fileURLToPath(new URL('../template.tar.gz', import.meta.url));

/** The file of an empty, migrated cluster that a new directory starts from, a quarter of the time that making one takes; null where there is none. */
export const emptyTemplate = (): string | null => (existsSync(FILE) ? FILE : null);
