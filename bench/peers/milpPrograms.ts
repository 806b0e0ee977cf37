import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from './commandLine.ts';
import { lpText } from './model.ts';
import { type Peer, type Question, type Reached, Story } from './peer.ts';

/** A solver program that reads the LP format and prints its progress line by line. */
interface MilpProgram {
  readonly command: string;
  readonly args: (lp: string, out: string, question: Question) => readonly string[];
  /** The line that ends the reading of the model; the solver's clock starts there. */
  readonly hasRead: RegExp;
  readonly incumbent: readonly RegExp[];
  readonly bound: RegExp;
  /** The objective in the file that it writes at the end. */
  readonly objective: RegExp;
  readonly isProven: RegExp;
}

/** The exit code of `stdbuf` when there is no such program. */
const ABSENT = 127;
const NUMBER = '([-+]?[\\d.]+(?:e[-+]?\\d+)?)';

const run = async (program: MilpProgram, question: Question): Promise<Reached> => {
  const { model, folder, limitSeconds } = question;
  const lp = path.join(folder, 'model.lp');
  const out = path.join(folder, `${program.command}.txt`);
  await writeFile(lp, lpText(model.program));
  await rm(out, { force: true });
  const offset = model.relaxation.constant / 100;
  const story = new Story();
  let readSeconds: number | null = null;
  let isProven = false;
  // `stdbuf -oL` makes it print line by line, instead of when the pipe is full.
  const args = ['-oL', program.command, ...program.args(lp, out, question)];
  const ended = await runProgram('stdbuf', args, limitSeconds, (line, seconds) => {
    if (program.hasRead.test(line)) readSeconds ??= seconds;
    const at = seconds - (readSeconds ?? seconds);
    for (const pattern of program.incumbent) {
      const found = pattern.exec(line);
      if (found) story.add(at, Number(found[1]) + offset, null);
    }
    const bound = program.bound.exec(line);
    if (bound && Math.abs(Number(bound[1])) < 1e20) story.add(at, null, Number(bound[1]) + offset);
    isProven ||= program.isProven.test(line);
  });
  if (ended.isAbsent || ended.exitCode === ABSENT)
    return { points: [], endedSeconds: 0, isProven: false, note: 'absent' };
  const endedSeconds = ended.seconds - (readSeconds ?? 0);
  const objective = program.objective.exec(await readFile(out, 'utf8').catch(() => ''));
  if (objective) {
    const score = Number(objective[1]) + offset;
    story.add(endedSeconds, score, isProven ? score : null);
  }
  const note = ended.isStopped ? { note: 'overran its limit and was stopped' } : {};
  return { points: story.points, endedSeconds, isProven, ...note };
};

const cbcProgram: MilpProgram = {
  command: 'cbc',
  args: (lp, out, { limitSeconds, threads }) => {
    const some = threads > 1 ? ['threads', `${threads}`] : [];
    return [lp, 'timeMode', 'elapsed', 'sec', `${limitSeconds}`].concat(some, 'solve', 'solu', out);
  },
  hasRead: /^(?:seconds was changed|command line)/,
  incumbent: [
    new RegExp(`^Cbc0038I Solution found of ${NUMBER}`),
    new RegExp(`Integer solution of ${NUMBER} found`),
    new RegExp(`best solution ${NUMBER}`),
  ],
  bound: new RegExp(`(?:best possible|Continuous objective value is) ${NUMBER}`),
  // When it has no plan, it writes the linear relaxation and says so.
  objective: new RegExp(`^(?!.*no integer solution).*objective value\\s+${NUMBER}`),
  isProven: /^Result - Optimal solution found/,
};

const glpkProgram: MilpProgram = {
  command: 'glpsol',
  args: (lp, out, { limitSeconds }) => ['--lp', lp, '--tmlim', `${Math.ceil(limitSeconds)}`, '-o', out],
  hasRead: /lines were read/,
  incumbent: [new RegExp(`>>>>>\\s+${NUMBER}`), new RegExp(`mip =\\s+${NUMBER}`)],
  bound: new RegExp(`^\\+.*>=\\s+${NUMBER}`),
  objective: new RegExp(`INTEGER (?:NON-)?OPTIMAL\\s+Objective:\\s+obj = ${NUMBER}`),
  isProven: /^INTEGER OPTIMAL SOLUTION FOUND/,
};

export const cbc: Peer = { name: 'CBC', usesThreads: true, run: (question) => run(cbcProgram, question) };
export const glpk: Peer = { name: 'GLPK', usesThreads: false, run: (question) => run(glpkProgram, question) };
