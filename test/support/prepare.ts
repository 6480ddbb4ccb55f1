/** Prepares what tests need besides npm's packages: a real Redis, a browser, Helm, and compiled modules. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { compiledDirectory } from "./compiled.ts";
import { seeToKubernetesTools } from "./kubernetes-tools.ts";
import { seeToNeeds } from "./needs.ts";

seeToNeeds(["redis-server", "chromium-headless-shell", "prometheus"]);

// Without settings the app loads all its modules and ends by itself. Only then the compiled modules are saved, and
// most tests kill it. Done each time, because a changed module would otherwise be compiled at every start.
const main = join(import.meta.dirname, "../../src/main.ts");
spawnSync(process.execPath, [main], { env: { NODE_COMPILE_CACHE: compiledDirectory }, stdio: "ignore" });

seeToKubernetesTools();
