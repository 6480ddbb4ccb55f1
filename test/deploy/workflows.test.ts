import { globSync } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");

const Step = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const Permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const Job = z.strictObject({
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  container: z.strictObject({ image: z.string(), options: z.string() }).optional(),
  permissions: Permissions.optional(),
  steps: z.array(Step).min(1),
});
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  concurrency: z.record(z.string(), z.unknown()).optional(),
  jobs: z.record(z.string(), Job),
});

const Dependabot = z.object({ updates: z.array(z.object({ "package-ecosystem": z.string() })) });

const workflows = await Promise.all(
  globSync(".github/workflows/*", { cwd: root })
    .toSorted()
    .map(async (path) => {
      const text = await readFile(join(root, path), "utf8");
      return { name: basename(path), text, workflow: Workflow.parse(parse(text)) };
    }),
);
const steps = workflows.flatMap(({ name, workflow }) =>
  Object.values(workflow.jobs).flatMap((job) => job.steps.map((step) => ({ ...step, workflow: name }))),
);

test("there are workflows to validate, test, scan and publish", () => {
  expect(workflows.map(({ name }) => name)).toEqual(["image.yml", "scan.yml", "test.yml", "validate.yml"]);
});

test("every action is pinned by a full commit, with its version beside it", () => {
  const used = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: (.*)$/gm)].map(([, use = ""]) => use),
  );
  expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
  expect(used.length).toBeGreaterThan(8);
  for (const use of used) expect(use).toMatch(/^[\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  // One version of each.
  expect(new Set(used).size).toBe(new Set(used.map((use) => use.split("@")[0])).size);
});

test("every npm script and file that a workflow runs exists", async () => {
  const lines = steps.flatMap(({ run = "" }) => run.split("\n"));
  const scripts = lines.flatMap((line) => [...line.matchAll(/npm (?:run|test) ?([\w-]*)/g)]);
  expect(scripts.map(([, name = ""]) => name).filter((name) => !(name in packageJson.scripts))).toEqual([]);
  const files = lines.flatMap((line) => [...line.matchAll(/(?:^|=)((?:\.ci|deploy)\/[\w/.-]+)/g)]);
  expect(files.map(([, path]) => path)).toEqual(["deploy/helm/quartermaster", ".ci/run"]);
  for (const [, path = ""] of files) await access(join(root, path));
});

test("the tests run as root on Debian, where they install what they need", () => {
  const { workflow } = workflows.find(({ name }) => name === "test.yml") ?? {};
  const { container } = workflow?.jobs["test"] ?? {};
  expect(container?.image).toBe("node:24-bookworm");
  expect(container?.options).not.toContain("--user");
});

test("a change from outside gets no secret, and may only read", () => {
  for (const { text, workflow } of workflows.filter(({ workflow }) => "pull_request" in workflow.on)) {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(Object.values(workflow.jobs).map(({ permissions }) => permissions)).not.toContainEqual(
      expect.anything(),
    );
    expect(text).not.toMatch(/secrets\.|github\.token/);
  }
  for (const { text } of workflows) expect(text).not.toContain("pull_request_target");
});

test("only the job that publishes may write, and it runs for tags alone", () => {
  const { workflow } = workflows.find(({ name }) => name === "image.yml") ?? {};
  expect(workflow?.on).toEqual({ push: { tags: ["v*"] } });
  expect(workflow?.permissions).toEqual({});
  expect(workflow?.jobs["publish"]?.permissions).toEqual({
    contents: "read",
    packages: "write",
    "id-token": "write",
    attestations: "write",
  });
});

test("packages and code are scanned for each change of main and once a day, and only findings are written", () => {
  const { workflow } = workflows.find(({ name }) => name === "scan.yml") ?? {};
  expect(Object.keys(workflow?.on ?? {})).toEqual(["push", "schedule"]);
  expect(workflow?.permissions).toEqual({});
  expect(workflow?.jobs["packages"]?.permissions).toEqual({ contents: "read" });
  expect(workflow?.jobs["code"]?.permissions).toEqual({ contents: "read", "security-events": "write" });
  const scans = steps.filter((step) => step.workflow === "scan.yml");
  expect(scans.map(({ run }) => run)).toContain("npm audit --omit=dev");
  for (const action of ["google/osv-scanner-action/", "github/codeql-action/analyze@"])
    expect(scans.some(({ uses }) => uses?.startsWith(action))).toBe(true);
});

test("dependabot moves packages, the image's base and actions", async () => {
  const { updates } = Dependabot.parse(parse(await readFile(join(root, ".github/dependabot.yml"), "utf8")));
  expect(updates.map((each) => each["package-ecosystem"])).toEqual(["npm", "docker", "github-actions"]);
});

test("no credential stays in the clone, and no expression is pasted into a shell", () => {
  const clones = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(clones.every((step) => step.with?.["persist-credentials"] === false)).toBe(true);
  expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
});

test("the workflow that publishes finds the image's base in the Dockerfile", async () => {
  const image = await readFile(join(root, "Dockerfile"), "utf8");
  expect(image).toMatch(/^ARG BASE=[\w./-]+:\w+$/m);
  expect(image).toContain("\nFROM ${BASE}\n");
});

test("the image is built for both platforms, with SBOM and provenance, and signed by its digest", () => {
  const build = steps.find(({ uses }) => uses?.startsWith("docker/build-push-action@"));
  expect(build?.with).toMatchObject({
    platforms: "linux/amd64,linux/arm64",
    sbom: true,
    provenance: "mode=max",
    "build-args": "BASE=${{ steps.base.outputs.image }}",
  });
  const signed = steps.flatMap(({ run = "" }) => [...run.matchAll(/cosign sign --yes "(.*)"/g)]);
  expect(signed.map(([, name]) => name)).toEqual([
    "ghcr.io/$REPOSITORY@$DIGEST",
    "$CHARTS/quartermaster@$digest",
  ]);
  expect(steps.filter(({ uses }) => uses?.startsWith("actions/attest@"))).toHaveLength(2);
});
