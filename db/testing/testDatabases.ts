import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { postgres } from '../connection/driver.ts';
import { type OpenDatabase, openDatabase } from '../connection/openDatabase.ts';
import { type Pglite, startPglite } from '../connection/pglite.ts';
import { preparedTemplate } from '../connection/template.ts';
import { kept, makeNew, rememberNew } from './makeNew.ts';

/** Idle databases are kept only in tests; in another program they would keep the process from exiting. */
const IS_TEST = process.env['VITEST'] !== undefined;

/** A new, migrated database for a test file. */
export interface TestDatabase {
  readonly database: OpenDatabase;
  /** Server only: the URL for further pools or processes on the same database. */
  readonly url: string | null;
  /** Closes and removes the database. */
  drop(): Promise<void>;
}

export interface TestPlace {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** Why it cannot run here; null if it can. */
  readonly skipped: string | null;
  open(): Promise<TestDatabase>;
}

/**
 * Both places, for `describe.each`. PostgreSQL uses the server of TEST_DATABASE_URL, on which databases are created. Without it, that half is skipped
 * with a printed reason, except in CI (CI=true), where opening it fails.
 */
export function testPlaces(): readonly TestPlace[] {
  const url = process.env['TEST_DATABASE_URL'];
  const isMissing = url === undefined || url === '';
  const skipped = isMissing && process.env['CI'] !== 'true' ? 'TEST_DATABASE_URL is not set' : null;
  if (skipped !== null) console.warn(`PostgreSQL half skipped: ${skipped}.`);
  return [
    { name: 'PGlite', skipped: null, open: openMemory },
    { name: 'PostgreSQL', skipped, open: () => openOnServer(isMissing ? null : url) },
  ];
}

/** Running databases without a session, as if new. Starting one takes two seconds of CPU time; emptying one takes a tenth of a second. */
const idle: Pglite[] = [];

/** Starts from a template that is unpacked once per machine and set of migrations, which is ten times faster than creating a cluster. */
async function openMemory(): Promise<TestDatabase> {
  const pglite = idle.pop() ?? (await startNew());
  const database = await openDatabase({ pglite: kept(pglite) });
  let dropping: Promise<void> | null = null;
  const drop = async () => {
    await database.close();
    if (IS_TEST && (await makeNew(pglite))) idle.push(pglite);
    else await pglite.close();
  };
  return { database, url: null, drop: () => (dropping ??= drop()) };
}

async function startNew(): Promise<Pglite> {
  const pglite = await startPglite({ dataDir: null, template: await template() });
  await rememberNew(pglite);
  return pglite;
}

/** Path of the empty template; it opens faster unpacked. */
export async function template(): Promise<string> {
  const packed = preparedTemplate();
  const path = join(tmpdir(), `tidegate-${basename(packed, '.gz')}`);
  if (existsSync(path)) return path;
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, existsSync(packed) ? gunzipSync(readFileSync(packed)) : await dumpNew());
  renameSync(draft, path);
  return path;
}

async function dumpNew(): Promise<Uint8Array> {
  const database = await openDatabase({ memory: true });
  const bytes = await database.dump();
  await database.close();
  return bytes;
}

/** Opens a new database on the server. */
export async function openOnServer(url: string | null): Promise<TestDatabase> {
  if (url === null) throw new Error('TEST_DATABASE_URL is not set, and in CI the PostgreSQL half is never skipped.');
  const created = await createDatabase(url);
  const database = await openDatabase({ url: created.url });
  return {
    database,
    url: created.url,
    async drop() {
      await database.close();
      await created.drop();
    },
  };
}

/** Creates an empty database on a server, until it is dropped. */
export async function createDatabase(url: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `tidegate_test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    async drop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
