import { configDefaults, defineConfig } from "vitest/config";
import { compiledDirectory } from "./test/support/compiled.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

/** The tests of `npm test`. In the folder of a package, the tests of the package. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/faults/**"],
    testTimeout: 120_000,
    hookTimeout: 90_000,
    // As long as `until` waits: the default of a second is over soon where many tests run at once.
    expect: { poll: { timeout: 60_000 } },
    // More than the two cores that it is made for: half the time tests wait, for processes that were killed and for browsers.
    maxWorkers: 5,
    // No module keeps state, so files may follow each other in one process: that saves a third of the suite's work.
    isolate: false,
    // The processes that tests start find their modules compiled, as with `npm start`.
    env: { NODE_COMPILE_CACHE: compiledDirectory },
    sequence: { sequencer: LongestFirst },
  },
});
