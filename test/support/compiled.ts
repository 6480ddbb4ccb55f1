import { join } from "node:path";

/** The folder of compiled modules for processes that tests start. Compiling takes a third of a start. */
export const compiledDirectory = join(
  import.meta.dirname,
  "../../node_modules/.cache/quartermaster/compiled-for-tests",
);
