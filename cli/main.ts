import { Command, CommanderError } from 'commander';
import { InputError } from './inputFile.ts';
import { VERSION } from './version.ts';

const EXIT_BAD_INPUT = 2;

interface CommandEntry {
  readonly description: string;
  readonly load: () => Promise<() => Command>;
}

/** The commands. Only the module of the command to run is loaded, so that help and small commands start quickly. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: {
    description: 'serve the API, and solve optimizations in this process',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  worker: {
    description: 'solve optimizations that servers on the same PostgreSQL enqueue',
    load: async () => (await import('./commands/worker.ts')).workerCommand,
  },
  solve: {
    description: 'solve a planning document without a server',
    load: async () => (await import('./commands/solve.ts')).solveCommand,
  },
  check: {
    description: 'check a plan: its cost by rule, its violations, and how many operations cannot have a place',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  calibrate: {
    description: 'estimate from past days how uncertain times are, by airline, origin and hour',
    load: async () => (await import('./commands/calibrate.ts')).calibrateCommand,
  },
  import: {
    description: 'import planning documents, or files of operations into a planning',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  export: {
    description: 'write a planning as a planning document',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  day: {
    description: 'print what the standing repair of a planning has done, and which conflicts are left',
    load: async () => (await import('./commands/day.ts')).dayCommand,
  },
  advise: {
    description: 'propose rules and weights that would have agreed with what planners moved and refused',
    load: async () => (await import('./commands/advise.ts')).adviseCommand,
  },
  migrate: {
    description: 'bring the database schema up to date ("serve" does this by itself)',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  verify: {
    description: 'verify the consistency of a database, such as after a restore',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  backup: {
    description: 'back up the embedded database, whether or not a server is running, and verify the backup',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    description: 'replace the embedded database with a verified backup',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  doctor: {
    description: 'check a deployment (settings, database, disk, clock, network) and give advice',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  seed: {
    description: 'fill an empty database with the demo day',
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
    load: async () => (await import('./commands/organization.ts')).organizationCommand,
  },
  user: {
    description: 'manage users',
    load: async () => (await import('./commands/user.ts')).userCommand,
  },
  token: {
    description: 'manage API keys of the administrator',
    load: async () => (await import('./commands/token.ts')).tokenCommand,
  },
};

const fail = (lines: readonly string[], code: number): void => {
  for (const line of lines) console.error(line);
  process.exitCode = code;
};

const strict = (command: Command): Command => {
  command.exitOverride();
  for (const child of command.commands) strict(child);
  return command;
};

const build = async (args: readonly string[]): Promise<Command> => {
  const program = new Command('tidegate')
    .description('Assigns operations to resources over time: stands at an airport, berths in a port.')
    .version(VERSION)
    .showHelpAfterError('(see --help)');
  const name = args[0] === 'help' ? args[1] : args[0];
  for (const [command, { description, load }] of Object.entries(COMMANDS)) {
    program.addCommand((command === name ? (await load())() : new Command(command)).description(description));
  }
  return strict(program);
};

/**
 * Parses the arguments and runs one command. Bad input sets the exit code 2 and prints a line for each problem; other known errors set 1. Throws the
 * rest.
 */
export const run = async (args: readonly string[]): Promise<void> => {
  try {
    const program = await build(args);
    await program.parseAsync([...args], { from: 'user' });
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
