import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { kubernetesTool } from "../support/kubernetes-tools.ts";

const root = join(import.meta.dirname, "../..");
export const chartFolder = join(root, "deploy/helm/quartermaster");
const examplesFolder = join(root, "deploy/helm/examples");

/** The names of the examples that are values of this chart. The others are values of a chart for Valkey. */
export const examples: readonly string[] = globSync("*.yaml", { cwd: examplesFolder })
  .filter((file) => file !== "valkey.yaml")
  .toSorted()
  .map((file) => basename(file, ".yaml"));

/** Undefined if there is no Helm here, and then these tests are skipped. */
export const helm = kubernetesTool("helm");

/** An object for Kubernetes, of any kind. */
const Rendered = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
});
export type Rendered = z.output<typeof Rendered>;

/** The path of an example's values. */
export function example(name: string): string {
  return join(examplesFolder, `${name}.yaml`);
}

/** Runs Helm. Fails with what it printed if it fails. */
export async function runHelm(words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(helm ?? "helm", [...words], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    // Nothing of this machine's own: neither a cluster nor plugins.
    env: { PATH: process.env["PATH"], HOME: tmpdir(), KUBECONFIG: "/dev/null" },
  });
  return stdout;
}

/** What `helm template` makes of these files of values, in order, with the last values on top. */
export async function render(files: readonly string[], values: object = {}): Promise<Rendered[]> {
  const text = await withValues(values, (last) =>
    runHelm(["template", "qm", chartFolder, ...[...files, last].flatMap((file) => ["--values", file])]),
  );
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((object) => object !== null)
    .map((object) => Rendered.parse(object));
}

/** What Helm says against these values. Empty if it takes them. */
export async function refusal(files: readonly string[], values: object = {}): Promise<string> {
  return render(files, values).then(
    () => "",
    (error: unknown) =>
      error instanceof Error && "stderr" in error ? messageOf(String(error.stderr)) : String(error),
  );
}

/** Helm's error without the lines that its functions log, and without the places in templates. */
function messageOf(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("level="));
  return lines
    .filter((line) => !line.startsWith("Use --debug"))
    .join("\n")
    .replace(/^Error: execution error at \(\S+\): /, "");
}

/** Writes values to a file for the time of some work. */
async function withValues<Result>(values: object, work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-chart-"));
  try {
    const file = join(folder, "values.json");
    await writeFile(file, JSON.stringify(values));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The only object of a kind, or the one with this end of its name. */
export function only(objects: readonly Rendered[], kind: string, end = ""): Rendered {
  const found = objects.filter((each) => each.kind === kind && each.metadata.name.endsWith(end));
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`There are ${found.length} objects of kind ${kind}.`);
  return first;
}

/** What is at a path of keys and indexes, such as "spec.template.spec". Undefined if it leads nowhere. */
export function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (found, key) =>
        typeof found === "object" && found !== null
          ? Object.entries(found).find(([name]) => name === key)?.[1]
          : undefined,
      value,
    );
}

const Container = z.looseObject({
  image: z.string(),
  env: z
    .array(
      z.looseObject({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z
          .strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) })
          .optional(),
      }),
    )
    .default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});

/** A pod, of a Deployment or by itself. */
const Pod = z.looseObject({
  containers: z.array(Container),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
});
export type Pod = z.output<typeof Pod>;

/** Every pod among the objects. */
export function podsOf(objects: readonly Rendered[]): Pod[] {
  return objects.flatMap((object) => {
    const spec = object.kind === "Pod" ? at(object, "spec") : at(object, "spec.template.spec");
    return spec === undefined ? [] : [Pod.parse(spec)];
  });
}

/** The app's container, and its environment variables by name. */
export function appOf(objects: readonly Rendered[]) {
  const [pod] = podsOf([only(objects, "Deployment")]);
  const [container] = pod?.containers ?? [];
  if (!pod || !container) throw new Error("The Deployment has no container.");
  return { pod, container, env: new Map(container.env.map((each) => [each.name, each])) };
}
