import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // Node reads this package's long package.json again for each of its files: half of the time in which a test file is loaded.
    deps: { optimizer: { ssr: { enabled: true, include: ['drizzle-orm', 'drizzle-orm/pg-core'] } } },
  },
});
