/**
 * fast-check, whose failures end with a command that runs the failing case alone. Tests import it from here:
 * `REPLAY='seed path'` in the environment is what the properties of that run begin with.
 */
import path from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** For a shell: nothing in single quotes is special but themselves. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that runs a property's failing case again: of the test that is running, from its counterexample on. */
export const replayCommand = ({ seed, counterexamplePath }: fc.RunDetails<unknown>): string => {
  const { testPath = '', currentTestName = '' } = expect.getState();
  // Vitest compares its pattern with the names of the suites and of the test, separated by spaces.
  const pattern = currentTestName.replaceAll(' > ', ' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const file = path.relative(root, testPath);
  return `REPLAY=${quoted(`${seed} ${counterexamplePath}`)} npx vitest run ${file} -t ${quoted(pattern)}`;
};

const report = (details: fc.RunDetails<unknown>): void => {
  if (!details.failed) return;
  const { errorInstance: cause } = details;
  const message = cause instanceof Error ? `\n${cause.message}` : '';
  const found = fc.defaultReportMessage(details as fc.RunDetailsFailureProperty<unknown>);
  throw new Error(`${found}${message}\n\nThis case alone:\n${replayCommand(details)}`, { cause });
};

/** What `REPLAY` says; nothing when it is not set. */
export const replayOf = (text: string | undefined): Pick<fc.Parameters, 'seed' | 'path' | 'endOnFailure'> => {
  const [seed, counterexample] = (text ?? '').split(' ');
  if (!seed || !counterexample) return {};
  return { seed: Number(seed), path: counterexample, endOnFailure: true };
};

fc.configureGlobal({ reporter: report, ...replayOf(process.env['REPLAY']) });

export * from 'fast-check';
export { default } from 'fast-check';
