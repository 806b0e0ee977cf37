import { afterAll, expect } from 'vitest';
import { openApp, type TestApp } from './openApp.ts';

/** Opens the app for a test file. After its tests, closes the app and expects that nothing was logged as an error. */
export const useApp = async (...options: Parameters<typeof openApp>): Promise<TestApp> => {
  const api = await openApp(...options);
  afterAll(async () => {
    await api.close();
    expect(api.failures).toEqual([]);
  });
  return api;
};
