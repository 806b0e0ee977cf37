import { afterAll } from 'vitest';
import { openAgent, type TestAgent } from './openAgent.ts';

/** Opens the assistant for a test file, and closes it after its tests. */
export const useAgent = async (...options: Parameters<typeof openAgent>): Promise<TestAgent> => {
  const opened = await openAgent(...options);
  afterAll(() => opened.close());
  return opened;
};
