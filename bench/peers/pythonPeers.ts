import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from './commandLine.ts';
import { type Peer, type Question, type Reached, Story } from './peer.ts';

/** One line of progress; the last one says whether the result is optimal. */
interface Line {
  readonly seconds: number;
  readonly score: number | null;
  readonly bound: number | null;
  readonly optimal?: boolean;
}

/** Runs a script, which gets the program as JSON, the limit and the number of threads, and prints a Line whenever it has a better result. */
const run = async (python: string, script: string, needs: string, question: Question): Promise<Reached> => {
  const { model, folder, limitSeconds, threads } = question;
  const { program, relaxation } = model;
  const file = path.join(folder, 'model.json');
  const plain = {
    cost: [...program.cost],
    upper: [...program.upper],
    rowUpper: [...program.rowUpper],
    isEqual: Array.from(program.rowLower, (lower, row) => lower === program.rowUpper[row]),
    starts: [...program.starts],
    indices: [...program.indices],
    values: [...program.values],
  };
  await writeFile(file, JSON.stringify(plain));
  const offset = relaxation.constant / 100;
  const shifted = (value: number | null): number | null => (value === null ? null : value + offset);
  const story = new Story();
  let [isProven, endedSeconds] = [false, 0];
  const args = [new URL(script, import.meta.url).pathname, file, `${limitSeconds}`, `${threads}`];
  // Allow time for building the model, too.
  const ended = await runProgram(python, args, limitSeconds + BUILD_SECONDS, (text) => {
    const line = JSON.parse(text) as Line;
    story.add(line.seconds, shifted(line.score), shifted(line.bound));
    isProven ||= line.optimal === true;
    endedSeconds = line.seconds;
  });
  const isAbsent = ended.isAbsent || /ModuleNotFoundError/.test(ended.complaint);
  if (isAbsent)
    return { points: [], endedSeconds: 0, isProven, note: `absent: pass --python with a Python that has ${needs}` };
  if (ended.isStopped) {
    return { points: story.points, endedSeconds: limitSeconds, isProven, note: 'overran its limit and was stopped' };
  }
  if (ended.exitCode !== 0) throw new Error(`${script}: ${ended.complaint}`);
  return { points: story.points, endedSeconds, isProven };
};

const BUILD_SECONDS = 60;

export const cpSat = (python: string): Peer => ({
  name: 'OR-Tools CP-SAT',
  usesThreads: true,
  run: (question) => run(python, './cpSat.py', 'ortools', question),
});

export const highsNative = (python: string): Peer => ({
  name: 'HiGHS',
  usesThreads: true,
  run: (question) => run(python, './highsNative.py', 'highspy', question),
});
