import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Rendered } from "./render.ts";

const root = join(import.meta.dirname, "../..");

/** The packages with the types and schemas of each API group. Kubernetes' own are in the first. */
const packages: Readonly<Record<string, string>> = {
  "": "kubernetes-models",
  "gateway.networking.k8s.io": "@kubernetes-models/gateway-api",
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
};

function moduleOf({ apiVersion }: Rendered): string {
  const [group = ""] = apiVersion.split("/");
  return `${packages[group] ?? packages[""]}/${apiVersion}`;
}

/**
 * What Kubernetes would refuse of these objects. TypeScript finds unknown fields and wrong types, as an API server does
 * with strict validation. The schemas find the rest, such as wrong words, patterns and bounds.
 */
export async function kubernetesProblems(objects: readonly Rendered[]): Promise<string[]> {
  return [...(await problemsOfTypes(objects)), ...(await problemsOfSchemas(objects))];
}

async function problemsOfTypes(objects: readonly Rendered[]): Promise<string[]> {
  // Inside the project, so packages are found.
  const folder = await mkdtemp(join(root, "node_modules", ".rendered-"));
  try {
    const code = objects.map(
      (object, index) =>
        `import type { I${object.kind} as Kind${index} } from "${moduleOf(object)}";\n` +
        `export const object${index}: Kind${index} = ${JSON.stringify(object, null, 2)};\n`,
    );
    await writeFile(join(folder, "rendered.ts"), code.join(""));
    const config = { extends: join(root, "tsconfig.json"), include: ["*.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    // Only the names and shapes are asked for, not the global ones of browsers and Node.
    const options = ["--noEmit", "--types", "", "--lib", "es2024"];
    await promisify(execFile)(process.execPath, [tsc, ...options, "-p", folder]);
    return [];
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error) || error.stdout === "") throw error;
    return String(error.stdout)
      .split("\n")
      .filter((line) => line.includes("error TS"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function problemsOfSchemas(objects: readonly Rendered[]): Promise<string[]> {
  const problems = await Promise.all(
    objects.map(async (object) => {
      // Which module it is depends on what was rendered, so its types aren't known here.
      const models: Record<string, new (data: object) => { validate(): void }> = await import(
        moduleOf(object)
      );
      const Model = models[object.kind];
      if (!Model) return [`There is no ${object.apiVersion} ${object.kind}.`];
      try {
        new Model(object).validate();
        return [];
      } catch (error) {
        return [`${object.kind} ${object.metadata.name}: ${String(error)}`];
      }
    }),
  );
  return problems.flat();
}
