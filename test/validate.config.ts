import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import whole from "../vitest.config.ts";

/** What opens a browser, or starts the whole product in this process or another. */
const slowRoots = ["playwright-core", "../../src/app/start.ts", "./app-process.ts"];

const support = globSync("test/support/*.ts").map((path) => ({ path, code: readFileSync(path, "utf8") }));

/** The files of test/support that import one of these, directly or through others. */
function slowSupport(imports: readonly string[]): readonly string[] {
  const users = support
    .filter(({ code }) => imports.some((each) => code.includes(`"${each}"`)))
    .map(({ path }) => `./${basename(path)}`);
  const known = new Set([...imports, ...users]);
  return known.size === imports.length ? [...known] : slowSupport([...known]);
}

const slowNames = slowSupport(slowRoots).map((name) => name.replace("./", "/support/"));
/** What is about many tries, or about how Redis, queues and clusters behave in time. */
const longFolders =
  /^test\/(?:faults|demo|deploy|contract|property|golden|docs\/shell|platform\/(?:jobs|redis))/;

const slowFiles = globSync("test/**/*.test.ts").filter(
  (file) =>
    longFolders.test(file) || slowNames.some((name) => readFileSync(file, "utf8").includes(`${name}"`)),
);

/** The tests of the inner loop: all that need no browser, no whole product, no killing and no many tries. */
export default mergeConfig(
  whole,
  defineConfig({ test: { exclude: [...configDefaults.exclude, ...slowFiles] } }),
);
