import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { migrateCommand } from './commands/migrate.ts';
import { seedCommand } from './commands/seed.ts';
import { serveCommand } from './commands/serve.ts';
import { solveCommand } from './commands/solve.ts';
import { tokenCommand } from './commands/token.ts';
import { workerCommand } from './commands/worker.ts';
import { ConfigError } from './config.ts';
import { InputError } from './inputFile.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const EXIT_BAD_INPUT = 2;

const fail = (lines: readonly string[], code: number): void => {
  for (const line of lines) console.error(line);
  process.exitCode = code;
};

/** Parses the arguments, runs one command. Bad input: exit 2 and a line a problem; anything else unexpected: exit 1. */
export const run = async (args: readonly string[]): Promise<void> => {
  const program = new Command('tidegate')
    .description('Assigns operations to resources over time: stands at an airport, berths in a port.')
    .version(version)
    .showHelpAfterError('(see --help)')
    .exitOverride();
  const commands = [
    serveCommand,
    workerCommand,
    solveCommand,
    importCommand,
    exportCommand,
    migrateCommand,
    seedCommand,
    tokenCommand,
  ];
  for (const command of commands) {
    const made = command();
    made.exitOverride();
    program.addCommand(made);
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT;
    else if (error instanceof InputError) fail(error.problems, EXIT_BAD_INPUT);
    else if (error instanceof ConfigError) fail(error.message.split('\n'), EXIT_BAD_INPUT);
    else if (isKnown(error)) fail([error.message], 1);
    else throw error;
  }
};

/** Errors whose message is for people: those of the rooms below carry a code. */
const isKnown = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
