import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const PAGE = path.join(root, 'docs/clients.md');

/** How the code blocks of a language become one program, which prints each job's output under its heading. */
interface Language {
  /** Language tag of the fenced blocks. */
  readonly fence: string;
  readonly file: string;
  readonly command: readonly string[];
  readonly heading: (job: string) => string;
  /** What checks the program before it runs, by the same executable. */
  readonly check?: readonly string[];
}

export const LANGUAGES: readonly Language[] = [
  { fence: 'sh', file: 'jobs.sh', command: ['bash', '-euo', 'pipefail'], heading: (job) => `echo; echo '## ${job}'` },
  {
    fence: 'ts',
    file: 'jobs.mts',
    command: [process.execPath],
    heading: (job) => `console.log('\\n## ${job}');`,
    check: [
      path.join(root, 'node_modules/typescript/bin/tsc'),
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--allowImportingTsExtensions',
    ],
  },
  {
    fence: 'python',
    file: 'jobs.py',
    command: ['python3'],
    heading: (job) => `print('\\n## ${job}', flush=True)`,
  },
];

/** Programs that the blocks need and that this machine lacks. */
export const missingFor = ({ fence, command }: Language): readonly string[] =>
  [command[0], ...(fence === 'sh' ? ['curl', 'sed'] : [])].filter(
    (program) => spawnSync(program, ['--version']).error !== undefined,
  );

/** The jobs of the page, by heading, with the blocks in each language. */
export const readJobs = async (): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
  const [, ...jobs] = (await readFile(PAGE, 'utf8')).split(/^## /m);
  return new Map(
    jobs.map((job) => {
      const blocks = [...job.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
      return [job.slice(0, job.indexOf('\n')), new Map(blocks.map(([, fence, text]) => [fence, text]))];
    }),
  );
};

/** Copies into a program's folder what the page says that the TypeScript client needs: `client/`, some files of the engine, and packages. */
const copyClient = async (page: string, directory: string): Promise<void> => {
  const [, files = ''] = /copy the folder `client\/`([^.]*(?:\.ts[^.]*)*)\./.exec(page) ?? [];
  for (const place of ['client', ...[...files.matchAll(/`(engine\/[\w/]+\.ts)`/g)].map(([, file]) => file)]) {
    await cp(path.join(root, place), path.join(directory, place), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'), 'junction');
};

/**
 * Checks and runs all blocks of a language as one program, beside the page's planning document. Returns what each job printed; if a block fails, throws
 * with the output.
 */
export const runExamples = async (
  { fence, file, command: [program, ...args], heading, check }: Language,
  environment: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'tidegate-page-'));
  try {
    const page = await readFile(PAGE, 'utf8');
    const [, small] = /^```json\n([\s\S]*?)^```$/m.exec(page)!;
    await copyClient(page, directory);
    await writeFile(path.join(directory, 'small.json'), small);
    const jobs = [...(await readJobs())].map(([job, blocks]) => `${heading(job)}\n${blocks.get(fence)}`);
    await writeFile(path.join(directory, file), jobs.join('\n'));
    const options = { cwd: directory, env: { ...process.env, ...environment }, maxBuffer: 2 ** 24 };
    // What a check finds is its output.
    if (check !== undefined)
      await promisify(execFile)(program, [...check, file], options).catch(({ stdout }) => {
        throw new Error(stdout);
      });
    const { stdout } = await promisify(execFile)(program, [...args, file], options);
    const [, ...printed] = stdout.split(/^## /m);
    return new Map(printed.map((job) => [job.slice(0, job.indexOf('\n')), job.slice(job.indexOf('\n') + 1)]));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
