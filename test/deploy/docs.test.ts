import { execFile } from "node:child_process";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { blocksOf, readPages } from "../docs/pages.ts";
import { kubernetesTool } from "../support/kubernetes-tools.ts";
import { helm, render } from "./render.ts";

const root = join(import.meta.dirname, "../..");
const kubectl = kubernetesTool("kubectl");
const blocks = (await readPages()).flatMap(blocksOf);
const lines = blocks
  .filter(({ info }) => info === "sh kubernetes")
  .flatMap(({ code }) => code.trim().split("\n"));
const [secretLines] = blocks.filter(({ info }) => info === "env").map(({ code }) => code);
const values: unknown[] = blocks.filter(({ info }) => info === "yaml values").map(({ code }) => parse(code));

/** What a released chart has in its own values. */
const ofImage = { image: { repository: "acme/quartermaster" } };

/** Released charts and Valkey's own, which can't be had here. */
const remoteChart = "oci://ghcr.io/acme/charts/quartermaster";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quartermaster-kubernetes-"));
  await writeFile(join(folder, "secrets.env"), secretLines ?? "");
  await writeFile(join(folder, "values.yaml"), JSON.stringify(values[0]));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program in the folder with the files that the page has the reader write. */
async function run(program: string, words: readonly string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: folder, KUBECONFIG: "/dev/null" };
  return (await promisify(execFile)(program, [...words], { cwd: folder, env })).stdout;
}

/** The words of a line as a shell splits them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"),
  );
}

/** What can be checked of each program without a cluster. Fails if a line can't work. */
const checks: Readonly<Record<string, (words: readonly string[], line: string) => Promise<void>>> = {
  async helm(words) {
    const subcommand = words[0] === "repo" || words[0] === "show" ? words.slice(0, 2) : words.slice(0, 1);
    const help = await run(helm ?? "", [...subcommand, "--help"]);
    expectFlags(words, help);
    if (words[0] !== "install" && words[0] !== "upgrade") return;
    const [, , chart = ""] = words;
    const file = words[words.indexOf("--values") + 1] ?? "";
    if (chart === "valkey/valkey") return access(join(root, file));
    if (chart === remoteChart) expect(words).toContain(packageJson.version);
    else await access(join(root, chart, "Chart.yaml"));
    const set = words[words.indexOf("--set") + 1] ?? "";
    expect(set === words[0] || set === "image.repository=acme/quartermaster").toBe(true);
    const objects = await render([join(folder, file)], ofImage);
    expect(objects.map(({ kind }) => kind)).toContain("HTTPRoute");
  },
  async kubectl(words) {
    const plain = words.filter((word, index) => word !== "--namespace" && words[index - 1] !== "--namespace");
    if (plain[0] === "create") {
      // kubectl makes these without a cluster.
      expect(await run(kubectl ?? "", [...words, "--dry-run=client", "--output=yaml"])).toContain("kind:");
      return;
    }
    const subcommand = plain[0] === "rollout" ? plain.slice(0, 2) : plain.slice(0, 1);
    expectFlags(plain, await run(kubectl ?? "", [...subcommand, "--help"]));
  },
  async cosign(words, line) {
    expect(words[1]).toMatch(new RegExp(`:${packageJson.version}$`));
    if (words[0] === "copy") return;
    expect(words[0]).toBe("verify");
    expect(line).toContain(`/image.yml@refs/tags/v${packageJson.version} `);
    await access(join(root, ".github/workflows/image.yml"));
  },
  async gh(words) {
    expect(words.slice(0, 2)).toEqual(["attestation", "verify"]);
    expect(words[2]).toMatch(new RegExp(`^oci://.*:${packageJson.version}$`));
  },
  async docker(words) {
    expect(words.slice(0, 3)).toEqual(["buildx", "imagetools", "inspect"]);
  },
};

function expectFlags(words: readonly string[], help: string): void {
  const flags = words.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? "");
  for (const flag of flags) expect(help).toMatch(new RegExp(`${flag}\\b`));
}

describe.skipIf(!helm || !kubectl)("the page about Kubernetes", () => {
  test.each([...new Set(lines)])("%s", async (line) => {
    const [program = "", ...words] = wordsOf(line);
    const check = checks[program];
    if (!check) throw new Error(`No test knows ${program}.`);
    await expect(check(words, line)).resolves.toBeUndefined();
  });

  test("the Secret has every key that the values name, and no other", () => {
    const names = [...(secretLines ?? "").matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(values[0]).toMatchObject({ secrets: Object.fromEntries(names.map((name) => [name, {}])) });
    expect(names).toHaveLength(6);
  });

  test("the values that add something fit the chart", async () => {
    const kinds = await Promise.all(
      values.slice(1).map(async (more) => {
        const objects = await render([join(folder, "values.yaml")], { ...ofImage, ...Object(more) });
        return objects.map(({ kind }) => kind);
      }),
    );
    expect(kinds.flat()).toContain("ServiceMonitor");
  });
});
