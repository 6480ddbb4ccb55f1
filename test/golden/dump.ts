import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { RedisClient } from "../../src/platform/redis/connect.ts";
import { activator } from "../../src/platform/jobs/due.ts";
import { keys } from "../../src/platform/redis/keys.ts";
import { keysLike } from "../../src/platform/redis/nodes.ts";
import { dataVersions, markData, markerOf } from "../../src/platform/redis/schema.ts";
import { Entry, entriesOf, writeEntry } from "./entries.ts";
import { WaitingJob, jobAdder, waitingJobs } from "./jobs.ts";

/** The key that seals the secrets in every dump. It protects nothing. */
export const goldenKeys = `golden:${Buffer.from("quartermaster golden dump key 01").toString("base64")}`;

/** The secret of the hook that the dumps have. */
export const goldenHookSecret = "whsec_golden0000000000000000000000";

const First = z.object({
  head: z.object({
    at: z.iso.datetime(),
    data: z.object({ writes: z.int(), readableFrom: z.int(), reads: z.int() }),
  }),
});

const Line = z.union([
  z.object({ entry: Entry }),
  z.object({ shared: Entry }),
  z.object({ job: WaitingJob }),
  z.object({ head: z.unknown() }),
  z.object({ end: z.unknown() }),
]);

/** The data of a released version. */
export interface Golden {
  version: string;
  /** What the clocks said. */
  at: string;
  data: z.infer<typeof First>["head"]["data"];
  lines: readonly string[];
}

/** All of them. */
export async function goldens(): Promise<Golden[]> {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith(".jsonl"));
  return Promise.all(
    files.toSorted().map(async (name) => {
      const lines = (await readFile(join(import.meta.dirname, name), "utf8")).trim().split("\n");
      const { at, data } = First.parse(JSON.parse(lines[0] ?? "")).head;
      return { version: name.replace(".jsonl", ""), at, data, lines };
    }),
  );
}

/** Loads it into a Redis without this workspace. Returns its lines with their lifetimes moved along, because Redis has the clock of this machine. */
export async function loadGolden(redis: RedisClient, { at, lines }: Golden): Promise<string[]> {
  const aheadMs = Date.now() - Date.parse(at);
  const given = lines.map((line) =>
    line.replace(
      /"expiresAtMs":(\d+)/,
      (_, ms) => `"expiresAtMs":${Math.max(Number(ms), Date.now()) + Math.max(0, aheadMs) + 60_000}`,
    ),
  );
  await markData(redis, markerOf(dataVersions), dataVersions);
  const jobs = jobAdder(redis, () => {});
  const workspaces = new Set<string>();
  for (const line of given.map((text) => Line.parse(JSON.parse(text)))) {
    if ("entry" in line) await writeEntry(redis, line.entry);
    if ("shared" in line) await writeEntry(redis, line.shared);
    if ("job" in line) await jobs.add(line.job);
    const [, workspaceId] = /^qm:\{([^}]*)\}:/.exec("entry" in line ? line.entry.key : "") ?? [];
    if (workspaceId !== undefined) workspaces.add(workspaceId);
  }
  await jobs.close();
  // A round would visit them only in turn.
  await Promise.all([...workspaces].map((workspaceId) => activator(redis, workspaceId)()));
  return given;
}

/** The data in Redis as lines in the same order every time: the head, the keys with sorted rows, the jobs, the end. */
export async function dumpLines(redis: RedisClient, now: Date): Promise<string[]> {
  const lines = new Set<string>();
  for await (const line of contentOf(redis)) lines.add(JSON.stringify(sorted(line)));
  const data = { ...markerOf(dataVersions), reads: dataVersions.reads };
  return [
    JSON.stringify({ head: { at: now.toISOString(), data } }),
    ...[...lines].toSorted(),
    JSON.stringify({ end: { lines: lines.size + 1 } }),
  ];
}

/** A line of a dump between its head and its end. */
type Content = { entry: Entry } | { shared: Entry } | { job: WaitingJob };

// What a person may see once, and what is over in seconds.
const passing =
  /^qm:\{[^}]*\}:(?:password|password-reading|connect-link|request-quota|rate-limits|write-proof|model-question|press)(?::|$)/;

async function* contentOf(redis: RedisClient): AsyncGenerator<Content> {
  for await (const found of keysLike(redis, "qm:{*}:*")) {
    for (const key of found.filter((each) => !passing.test(each)))
      for await (const entry of entriesOf(redis, key)) yield { entry };
  }
  for (const key of Object.values(keys).filter((each) => typeof each === "string"))
    for await (const shared of entriesOf(redis, key)) yield { shared };
  for await (const job of waitingJobs(redis, () => {})) yield { job };
}

function sorted(line: Content): Content {
  if (!("entry" in line) || line.entry.type === "list" || line.entry.type === "stream") return line;
  const rows = line.entry.rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  return { entry: { ...line.entry, rows } };
}

/** Commands that show the dump's data, and what their whole answers have. */
export const goldenViews: readonly (readonly [command: string, answer: string | RegExp])[] = [
  ["/db services", /orders prod[^]*golden|golden[^]*orders prod/],
  ["/db create presets", "small staging"],
  ["/db backups orders prod", /Incremental|Full/],
  ["/db costs last 7 days", /credits/],
  ["/db costs budget list", "500"],
  ["/db costs schedule list", /Monday/i],
  ["/db alerts", /62 open alerts/],
  ["/db alerts hooks list", /golden/],
  ["/db alerts hooks rules golden", /payments/],
  ["/db admin access", /operator/],
  ["/db admin approvals", /approv/i],
  ["/db admin connections", /sealed/],
  ["/db admin audit", "Audit log"],
];
