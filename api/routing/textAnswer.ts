import type { Context } from 'hono';

const LINES_A_TURN = 1_000;

/** A file called `name` with these lines, ended by CR LF. They are encoded in batches as fast as the client reads. */
export const textAnswer = (context: Context, type: string, name: string, lines: readonly string[]): Response => {
  const encoder = new TextEncoder();
  let from = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = lines.slice(from, from + LINES_A_TURN);
        from += LINES_A_TURN;
        controller.enqueue(encoder.encode(next.map((line) => `${line}\r\n`).join('')));
        if (from >= lines.length) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
  context.header('Content-Type', `${type}; charset=utf-8`);
  context.header('Content-Disposition', `attachment; filename="${name}"`);
  return context.body(body);
};
