import module, { type LoadHookSync } from 'node:module';
import type { Duplex } from 'node:stream';
import type { ServerAddress } from './serverSockets.ts';

declare module 'postgres' {
  interface Options<T extends Record<string, PostgresType>> {
    /** Opens the socket of a session. The published types lack it. */
    socket?: (address: ServerAddress) => Duplex;
  }
}

/**
 * Patches postgres.js 3.4.9 while it is loaded. First: if the connection of a transaction closes between two statements, the driver writes the next one to a
 * socket that no longer exists. It does so in a timer, where the error cannot be caught, and the process exits. With the patch, the statement is
 * rejected like any other on a lost connection, and bytes that were not sent are not left over for the next connection. Second: nor are the error and the rows
 * of a statement whose connection was lost; the driver would reject the next statement with that error, and put those rows, as holes, before the rows of the one
 * after it. Third: the option `socket` is told of each session that the server opens. Fourth: with `max_pipeline: 1`, a statement is sent only when the one
 * before it was answered; the driver would send a second one. It has no hook for any of these. Throws if the lines are not found, so that a new version must be reviewed.
 */
const CHANGES: readonly (readonly [was: string, is: string])[] = [
  [
    "if (terminated)\n      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))",
    "if (terminated || socket === null)\n      return queryError(q, Errors.connection(terminated ? 'CONNECTION_DESTROYED' : 'CONNECTION_CLOSED', options))",
  ],
  [
    'clearImmediate(nextWriteTimer)\n    socket.removeListener',
    'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener',
  ],
  [
    '    if (initial)\n      return reconnect()\n',
    '    errorResponse = null\n    if (initial)\n      return reconnect()\n',
  ],
  [
    'closedTime = performance.now()\n    hadError',
    'query = results = null\n    result = new Result()\n    rows = 0\n    closedTime = performance.now()\n    hadError',
  ],
  ['&& sent.length < max_pipeline', '&& sent.length < max_pipeline && (max_pipeline > 1 || q.options.onexecute)'],
  [
    'backend.pid = x.readUInt32BE(5)',
    'backend.pid = x.readUInt32BE(5)\n    options.socket?.opened?.(socket, backend.pid, () => query !== null || sent.length > 0)',
  ],
];

const patched = (source: string): string =>
  CHANGES.reduce((text, [was, is]) => {
    if (!text.includes(was))
      throw new Error('postgres.js is not the version that db/connection/driver.ts was written for.');
    return text.replace(was, is);
  }, source);

const patch: LoadHookSync = (url, context, next) => {
  const loaded = next(url, context);
  if (!url.endsWith('/postgres/src/connection.js')) return loaded;
  const { source } = loaded;
  if (typeof source !== 'string' && !Buffer.isBuffer(source)) throw new Error('postgres.js is no text.');
  return { ...loaded, source: patched(source.toString()) };
};

// Available from Node 22.15; on older versions, the driver is not patched.
const hooks = 'registerHooks' in module ? module.registerHooks({ load: patch }) : null;
export const { default: postgres } = await import('postgres');
hooks?.deregister();
