/**
 * Guarantee: every installed package has a suitable license and runs no script during installation, and every document in `fixtures/` names its
 * source.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Locked {
  readonly license?: string;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly optional?: true;
  readonly hasInstallScript?: true;
  readonly resolved?: string;
  readonly integrity?: string;
}
const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(packages).filter(([name]) => name !== '');

/** Licenses whose packages may be redistributed under Apache-2.0, with their notices. */
const SHIPPED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Unlicense'];
/** Further licenses that are acceptable for development only. */
const USED = [...SHIPPED, 'CC0-1.0', 'MPL-2.0'];

/** `MIT OR GPL-2.0` leaves a choice, `MIT AND GPL-2.0` does not. */
const isAllowed = (license: string, allowed: readonly string[]): boolean => {
  const text = license.replaceAll(/[()]/g, '');
  if (text.includes(' OR ')) return text.split(' OR ').some((one) => isAllowed(one, allowed));
  return text.split(' AND ').every((one) => allowed.includes(one));
};

test('every package has a compatible license', () => {
  expect(installed.length).toBeGreaterThan(200);
  const refused = installed.filter(
    ([, { license = 'none', dev, devOptional }]) => !isAllowed(license, dev || devOptional ? USED : SHIPPED),
  );
  expect(refused.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
  const cases = ['MIT', '(MIT OR GPL-3.0)', 'MIT AND GPL-3.0', 'GPL-3.0', 'none'].map((one) => isAllowed(one, SHIPPED));
  expect(cases).toEqual([true, true, false, false, false]);
});

test('every package is from the registry, and as locked', () => {
  const others = installed.filter(
    ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(others.map(([name]) => name)).toEqual([]);
  // npm records no hash for packages of other systems than the one that wrote the lock file.
  const unknown = installed.filter(([, { integrity, optional }]) => integrity === undefined && !optional);
  expect(unknown.map(([name]) => name)).toEqual([]);
});

test('no package runs an install script except those that are listed, and these are blocked', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as {
    readonly allowScripts: Readonly<Record<string, boolean>>;
  };
  const scripted = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([name]) => name.replace(/^.*node_modules\//, ''));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted)].sort());
  expect(Object.values(allowScripts)).not.toContain(true);
});

test('every document in fixtures/ states its source', () => {
  const page = read('fixtures/README.md');
  const [, table = ''] = /^## Provenance$([\s\S]*?)(?=^## )/m.exec(page) ?? [];
  const files = ['days', 'files', 'ports', 'profiles'].flatMap((folder) =>
    readdirSync(path.join(root, 'fixtures', folder)).map((name) => `${folder}/${name}`),
  );
  const told = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(told.sort()).toEqual(files.sort());
});
