import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // No module keeps state, so files may follow each other in one process: that saves a third of the suite's work.
    isolate: false,
  },
});
