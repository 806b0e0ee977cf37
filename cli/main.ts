import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { ConfigError } from './config.ts';
import { InputError } from './inputFile.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const EXIT_BAD_INPUT = 2;

/** Each command's module is loaded only when it is the one to run: a short command starts quickly. */
const COMMANDS: Readonly<Record<string, () => Promise<() => Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  worker: async () => (await import('./commands/worker.ts')).workerCommand,
  solve: async () => (await import('./commands/solve.ts')).solveCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  seed: async () => (await import('./commands/seed.ts')).seedCommand,
  agent: async () => (await import('./commands/agent.ts')).agentCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  token: async () => (await import('./commands/token.ts')).tokenCommand,
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
    .version(version)
    .showHelpAfterError('(see --help)');
  const [name = ''] = args;
  const chosen = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const loaded = chosen === undefined ? Object.values(COMMANDS) : [chosen];
  for (const load of loaded) program.addCommand((await load())());
  return strict(program);
};

/** Parses the arguments, runs one command. Bad input: exit 2 and a line a problem; anything else unexpected: exit 1. */
export const run = async (args: readonly string[]): Promise<void> => {
  try {
    const program = await build(args);
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
