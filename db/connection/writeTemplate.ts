import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { openDatabase } from './openDatabase.ts';

/** Run by the package's build: writes an empty, migrated cluster to the file given. */
const database = await openDatabase({ memory: true });
writeFileSync(process.argv[2] ?? '', gzipSync(await database.dump(), { level: 9 }));
await database.close();
