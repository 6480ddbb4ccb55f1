import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { browserPath, commandPath } from "./installed.ts";

/** Debian's switch: while this program exits with 101, no package starts its service. */
const servicePolicyPath = "/usr/sbin/policy-rc.d";

const needs = [
  {
    debianPackage: "redis-server",
    isThere: () => commandPath("redis-server") !== undefined,
    without:
      "No redis-server is installed: a stand-in in JavaScript takes its place, which is slower, and the tests of a private redis-server are skipped.",
  },
  {
    debianPackage: "chromium-headless-shell",
    isThere: () => browserPath() !== undefined,
    without:
      "No Chromium, Chrome or Edge is installed: the browser tests are skipped. Install one, or set CHROMIUM_PATH.",
  },
  {
    debianPackage: "prometheus",
    isThere: () => commandPath("promtool") !== undefined,
    without:
      "No promtool is installed: the tests of Prometheus' rules and of the metrics' format are skipped.",
  },
  {
    debianPackage: "tinyproxy",
    isThere: () => commandPath("tinyproxy") !== undefined,
    without:
      "No tinyproxy is installed: all kinds of calls are tested with our own forward proxy, and not with Debian's.",
  },
  {
    debianPackage: "prometheus-alertmanager",
    isThere: () => commandPath("prometheus-alertmanager") !== undefined,
    without: "No prometheus-alertmanager is installed: the bench “peers” runs without it.",
  },
] as const;

type Need = (typeof needs)[number];

/** Installs missing packages if it may. Says what works without the others. */
export function seeToNeeds(packages: readonly Need["debianPackage"][]): void {
  const missing = missingOf(packages);
  if (missing.length > 0 && canInstall()) install(missing.map(({ debianPackage }) => debianPackage));
  for (const { without } of missingOf(packages)) console.log(without);
}

/** The packages that `seeToNeeds` installs here. None if it may not. */
export function missingPackages(packages: readonly Need["debianPackage"][]): string[] {
  return canInstall() ? missingOf(packages).map(({ debianPackage }) => debianPackage) : [];
}

function missingOf(packages: readonly Need["debianPackage"][]): Need[] {
  return needs.filter(({ debianPackage, isThere }) => packages.includes(debianPackage) && !isThere());
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && commandPath("apt-get") !== undefined && isDebian();
}

function isDebian(): boolean {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

function install(packages: string[]): void {
  console.log(`Needed here: ${packages.join(" and ")}: installing with apt-get.`);
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
  // Ctrl-C then ends only apt-get, and we still clean up.
  process.on("SIGINT", keepRunning);
  writeFileSync(servicePolicyPath, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return work();
  } finally {
    rmSync(servicePolicyPath);
    process.off("SIGINT", keepRunning);
  }
}
