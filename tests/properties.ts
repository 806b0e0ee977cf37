/**
 * fast-check with failures that end with a command that runs the failing case alone. Tests import it from here. `REPLAY='seed path'` in the
 * environment makes the properties of that run start with this case.
 */
import path from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Quotes for a shell: inside single quotes, only single quotes are special. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that repeats the failing case of a property in the current test, starting at its counterexample. */
export const replayCommand = ({ seed, counterexamplePath }: fc.RunDetails<unknown>): string => {
  const { testPath = '', currentTestName = '' } = expect.getState();
  // Vitest matches its pattern against the names of the suites and the test, separated by spaces.
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

/** The parsed `REPLAY`; empty if it is not set. */
export const replayOf = (text: string | undefined): Pick<fc.Parameters, 'seed' | 'path' | 'endOnFailure'> => {
  const [seed, counterexample] = (text ?? '').split(' ');
  if (!seed || !counterexample) return {};
  return { seed: Number(seed), path: counterexample, endOnFailure: true };
};

fc.configureGlobal({ reporter: report, ...replayOf(process.env['REPLAY']) });

export * from 'fast-check';
export { default } from 'fast-check';
