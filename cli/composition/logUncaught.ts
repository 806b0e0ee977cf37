import type { Logger } from 'pino';

/**
 * What nobody caught is in the log before anything else happens. A rejection that nobody waited for ends nothing: what it belonged to has failed on its
 * own, and every write is a transaction. An exception outside of any promise may have left anything half done: it ends the process. Answers how to
 * leave both to Node again.
 */
export const logUncaught = (log: Logger): (() => void) => {
  const onRejection = (reason: unknown): void => {
    log.error({ err: reason instanceof Error ? reason : new Error(String(reason)) }, 'a rejection that nobody handled');
  };
  const onException = (error: Error): void => {
    log.fatal({ err: error }, 'an exception that nobody caught');
    process.exit(1);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
};
