/** Sees to what tests need besides npm's packages: a real Redis, a browser, and the product's modules compiled. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { compiledDirectory } from "./compiled.ts";
import { seeToNeeds } from "./needs.ts";

seeToNeeds(["redis-server", "chromium-headless-shell"]);

// Without settings it loads all its modules and ends by itself: only then they are kept, and most tests kill it. Each
// time, since a module that was changed since would be compiled anew at every start.
const main = join(import.meta.dirname, "../../src/main.ts");
spawnSync(process.execPath, [main], { env: { NODE_COMPILE_CACHE: compiledDirectory }, stdio: "ignore" });
