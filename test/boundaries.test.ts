import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { readTexts } from "./support/source-texts.ts";
import packageJson from "../package.json" with { type: "json" };
import { type Source, importedPackages, importedSources, readSources } from "./support/sources.ts";

/** The five floors, from the top. A floor imports from the floors below its own and from itself. */
const floors = ["entry", "app", "features", "platform", "lib"];

/** The inner order of the platform: a part imports from the rows below its own and from itself. */
const platformRows = [
  ["feature"],
  ["slack"],
  ["ask"],
  ["commands", "http"],
  ["as-code"],
  ["audit", "pictures"],
  ["secrets"],
  ["forms"],
  ["jobs"],
  ["access"],
  ["cloud", "blocks", "redis"],
];

/** The arrows between features: each may use the index of these. */
const featureArrows: Record<string, string[]> = {
  connections: [],
  owners: ["connections"],
  costs: ["connections", "owners"],
  services: ["connections", "owners", "costs"],
  lifecycle: ["services", "connections", "owners", "costs"],
  backups: ["services", "connections", "owners"],
  alerts: ["services", "connections", "owners"],
  oncall: ["alerts"],
  observability: ["alerts", "oncall", "services", "connections", "owners"],
  workspace: [],
  mcp: ["services", "connections", "owners", "costs"],
};

/** What the demo knows of the product: it fills the store. */
const demoKnows = new Set(["platform/redis", "lib", "app", "features/connections", "features/costs"]);

/** From a package's `src`. */
const contract = "../../../src/platform/cloud/";

/** Packages that belong to a few parts; every other package may be used anywhere. */
const packageOwners: Record<string, string[]> = {
  "@slack/bolt": ["platform/slack", "features/workspace"],
  "@slack/web-api": ["platform/slack", "features/workspace"],
  "@slack/types": [
    "platform/slack",
    "platform/ask",
    "platform/commands",
    "platform/forms",
    "platform/jobs",
    "platform/pictures",
    "platform/blocks",
    "features/alerts",
    "features/oncall",
    "features/backups",
    "features/costs",
    "features/observability",
    "features/services",
    "features/lifecycle",
    "features/connections",
    "features/owners",
    "features/workspace",
    "features/mcp",
  ],
  "@modelcontextprotocol/server": ["features/mcp"],
  "@hono/node-server": ["platform/http"],
  hono: [
    "platform/http",
    "platform/feature",
    "features/alerts",
    "features/oncall",
    "features/connections",
    "features/workspace",
    "features/mcp",
  ],
  undici: [
    "app",
    "platform/ask",
    "platform/cloud",
    "platform/http",
    "platform/secrets",
    "platform/slack",
    "features/connections",
  ],
  bullmq: ["entry", "platform/jobs"],
  "rate-limiter-flexible": ["platform/redis"],
  standardwebhooks: ["features/alerts"],
  "@opentelemetry/api": ["lib"],
  "@opentelemetry/exporter-trace-otlp-proto": ["lib"],
  "@opentelemetry/resources": ["lib"],
  "@opentelemetry/sdk-trace": ["lib"],
  "@aws-sdk/client-secrets-manager": ["platform/secrets", "platform/redis"],
  "@smithy/signature-v4": ["platform/redis"],
  "@resvg/resvg-wasm": ["platform/pictures"],
  yaml: ["app", "platform/as-code"],
};

const sources = readSources();
/** It has the version, and is data. */
const packageFile = "../package.json";
const importedCode = (source: Source) => importedSources(source).filter((path) => path !== packageFile);
const product = sources.filter((source) => partOf(source.path) !== "demo");

/** `platform/slack/app.ts` belongs to platform/slack, `lib/time.ts` to lib, `main.ts` to entry. */
function partOf(path: string): string {
  const [floor = "", folder = ""] = path.replace(/\.ts$/, "").split("/");
  if (folder === "") return "entry";
  return floor === "features" || floor === "platform" ? `${floor}/${folder}` : floor;
}

function rowOf(folder: string): number {
  return platformRows.findIndex((row) => row.includes(folder));
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (from === "demo") return demoKnows.has(to);
  const [[floor = "", folder = ""], [floorBelow = "", folderBelow = ""]] = [from.split("/"), to.split("/")];
  if (floor !== floorBelow)
    return floors.includes(floorBelow) && floors.indexOf(floor) < floors.indexOf(floorBelow);
  if (floor === "features") return featureArrows[folder]?.includes(folderBelow) ?? false;
  // The context's type names what every part of the platform gives, and every part takes it.
  if (folder === "context" || folderBelow === "context") return true;
  return rowOf(folder) < rowOf(folderBelow);
}

/** True for everything but the inner files of another feature. */
function mayReach(from: string, path: string): boolean {
  return !path.startsWith("features/") || partOf(path) === from || path.endsWith("/index.ts");
}

/** Each as `platform/slack/app.ts -> main.ts`, which is what a failing test shows. */
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

test("every part of the product is in the table of parts", () => {
  const parts = [...new Set(product.map(({ path }) => partOf(path)))].map((part) => part.split("/"));
  const placeless = parts.filter(
    ([floor = "", folder = ""]) =>
      !floors.includes(floor) ||
      (floor === "platform" && folder !== "context" && rowOf(folder) === -1) ||
      (floor === "features" && !(folder in featureArrows)),
  );
  expect(placeless).toEqual([]);
});

test("imports point down, and nothing imports the demo", () => {
  expect(offenders(sources, importedCode, (from, path) => mayImport(from, partOf(path)))).toEqual([]);
});

test("no context is copied, because a copy loses what it inherits: `extended` puts parts in front", () => {
  const copies = product.filter(({ code }) => /\{[^{}]*\.\.\.\w*[cC]ontext\b\s*[,}]/.test(code));
  expect(copies.map(({ path }) => path)).toEqual([]);
});

/** The groups of files that import each other, types included. */
function circlesAmong(among: Source[]): string[] {
  const imported = new Map(among.map((source) => [source.path, importedSources(source)]));
  const reached = new Map([...imported.keys()].map((path) => [path, reachedFrom(path, imported)]));
  const circles = [...reached].flatMap(([path, far]) =>
    far.has(path) ? [[...far].filter((other) => reached.get(other)?.has(path)).toSorted()] : [],
  );
  return [...new Set(circles.map((circle) => circle.join(" ")))];
}

function reachedFrom(path: string, imported: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const next = [path];
  for (let at = next.pop(); at !== undefined; at = next.pop())
    for (const to of imported.get(at) ?? [])
      if (!reached.has(to)) {
        reached.add(to);
        next.push(to);
      }
  return reached;
}

test.each(["src", "packages/local-slack/src", "packages/reference-cloud/src"])(
  "in %s, no files import each other, not even for types",
  (folder) => {
    expect(circlesAmong(readSources(folder))).toEqual([]);
  },
);

test("no folder of src has more than 25 files", () => {
  const files = Object.entries(Object.groupBy(sources, ({ path }) => dirname(path)));
  expect(files.filter(([, inFolder = []]) => inFolder.length > 25).map(([folder]) => folder)).toEqual([]);
});

test("no file of src has more than 350 lines", () => {
  const long = readTexts().filter(({ text }) => text.split("\n").length > 351);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("the product imports none of the repository's packages", () => {
  expect(offenders(product, importedPackages, (_, name) => !name.startsWith("@quartermaster/"))).toEqual([]);
});

test.each([
  ["local-slack", []],
  ["reference-cloud", ["contract.ts"]],
])("of the product, %s imports the API's operations and rules at most, in these files: %j", (name, known) => {
  const outside = readSources(`packages/${name}/src`).flatMap((source) =>
    importedSources(source)
      .filter((to) => to.startsWith("../"))
      .map((to) => ({ from: source.path, to })),
  );
  expect([...new Set(outside.map(({ from }) => from))]).toEqual(known);
  expect(outside.filter(({ to }) => !to.startsWith(contract))).toEqual([]);
});

test("docs/architecture.md shows the same arrows between features as this test", async () => {
  const page = await readFile("docs/architecture.md", "utf8");
  const rows = page.matchAll(/^\| (\w+) +\|[^|]+\| ([\w, ]*?) *\|$/gm);
  const printed = [...rows].map(([, feature = "", uses = ""]) => [
    feature,
    uses.split(", ").filter((name) => name !== ""),
  ]);
  const [, ...arrows] = printed;
  expect(Object.fromEntries(arrows)).toEqual(featureArrows);
});

test("a feature reaches another through its index alone", () => {
  const ofFeatures = product.filter(({ path }) => path.startsWith("features/"));
  expect(offenders(ofFeatures, importedSources, mayReach)).toEqual([]);
});

test("a sender knows its own payload only", () => {
  const folder = "features/alerts/senders/";
  const senders = product.filter(({ path, code }) => path.startsWith(folder) && /: Sender\b/.test(code));
  const names = new Set(senders.map(({ path }) => path));
  expect(names.size).toBeGreaterThan(5);
  expect(offenders(senders, importedSources, (_, path) => !names.has(path))).toEqual([]);
});

/** What makes connections to the outside, so it is where the proxy counts. */
const agents = "platform/cloud/transport/agents.ts";

test("all connections to the outside are made in one file, which knows the proxy", () => {
  // A server, its types and the errors of undici connect to nothing.
  const values = /^import (?!type\b)([^;]+?) from "(undici|ws|node:https?)";/gm;
  const harmless = /^(type \w+|errors|createServer|Server|ServerResponse|STATUS_CODES)$/;
  const outside = readTexts()
    .filter(({ path }) => path !== agents && !path.startsWith("demo/"))
    .flatMap(({ path, text }) => {
      const names = [...text.matchAll(values)].flatMap(([, named = ""]) =>
        named
          .replaceAll(/[{}]/g, "")
          .split(",")
          .map((name) => name.trim().replace(/ as .*/, ""))
          .filter((name) => name !== "" && !harmless.test(name)),
      );
      // A call of the global fetch. One that a function is given is named like it.
      const calls = /((await|return|=>?|\()\s*fetch|new WebSocket|new EventSource)\(/.test(text);
      const fetches = calls && !/\bfetch[:,]/.test(text);
      return [...names, ...(fetches ? ["fetch"] : [])].map((name) => `${path}: ${name}`);
    });
  expect(outside).toEqual([]);
  const clients =
    /new (WebClient|WatchedClient|SocketModeReceiver|sdk\.SecretsManager|SecretsManager|OTLPTraceExporter)\(/;
  const unaware = readTexts().filter(
    ({ text }) => clients.test(text) && !/\bfetch && \{ fetch \}|requestHandler|httpAgentOptions/.test(text),
  );
  expect(unaware.map(({ path }) => path)).toEqual([]);
});

test("a package that belongs to some parts is used by no other", () => {
  expect(
    offenders(product, importedPackages, (from, name) => packageOwners[name]?.includes(from) ?? true),
  ).toEqual([]);
});

test("the product runs on what is installed without development dependencies", () => {
  const { dependencies, optionalDependencies, peerDependencies } = packageJson;
  // The optional ones are loaded where they are used, and missing ones are explained.
  const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  expect(offenders(product, importedPackages, (_, name) => installed.includes(name))).toEqual([]);
});

test("only what is run touches the process, and so its environment", () => {
  const process = /\bprocess\s*(?:\??\.\s*[a-z]|\[)|=\s*process\b/;
  const users = product.filter(({ code, imports }) => process.test(code) || imports.includes("node:process"));
  expect(users.map(({ path }) => path).toSorted()).toEqual([
    "check-cloud.ts",
    "check-node.ts",
    "keys.ts",
    "main.ts",
    "manifest.ts",
  ]);
});

test("exports have names", () => {
  expect(sources.filter(({ hasDefaultExport }) => hasDefaultExport).map(({ path }) => path)).toEqual([]);
});

test("relative imports end in .ts or .tsx", () => {
  expect(offenders(sources, importedCode, (_, path) => /\.(tsx?|css)$/.test(path))).toEqual([]);
});

test("Lua runs in Redis through script() alone, because it waits while slots move", () => {
  const users = product.filter(({ code }) => /\.eval\(|["']eval(?:sha)?["']/.test(code));
  expect(users.map(({ path }) => path)).toEqual(["platform/redis/script.ts"]);
});

/**
 * Who may read this process's own clock. None of it is read by another process, except by a server that takes no other
 * time: the rest measures how long something takes here.
 */
const ownClockReaders = [
  // It writes nothing that another process reads.
  "app/check-cloud.ts",
  "app/connect.ts",
  // The tokens of AWS, Google and Vault are signed and kept by a machine's clock.
  "app/reach.ts",
  "platform/redis/server.ts",
  "platform/secrets/secrets.ts",
  "platform/secrets/vault/login.ts",
  // BullMQ's own readings, which its backend turns into the shared time.
  "platform/jobs/bullmq.ts",
  "platform/jobs/worker.ts",
  "lib/clock.ts",
  "lib/metrics.ts",
  "platform/cloud/client.ts",
  "platform/cloud/kept-reads.ts",
  "platform/pictures/pictures.ts",
  "platform/redis/shared-clock.ts",
  "platform/slack/interactions/commands.ts",
  "platform/slack/interactions/respond.ts",
];

test("only these read a process's own clock; everything that another process reads has the time of Redis", () => {
  const readers = product.filter(({ code }) => /\bDate\.now\b|\bnew Date\(\)/.test(code));
  expect(readers.map(({ path }) => path).toSorted()).toEqual(ownClockReaders.toSorted());
});

test("what knows languages is made when it is first needed, because the first takes a start 9 ms", () => {
  const early = product.filter(({ code }) =>
    /^(?:export )?const [^=]*= new Intl\.|^(?:export )?const [^=]*= \/.*RGI_Emoji/m.test(code),
  );
  expect(early.map(({ path }) => path)).toEqual([]);
});

/** Where a post may be refused without another reader: the first of several, or a workflow that hears it. */
const refusedPosters = [
  "features/owners/handover/round.ts",
  "features/services/workflow/ask-requester.ts",
  "platform/jobs/messenger.ts",
  "platform/jobs/tell.ts",
];

test("a message that someone relies on is posted by tell.ts, which finds another reader; only these may do without", () => {
  const posters = product.filter(({ code }) => /\bifReachable\(/.test(code) || /\bifReachable</.test(code));
  expect(posters.map(({ path }) => path).toSorted()).toEqual(refusedPosters);
});

test("alerts name nothing of what people add to hooks: oncall declares its parts", () => {
  const way = product.filter(({ path }) => partOf(path) === "features/alerts");
  const named = way.filter(({ code }) => /\bhook\.(?:rota|handover|heartbeat|maintenance)\b/.test(code));
  expect(named.map(({ path }) => path)).toEqual([]);
});
