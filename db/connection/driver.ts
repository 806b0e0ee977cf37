import module, { type LoadHookSync } from 'node:module';

/**
 * postgres.js 3.4.9 sends a statement of a transaction also when the transaction's connection has closed since the last one: it writes to a socket that
 * is not there any more, in a timer, where nobody can catch that, and the process ends. Such a statement is to fail instead, like any other on a lost
 * connection; what was not sent yet must not be the beginning of what the next connection sends. The driver offers no hook for either, so these
 * lines of it are changed where they are loaded. Throws when they are not there, so that no other version goes unlooked at.
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
];

const mended = (source: string): string =>
  CHANGES.reduce((text, [was, is]) => {
    if (!text.includes(was))
      throw new Error('postgres.js is not the version that db/connection/driver.ts was written for.');
    return text.replace(was, is);
  }, source);

const mend: LoadHookSync = (url, context, next) => {
  const loaded = next(url, context);
  if (!url.endsWith('/postgres/src/connection.js')) return loaded;
  const { source } = loaded;
  if (typeof source !== 'string' && !Buffer.isBuffer(source)) throw new Error('postgres.js is no text.');
  return { ...loaded, source: mended(source.toString()) };
};

// Node has it from 22.15 on; on an older one the driver stays as it is.
const hooks = 'registerHooks' in module ? module.registerHooks({ load: mend }) : null;
export const { default: postgres } = await import('postgres');
hooks?.deregister();
