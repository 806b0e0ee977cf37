import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import postgres from 'postgres';
import { type OpenDatabase, openDatabase } from '../connection/openDatabase.ts';
import { type Pglite, startPglite } from '../connection/pglite.ts';
import { preparedTemplate } from '../connection/template.ts';
import { kept, makeNew, rememberNew } from './makeNew.ts';

/** What is kept running would keep a program of another kind from ending. */
const IS_TEST = process.env['VITEST'] !== undefined;

/** A fresh, migrated database of its own for a test file. */
export interface TestDatabase {
  readonly database: OpenDatabase;
  /** Server only: for further pools or processes on the same database. */
  readonly url: string | null;
  /** Closes and removes it. */
  drop(): Promise<void>;
}

export interface TestPlace {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** Why it cannot run here; null when it can. */
  readonly skipped: string | null;
  open(): Promise<TestDatabase>;
}

/**
 * Both places, for `describe.each`. PostgreSQL is TEST_DATABASE_URL's server, where databases are created; without it that half is skipped with
 * a printed reason, but in CI (CI=true) opening it fails.
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

/** Running and as new, with nobody's session open. Starting one takes two seconds of a processor, making one as new a tenth. */
const idle: Pglite[] = [];

/** Starts from a migrated cluster that is laid down once a machine and set of migrations: ten times faster than from nothing. */
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

/** The empty template, which opens faster unpacked. */
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

async function openOnServer(url: string | null): Promise<TestDatabase> {
  if (url === null) throw new Error('TEST_DATABASE_URL is not set, and in CI the PostgreSQL half is never skipped.');
  const name = `tidegate_test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openDatabase({ url: own.href });
  return {
    database,
    url: own.href,
    async drop() {
      await database.close();
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
