import { codeOf, messageOf } from '../engine/messageOf.ts';

/** A reader such as `head` may end before the command does, which then does its work to the end, without a word. Anything else, such as a full disk, ends it. */
const onBroken = (error: Error): void => {
  if (codeOf(error) === 'EPIPE') return;
  console.error(`standard output: ${messageOf(error)}`);
  process.exit(1);
};

/** Without this, output that nobody reads any more would end the process with a stack trace, maybe in the middle of its work. */
export const surviveBrokenOutput = (): void => {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(onBroken)) stream.on('error', onBroken);
};
