import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { RedisClient } from "../../src/platform/redis/connect.ts";
import { dataVersions, markerOf } from "../../src/platform/redis/schema.ts";
import { type StateLine, stateLines } from "../../src/platform/state/export.ts";
import { importState } from "../../src/platform/state/import.ts";

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
  await importState({
    redis,
    async *read() {
      yield* given;
    },
    fileId: "golden",
    versions: dataVersions,
    onRedisError: () => {},
  });
  return given;
}

/** The state in Redis as lines in the same order every time: the head, the keys with sorted rows, the jobs, the end. */
export async function dumpLines(redis: RedisClient, now: Date): Promise<string[]> {
  const lines = new Set<string>();
  let ends: string[] = [];
  const options = { redis, now: () => now, data: markerOf(dataVersions), onRedisError: () => {} };
  for await (const line of stateLines(options)) {
    if ("head" in line) {
      // What that version could read is for the test of the next one.
      const { at, data } = line.head;
      ends = [JSON.stringify({ head: { at, data: { ...data, reads: dataVersions.reads } } })];
    }
    if (!("head" in line || "end" in line)) lines.add(JSON.stringify(sorted(line)));
  }
  const end = JSON.stringify({ end: { lines: lines.size + 1 } } satisfies StateLine);
  return [...ends, ...[...lines].toSorted(), end];
}

function sorted(line: StateLine): StateLine {
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
