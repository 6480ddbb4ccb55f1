import { globSync, readFileSync } from "node:fs";
import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import whole from "../vitest.config.ts";

// Support that opens a browser, starts the whole product, or kills processes.
const slowSupport = /support\/(?:browser|app-process|clocked-replicas|mortal|(?:\w+-)?house|two-slacks)\.ts"/;
const slowFiles = globSync("test/**/*.test.ts").filter(
  (file) => /^test\/(?:faults|sandbox)\//.test(file) || slowSupport.test(readFileSync(file, "utf8")),
);

/** The tests of the inner loop: all that need no browser, no whole product and no killing. */
export default mergeConfig(
  whole,
  defineConfig({ test: { exclude: [...configDefaults.exclude, ...slowFiles] } }),
);
