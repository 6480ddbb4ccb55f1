import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { type Source, importedPackages, importedSources, readSources } from "./support/sources.ts";

/** The house from the roof to the ground. A part imports from the rows below its own and from itself, nothing else. */
const floors = [
  ["main", "keys"],
  ["start", "keys-command"],
  ["app"],
  ["installing", "outside", "workspaces"],
  ["key-rotation"],
  ["sealed-places"],
  ["workspace-connections", "alerting", "erasures", "queues", "http", "slack"],
  ["secrets-of", "references"],
  ["cloud-clients"],
  ["config", "config-table"],
  ["settings"],
  ["commands"],
  ["doctor"],
  ["observability"],
  ["standing-orders", "alerts"],
  ["forms", "audit"],
  ["context"],
  ["access"],
  ["backups", "connections", "costs", "delivery"],
  ["pictures"],
  ["cloud", "store", "secrets", "blocks"],
  ["lib", "errors", "metrics"],
];

/** Beside the house: it stands in for what is outside. It keeps the same contract, and the demo fills the store. */
const sandboxKnows = new Set(["cloud", "store", "errors"]);

/** Packages that belong to a few parts; every other package may be used anywhere. */
const packageOwners: Record<string, string[]> = {
  "@slack/bolt": ["slack"],
  "@slack/web-api": ["slack"],
  "@slack/types": [
    "slack",
    "commands",
    "forms",
    "alerts",
    "observability",
    "delivery",
    "costs",
    "pictures",
    "blocks",
  ],
  "@hono/node-server": ["http"],
  hono: ["http"],
  undici: ["workspaces", "cloud-clients", "cloud", "secrets", "slack"],
  ioredis: ["key-rotation", "store", "delivery"],
  bullmq: ["main", "delivery"],
  "rate-limiter-flexible": ["store"],
  "prom-client": ["metrics"],
  standardwebhooks: ["alerts"],
  "@aws-sdk/client-secrets-manager": ["secrets"],
  vega: ["pictures"],
  "vega-lite": ["pictures"],
  "@resvg/resvg-wasm": ["pictures"],
  yaml: ["alerts"],
};

const sources = readSources();
const product = sources.filter((source) => partOf(source.path) !== "sandbox");

/** `slack/app.ts` belongs to slack, `main.ts` to main. */
function partOf(path: string): string {
  return path.split("/")[0]?.replace(/\.ts$/, "") ?? path;
}

function floorOf(part: string): number {
  return floors.findIndex((parts) => parts.includes(part));
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (from === "sandbox") return sandboxKnows.has(to);
  return floorOf(from) < floorOf(to);
}

/** Each as `slack/app.ts -> main.ts`, which is what a failing test shows. */
function offenders(
  among: Source[],
  imported: (source: Source) => string[],
  allowed: (from: string, to: string) => boolean,
) {
  return among.flatMap((source) =>
    imported(source)
      .filter((to) => !allowed(partOf(source.path), to))
      .map((to) => `${source.path} -> ${to}`),
  );
}

test("every part of the product has its floor", () => {
  const parts = new Set(product.map(({ path }) => partOf(path)));
  expect([...parts].filter((part) => floorOf(part) === -1)).toEqual([]);
});

test("imports go down the house, and the sandbox is imported by nobody", () => {
  expect(offenders(sources, importedSources, (from, path) => mayImport(from, partOf(path)))).toEqual([]);
});

test("a package that belongs to some parts is used by no other", () => {
  expect(
    offenders(product, importedPackages, (from, name) => packageOwners[name]?.includes(from) ?? true),
  ).toEqual([]);
});

test("the product runs on what is installed without development dependencies", () => {
  const installed = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies });
  expect(offenders(product, importedPackages, (_, name) => installed.includes(name))).toEqual([]);
});

test("only what is run touches the process, and so its environment", () => {
  const process = /\bprocess\s*(?:\??\.\s*[a-z]|\[)|=\s*process\b/;
  const users = product.filter(({ code, imports }) => process.test(code) || imports.includes("node:process"));
  expect(users.map(({ path }) => path).toSorted()).toEqual(["keys.ts", "main.ts"]);
});

test("exports have names", () => {
  expect(sources.filter(({ hasDefaultExport }) => hasDefaultExport).map(({ path }) => path)).toEqual([]);
});

test("relative imports end in .ts or .tsx", () => {
  expect(offenders(sources, importedSources, (_, path) => /\.(tsx?|css)$/.test(path))).toEqual([]);
});
