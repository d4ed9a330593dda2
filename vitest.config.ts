import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/fixtures/**'],
    setupFiles: ['test/helpers/seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
