import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Some suites race real processes; a test that needed its second try is named in the report.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    pool: 'forks',
    maxWorkers: 2,
  },
});
