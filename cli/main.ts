import { Command, CommanderError } from 'commander';
import { surviveBrokenOutput } from './brokenOutput.ts';
import { InputError } from './inputFile.ts';
import { VERSION } from './version.ts';

const EXIT_BAD_INPUT = 2;

interface CommandEntry {
  readonly description: string;
  /** What the exit code 0 says, where it is more than that everything was done. */
  readonly done?: string;
  /** What the exit code 1 says beside "any other failure". */
  readonly failed?: string;
  /** On which database the command works, where `load` does not say so. */
  readonly place?: string;
  readonly load: () => Promise<() => Command>;
}

const SERVED =
  'Works on the database in DATABASE_URL, or on the one in DATA_DIR, which a server may have open. Needs no API key.';
const ALONE =
  'Works on the database in DATABASE_URL, which may be in use, or in DATA_DIR, which no server may have open.';

/** The commands. Only the module of the command to run is loaded, so that help and small commands start quickly. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: {
    description: 'serve the API, and solve optimizations in this process',
    done: 'stopped by a signal',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  worker: {
    description: 'solve optimizations that servers on the same PostgreSQL enqueue',
    done: 'stopped by a signal',
    load: async () => (await import('./commands/worker.ts')).workerCommand,
  },
  solve: {
    description: 'solve a planning document without a server',
    done: 'there is a plan',
    load: async () => (await import('./commands/solve.ts')).solveCommand,
  },
  check: {
    description: 'check a plan: its cost by rule, its violations, and how many operations cannot have a place',
    done: 'feasible',
    failed: 'infeasible, or the claimed score is false',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  calibrate: {
    description: 'estimate from past days how uncertain times are, by airline, origin and hour',
    load: async () => (await import('./commands/calibrate.ts')).calibrateCommand,
  },
  import: {
    description: 'import planning documents, or files of operations into a planning',
    done: 'all were imported',
    place: SERVED,
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  export: {
    description: 'write a planning as a planning document',
    place: SERVED,
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  day: {
    description: 'print what the standing repair of a planning has done, and which conflicts are left',
    place: SERVED,
    load: async () => (await import('./commands/day.ts')).dayCommand,
  },
  advise: {
    description: 'propose rules and weights that would have agreed with what planners moved and refused',
    place: SERVED,
    load: async () => (await import('./commands/advise.ts')).adviseCommand,
  },
  migrate: {
    description: 'bring the database schema up to date ("serve" does this by itself)',
    place: ALONE,
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  verify: {
    description: 'verify the consistency of a database, such as after a restore',
    done: 'sound',
    failed: 'problems were found',
    place: ALONE,
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  backup: {
    description: 'back up the embedded database, whether or not a server is running, and verify the backup',
    done: 'the backup is sound',
    failed: 'it is not (the file name ends in .broken)',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    description: 'replace the embedded database with a verified backup',
    done: 'restored and sound',
    failed: 'not sound (nothing was changed)',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  doctor: {
    description: 'check a deployment (settings, database, disk, clock, network) and give advice',
    done: 'no problems',
    failed: 'problems',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  seed: {
    description: 'fill an empty database with the demo day',
    place: ALONE,
    load: async () => (await import('./commands/seed.ts')).seedCommand,
  },
  agent: {
    description: 'talk to the assistant of a running server',
    load: async () => (await import('./commands/agent.ts')).agentCommand,
  },
  mcp: {
    description:
      'offer the assistant’s tools to other assistants (Model Context Protocol over standard input and output)',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  organization: {
    description: 'move a whole organization from one database to another',
    place: ALONE,
    load: async () => (await import('./commands/organization.ts')).organizationCommand,
  },
  user: {
    description: 'manage users',
    place: SERVED,
    load: async () => (await import('./commands/user.ts')).userCommand,
  },
  token: {
    description: 'manage API keys: create those of the administrator, list and revoke those of all users',
    place: SERVED,
    load: async () => (await import('./commands/token.ts')).tokenCommand,
  },
};

const fail = (lines: readonly string[], code: number): void => {
  for (const line of lines) console.error(line);
  process.exitCode = code;
};

/** Makes all commands alike: errors name the help of the command, which ends with the given lines. */
const uniform = (command: Command, lines: readonly string[], path: string): void => {
  command.exitOverride().showHelpAfterError(`(see "${path} --help")`);
  for (const child of command.commands) uniform(child, lines, `${path} ${child.name()}`);
  if (command.commands.length === 0) for (const line of lines) command.addHelpText('after', `\n${line}`);
};

const exitCodes = ({ done = 'done', failed }: Partial<CommandEntry>): string =>
  `Exit codes: 0 ${done}; 1 ${failed === undefined ? '' : `${failed}, or `}any other failure; ${EXIT_BAD_INPUT} bad input (arguments, settings or files).`;

const build = async (args: readonly string[]): Promise<Command> => {
  const program = new Command('tidegate')
    .description('Assigns operations to resources over time: stands at an airport, berths in a port.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(see "tidegate --help")');
  const name = args[0] === 'help' ? args[1] : args[0];
  for (const [title, entry] of Object.entries(COMMANDS)) {
    const command = title === name ? (await entry.load())() : new Command(title);
    const lines = [entry.place, exitCodes(entry)].filter((line) => line !== undefined);
    uniform(command.description(entry.description), lines, `tidegate ${title}`);
    program.addCommand(command);
  }
  return program;
};

/** Asking for the help of an unknown command is the same mistake as running it. */
const withKnownHelp = (args: readonly string[]): string[] => {
  const [first, name] = args;
  const isUnknown = first === 'help' && name !== undefined && !name.startsWith('-') && name !== 'help';
  return isUnknown && !Object.hasOwn(COMMANDS, name) ? [name] : [...args];
};

/**
 * Parses the arguments and runs one command. Bad input sets the exit code 2 and prints a line for each problem; other known errors set 1. Throws the
 * rest.
 */
export const run = async (args: readonly string[]): Promise<void> => {
  surviveBrokenOutput();
  try {
    const program = await build(args);
    await program.parseAsync(withKnownHelp(args), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT;
    else if (error instanceof InputError) fail(error.problems, EXIT_BAD_INPUT);
    else if (isKnown(error)) fail([error.message], 1);
    else throw error;
  }
};

/** Whether an error's message is written for people, as are those of all errors with a code. */
const isKnown = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
