import { configDefaults, defineConfig } from "vitest/config";
import usual from "../vitest.config.ts";

/** The tests of `npm run test:faults`: what runs for minutes by its nature. */
export default defineConfig({
  test: {
    ...usual.test,
    include: ["test/faults/**/*.test.ts"],
    exclude: configDefaults.exclude,
    // The longest take two minutes where nothing else runs.
    testTimeout: 600_000,
  },
});
