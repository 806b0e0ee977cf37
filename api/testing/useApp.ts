import { afterAll, expect } from 'vitest';
import { openApp, type TestApp } from './openApp.ts';

/** The app that a test file calls: closed after its tests, when nothing may have been logged as an error. */
export const useApp = async (...options: Parameters<typeof openApp>): Promise<TestApp> => {
  const api = await openApp(...options);
  afterAll(async () => {
    await api.close();
    expect(api.failures).toEqual([]);
  });
  return api;
};
