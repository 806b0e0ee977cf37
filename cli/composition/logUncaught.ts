import type { Logger } from 'pino';
import { asError } from '../../engine/messageOf.ts';

/**
 * Logs unhandled rejections and uncaught exceptions. A rejection does not end the process: the work that it belongs to has failed on its own, and
 * every write is a transaction. An exception outside of a promise may have left anything half done, so it ends the process. Returns a function that
 * removes both handlers.
 */
export const logUncaught = (log: Logger): (() => void) => {
  const onRejection = (reason: unknown): void => {
    log.error({ err: asError(reason) }, 'unhandled rejection');
  };
  const onException = (error: Error): void => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
};
