import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Whatever `run` starts knows the request that it belongs to. */
export const inRequest = <T>(requestId: string, run: () => Promise<T>): Promise<T> => requests.run(requestId, run);

/** For logs of work that outlives the request; null outside of one. */
export const currentRequestId = (): string | null => requests.getStore() ?? null;
