/** Rules that no linter checks. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORM_CODES, REFUSAL_CODES } from '../schedule/errors.ts';
import { filesIn, ROOMS } from './rooms.ts';

const root = path.join(import.meta.dirname, '..');

/** Written by `npm run client`. */
const GENERATED = 'client/schema.d.ts';

interface Source {
  readonly file: string;
  readonly text: string;
}

const sources: readonly Source[] = ROOMS.filter((room) => existsSync(path.join(root, room)))
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && file !== GENERATED)
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const offenders = (among: readonly Source[], breaks: (source: Source) => boolean): string[] =>
  among.filter((source) => breaks(source)).map(({ file }) => file);

const isTest = ({ file }: Source): boolean => file.endsWith('.test.ts');
const isPure = ({ file }: Source): boolean => file.startsWith('engine/') || file.startsWith('solvers/');
const inPool = ({ file }: Source): boolean => file.startsWith('solvers/pool/');

/** Code without comments and string literals. */
const codeOf = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''");

test('the rules below see the sources', () => {
  expect(sources.length).toBeGreaterThan(50);
});

test('no file is longer than 400 lines', () => {
  expect(offenders(sources, ({ text }) => text.trimEnd().split('\n').length > 400)).toEqual([]);
});

test('engine and solvers use no clock and no randomness', () => {
  const pure = sources.filter((source) => isPure(source) && !inPool(source) && !isTest(source));
  const impure = /\b(?:Date\b|performance\.|Math\.random|crypto\.|process\.|setTimeout|setInterval)/;
  expect(offenders(pure, ({ text }) => impure.test(codeOf(text)))).toEqual([]);
});

test('ARCHITECTURE.md names every folder of a room', () => {
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  const rooms = ['api', 'assistant', 'cli', 'client', 'db', 'engine', 'schedule', 'solvers', 'web'];
  const folders = rooms.flatMap((room) =>
    readdirSync(path.join(root, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:testing|dist.*)$/.test(entry.name))
      .map(({ name }) => ({ room, name })),
  );
  expect(folders.length).toBeGreaterThan(50);
  // Inside a paragraph on its room `name/`; elsewhere with the room's name.
  const unnamed = folders.filter(({ room, name }) => !text.includes(`\`${name}/`) && !text.includes(`${room}/${name}`));
  expect(unnamed).toEqual([]);
});

test('the pages name only files that are there', () => {
  const pages = ['.', 'docs', 'fixtures'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.posix.join(folder, name)),
  );
  const absent = pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    const named = text.matchAll(
      new RegExp(`(?<![\\w/.-])(?:${ROOMS.join('|')}|docs)/[\\w./-]+\\.(?:tsx?|md|js|json|sql|yml)\\b`, 'g'),
    );
    const linked = text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g);
    return [
      ...[...named].map(([file]) => file),
      ...[...linked].map(([, file = '']) => path.posix.join(path.posix.dirname(page), file)),
    ]
      .filter((file) => !existsSync(path.join(root, file)))
      .map((file) => `${page}: ${file}`);
  });
  expect(pages.length).toBeGreaterThan(10);
  expect(absent).toEqual([]);
});

test('every refusal is shown by a test', () => {
  const tests = sources.filter(isTest).map(({ text }) => text);
  const codes = [...REFUSAL_CODES, ...FORM_CODES];
  expect(codes.filter((code) => !tests.some((text) => new RegExp(`\\b${code}\\b`).test(text)))).toEqual([]);
});

test('nothing is silenced or left for later', () => {
  const silenced = /@ts-(?:ignore|nocheck|expect-error)|\bas any\b|(?:eslint|oxlint|biome)-(?:disable|ignore)/;
  const later = /\b(?:TODO|FIXME|XXX)\b/;
  const skipped = /\b(?:test|it|describe)\.(?:only|skip|todo)\(/;
  const others = sources.filter(({ file }) => file !== 'tests/tidy.test.ts');
  expect(offenders(others, ({ text }) => silenced.test(text) || later.test(text) || skipped.test(text))).toEqual([]);
});

test('every class of a style sheet of the board is used', () => {
  const sheets = filesIn('web').filter((file) => file.endsWith('.module.css'));
  const unused = sheets.flatMap((sheet) => {
    const users = sources.filter(({ text }) => text.includes(`/${path.basename(sheet)}'`)).map(({ text }) => text);
    const rules = readFileSync(path.join(root, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const classes = new Set([...rules.matchAll(/\.([a-z]\w*)(?=[^{}]*\{)/gi)].map(([, name]) => name));
    return [...classes]
      .filter((name) => !users.some((text) => new RegExp(`\\.${name}\\b|'${name}'`).test(text)))
      .map((name) => `${sheet}: ${name}`);
  });
  expect(sheets.length).toBeGreaterThan(10);
  expect(unused).toEqual([]);
});

test('no patch, merge or editor has left a file behind', () => {
  const folders = [...ROOMS, '.ci', 'deploy', 'docs'].filter((folder) => existsSync(path.join(root, folder)));
  const files = [...readdirSync(root), ...folders.flatMap(filesIn)];
  expect(files.filter((file) => /\.(?:orig|rej|bak|tmp|swp|patch|diff)$|~$/.test(file))).toEqual([]);
});

test('names say what a file holds', () => {
  const vague = /(?:^|\/)(?:utils?|helpers?|managers?|common|misc)(?:\/|\.ts$)/i;
  expect(offenders(sources, ({ file }) => vague.test(file))).toEqual([]);
  const camelCase = /^[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*)*\.tsx?$/;
  expect(offenders(sources, ({ file }) => !camelCase.test(path.basename(file)) && !file.startsWith('web/'))).toEqual(
    [],
  );
});

/** Where what comes from outside the types is taken in: a package, zod, a socket, a setting. */
const BOUNDARIES = ['solvers/integer/loadHighs.ts', 'solvers/lpLocal/solveProgram.ts'];

test('a cast through unknown stands at a boundary alone', () => {
  const judged = sources.filter(
    (source) => !isTest(source) && !/^(?:bench|tests|web|examples|fixtures)\/|\/testing\//.test(source.file),
  );
  expect(offenders(judged, ({ text }) => /\bas unknown as\b/.test(codeOf(text)))).toEqual(BOUNDARIES);
});

test('a property that fails says how to run its case alone', () => {
  const asserting = sources.filter((source) => isTest(source) && source.file !== 'tests/properties.test.ts');
  expect(offenders(asserting, ({ text }) => /^import .* from 'fast-check'/m.test(text))).toEqual([]);
});

test('what is private is declared so, never by a #', () => {
  const hashed = /^\s+(?:static |async |readonly |get |set |\*)*#\w/m;
  expect(offenders(sources, ({ text }) => hashed.test(text))).toEqual([]);
});

describe('solvers', () => {
  const folders = readdirSync(path.join(root, 'solvers'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['pool', 'testing', 'exchange'].includes(entry.name))
    .map((entry) => `solvers/${entry.name}/`);

  test.each(folders)('%s cites its source', (folder) => {
    expect(sources.some(({ file, text }) => file.startsWith(folder) && /\bSources?: /.test(text))).toBe(true);
  });
});

test('the project speaks of the project alone', () => {
  const prose = [
    ...sources,
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', '.ci/run']
      .filter((file) => existsSync(path.join(root, file)))
      .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
  ].filter(({ file }) => file !== 'tests/tidy.test.ts');
  expect(offenders(prose, ({ text }) => /\/work\/|\/tmp\/bash_jobs|\bissue #\d/.test(text))).toEqual([]);
});
