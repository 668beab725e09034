import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/sequencer.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    // Tests wait a good deal for servers, browsers and processes, so even two cores carry two files at once.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/after-each.ts'],
    // Nothing is measured by a clock here: the limits only end what hangs, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
