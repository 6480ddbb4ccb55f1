import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Queue } from "bullmq";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { stateCommand } from "../../src/app/state-command.ts";
import { hashText } from "../../src/lib/hash.ts";
import { jobPrefix, keys } from "../../src/platform/redis/keys.ts";
import { dataGuard } from "../../src/platform/redis/processes.ts";
import { dataVersions, markerOf } from "../../src/platform/redis/schema.ts";
import type { RedisClient } from "../../src/platform/redis/connect.ts";
import { stateLines } from "../../src/platform/state/export.ts";
import { importState } from "../../src/platform/state/import.ts";
import { hasRedisServer, startRedisOf } from "../support/redis-kinds/start.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const key = `k1:${randomBytes(32).toString("base64")}`;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "state-"));
  file = join(folder, "state");
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => stateCommand(args, { REDIS_URL: redis.url, ENCRYPTION_KEYS: key });
const exported = async (...more: string[]) => {
  const output = await run("export", file, ...more);
  if (!output.isDone) throw new Error(output.lines.join());
  return output.lines;
};

const options = (client: RedisClient) => {
  return { redis: client, now: () => new Date(), data: markerOf(dataVersions), onRedisError: () => {} };
};

/** A state in a form that is equal for equal states: the keys with their values in order or sorted, and the jobs. */
async function contents(client: RedisClient = redis.client): Promise<string[]> {
  const values = new Map<string, string[]>();
  const lines = new Set<string>();
  for await (const line of stateLines(options(client))) {
    if ("job" in line) lines.add(JSON.stringify(line));
    if (!("entry" in line || "shared" in line)) continue;
    const { key, type, rows, expiresAtMs } = "entry" in line ? line.entry : line.shared;
    const name = `${key} ${type} ${expiresAtMs}`;
    values.set(name, [...(values.get(name) ?? []), ...rows.map((row) => JSON.stringify(row))]);
  }
  for (const [name, rows] of values) {
    const text = (name.includes("list") ? rows : rows.toSorted()).join();
    lines.add(`${name} ${text.length > 200 ? hashText(text) : text}`);
  }
  return [...lines].toSorted();
}

function queueNamed(name: string): Queue {
  const queue = new Queue(name, { connection: { url: redis.url }, prefix: jobPrefix });
  onTestFinished(() => queue.close());
  return queue;
}

/** A key of every type, one longer than a page, and a job in two states. */
async function fill(workspaceId: string): Promise<void> {
  const at = (name: string) => `qm:{${workspaceId}}:${name}`;
  const { client } = redis;
  await client.set(at("installation"), `of ${workspaceId}`);
  await client.set(at("picture:1"), Buffer.from([0, 255, 10, 13, 128]), "EX", 3_600);
  await client.set(at("unicode"), "ü\u2028 😀 \uD7FF");
  await client.hset(at("hooks"), { "": "empty", h1: '{"a":1}' });
  await client.sadd(at("outboxes"), "C1", "C2");
  await client.zadd(at("outbox:C1"), "-inf", "first", 1.5, "half", "1764115200123", "late");
  await client.rpush(at("inbox:h1"), ...Array.from({ length: 1_234 }, (_, index) => `event ${index}`));
  await client.xadd(at("audit"), "1-1", "entry", "one");
  await client.xadd(at("audit"), "2-0", "entry", "two", "more", "fields");
  await client.sadd(keys.alertingWorkspaces, workspaceId);
  const creations = queueNamed("creations");
  await creations.add("creations", { workspaceId }, { jobId: `${workspaceId}-now` });
  await creations.add("creations", { workspaceId }, { jobId: `${workspaceId}-later`, delay: 3_600_000 });
}

test("a state that is exported, wiped and imported is the same, with its lifetimes and its waiting jobs", async () => {
  await fill("T1");
  await fill("T2");
  const before = await contents();
  const expiresAtMs = await redis.client.pexpiretime("qm:{T1}:picture:1");
  expect(await exported()).toEqual([
    "T1: 8 keys, 2 waiting jobs",
    "T2: 8 keys, 2 waiting jobs",
    `Exported to ${file}, encrypted with the key k1. Keep both.`,
  ]);
  await redis.client.flushall();
  const output = await run("import", file);
  expect(output.lines.at(-1)).toBe(`Imported ${file}. Start Quartermaster.`);
  expect(await contents()).toEqual(before);
  expect(await redis.client.pexpiretime("qm:{T1}:picture:1")).toBe(expiresAtMs);
  expect(await queueNamed("creations").getJobCountByTypes("wait")).toBe(4);
  expect(await redis.client.get("qm:schema")).not.toContain("importing");
});

test("one workspace of two is exported and imported alone", async () => {
  await fill("T1");
  await fill("T10");
  const ofOne = (await contents()).map((text) => text.replace(',["T10"]', ""));
  expect(await exported("--workspace", "T1")).toHaveLength(2);
  await redis.client.flushall();
  await run("import", file);
  expect(await contents()).toEqual(ofOne.filter((text) => !text.includes("T10")));
  expect(await queueNamed("creations").getJobCountByTypes("wait")).toBe(2);
});

test("one workspace of a file is imported beside another that is there", async () => {
  await fill("T1");
  await fill("T2");
  await exported();
  await redis.client.flushall();
  await fill("T3");
  expect((await run("import", file, "--workspace", "T2")).isDone).toBe(true);
  const all = await contents();
  expect(["T1", "T2", "T3"].map((id) => all.some((text) => text.includes(`{${id}}`)))).toEqual([
    false,
    true,
    true,
  ]);
  expect((await redis.client.smembers(keys.alertingWorkspaces)).toSorted()).toEqual(["T2", "T3"]);
});

test.skipIf(!hasRedisServer())(
  "a state of one server is imported into a cluster, and exported from there",
  async () => {
    await fill("T1");
    await fill("T2");
    const before = await contents();
    const lines: string[] = [];
    for await (const line of stateLines(options(redis.client))) lines.push(JSON.stringify(line));
    await using cluster = await startRedisOf("cluster");
    await importState({
      ...options(cluster.client),
      async *read() {
        yield* lines;
      },
      fileId: "f1",
      versions: dataVersions,
    });
    expect(await contents(cluster.client)).toEqual(before);
  },
);

test("passwords that are shown once are not exported", async () => {
  await redis.client.set(keys.installation("T1"), "here");
  await redis.client.set(keys.password("T1", "r1"), "sealed");
  await redis.client.set(keys.passwordReading("T1", "r1"), "1");
  await exported();
  await redis.client.flushall();
  await run("import", file);
  expect(await redis.client.keys("qm:{T1}:*")).toEqual([keys.installation("T1")]);
});

test("keys that only prove that Redis takes writes are not in a file, and don't stop an import", async () => {
  await fill("T1");
  for (const tag of ["0", "T1"]) await redis.client.set(keys.writeProof(tag), "", "EX", 60);
  expect(await exported()).toHaveLength(2);
  await redis.client.flushall();
  for (const tag of ["0", "T1"]) await redis.client.set(keys.writeProof(tag), "", "EX", 60);
  expect((await run("import", file)).lines[0]).toBe("T1: 8 keys, 2 waiting jobs");
});

test("an import is refused while a process runs, and where the workspace has data, and writes nothing", async () => {
  await fill("T1");
  await exported();
  const before = await contents();
  expect((await run("import", file)).lines).toEqual([
    "Redis has data of the workspace T1 already. Import into one without it.",
  ]);
  expect(await contents()).toEqual(before);
  await redis.client.flushall();
  await dataGuard(redis.client, "p1", dataVersions).open();
  const { lines } = await run("import", file);
  expect(lines[0]).toMatch(
    /^A process of Quartermaster runs with this Redis\. Stop all of them, then import\./,
  );
  expect(await contents()).toEqual([]);
});

test("a cut file, and data of a newer version, are refused before anything is written", async () => {
  await fill("T1");
  await exported();
  await redis.client.flushall();
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, -10));
  expect((await run("import", file)).lines[0]).toContain("cut or changed");
  expect(await redis.client.keys("*")).toEqual([]);

  await fill("T1");
  await redis.client.set("qm:schema", JSON.stringify({ writes: 9, readableFrom: 9, by: "9.0.0" }));
  await rm(file);
  await exported();
  await redis.client.flushall();
  expect((await run("import", file)).lines[0]).toMatch(
    /^The data in this file was written by a newer version \(9\.0\.0, data version 9\)\./,
  );
  expect(await redis.client.keys("*")).toEqual([]);
});

test("after an import that broke off no process starts, and the same file can be imported again", async () => {
  await fill("T1");
  const before = await contents();
  await exported();
  await redis.client.flushall();
  await run("import", file);
  const whole = JSON.parse((await redis.client.get("qm:schema")) ?? "");
  const { salt } = JSON.parse((await readFile(file)).toString("latin1").split("\n")[0] ?? "");
  await redis.client.set("qm:schema", JSON.stringify({ ...whole, importing: salt }));
  await redis.client.del("qm:{T1}:inbox:h1");
  await expect(dataGuard(redis.client, "p1", dataVersions).open()).rejects.toThrow(
    "The import of a file into this Redis is unfinished. Run it again.",
  );
  await redis.client.del("qm:processes");
  expect((await run("export", `${file}2`)).lines[0]).toContain("unfinished");
  expect((await run("import", file)).isDone).toBe(true);
  expect(await contents()).toEqual(before);
  await dataGuard(redis.client, "p1", dataVersions).open();
});

test("an export never overwrites a file, and only its owner may read it", async () => {
  await exported();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await run("export", file)).lines).toEqual([`${file} exists already. Name a new file.`]);
});

test("wrong arguments and a missing file get a sentence", async () => {
  expect((await run("export")).lines[0]).toContain("npm run state -- export FILE");
  expect((await run("import", file)).lines).toEqual([`Can't open ${file} (ENOENT).`]);
});
