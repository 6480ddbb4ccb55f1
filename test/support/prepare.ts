/** Sees to what tests need besides npm's packages: a real Redis, a browser, and the product's modules compiled. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiledDirectory } from "./compiled.ts";
import { browserPath, commandPath } from "./installed.ts";

/** Debian's own switch: while this program exits with 101, no package starts the service it brings. */
const servicePolicyPath = "/usr/sbin/policy-rc.d";

const needs = [
  {
    debianPackage: "redis-server",
    isThere: () => commandPath("redis-server") !== undefined,
    without:
      "No redis-server is installed: a stand-in in JavaScript takes its place, and the tests of a private redis-server are skipped.",
  },
  {
    debianPackage: "chromium",
    isThere: () => browserPath() !== undefined,
    without:
      "No Chromium, Chrome or Edge is installed: the browser tests are skipped. Install one, or set CHROMIUM_PATH.",
  },
];

function missingNeeds() {
  return needs.filter(({ isThere }) => !isThere());
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && commandPath("apt-get") !== undefined && isDebian();
}

function isDebian(): boolean {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

function install(packages: string[]): void {
  console.log(`The tests need ${packages.join(" and ")}: installing with apt-get.`);
  const done = withoutStartingServices(
    () => aptGet("update") && aptGet("install", "--yes", "--no-install-recommends", ...packages),
  );
  console.log(done ? `Installed ${packages.join(" and ")}.` : "apt-get failed: see above.");
}

function aptGet(...words: string[]): boolean {
  const { status } = spawnSync("apt-get", ["--quiet", ...words], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}

function keepRunning(): void {}

function withoutStartingServices(work: () => boolean): boolean {
  if (existsSync(servicePolicyPath)) return work();
  // Ctrl-C then ends apt-get alone, and we still tidy up.
  process.on("SIGINT", keepRunning);
  writeFileSync(servicePolicyPath, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return work();
  } finally {
    rmSync(servicePolicyPath);
    process.off("SIGINT", keepRunning);
  }
}

const missing = missingNeeds();
if (missing.length > 0 && canInstall()) install(missing.map(({ debianPackage }) => debianPackage));
for (const { without } of missingNeeds()) console.log(without);

// Without settings it loads all its modules and ends by itself: only then they are kept, and most tests kill it. Each
// time, since a module that was changed since would be compiled anew at every start.
const main = join(import.meta.dirname, "../../src/main.ts");
spawnSync(process.execPath, [main], { env: { NODE_COMPILE_CACHE: compiledDirectory }, stdio: "ignore" });
