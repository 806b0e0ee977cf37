import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Runs a function so that everything it starts can find the id of its request. */
export const inRequest = <T>(requestId: string, run: () => Promise<T>): Promise<T> => requests.run(requestId, run);

/** The id of the current request, for logs of work that outlives it; null outside of a request. */
export const currentRequestId = (): string | null => requests.getStore() ?? null;
