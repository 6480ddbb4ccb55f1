import { approvals } from "../../../../src/features/services/approval/approvals.ts";
import { openApproval } from "../../../../src/features/services/approval/content.ts";
import type { Redis } from "ioredis";
import { beforeEach, expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { jobEraser } from "../../../../src/platform/jobs/erase.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { holdNothing } from "../../../../src/platform/redis/people.ts";
import { auditLog } from "../../../../src/platform/audit/log.ts";
import { eraseInKeys, readBeside } from "../../../../src/features/workspace/people/walk.ts";
import { mentions, withoutPerson } from "../../../../src/features/workspace/people/without.ts";
import { until } from "../../../support/until.ts";
import { useRedis } from "../../../support/redis.ts";
import { ada, furnish, kindsWithPeople, sealer, traces, workspaceId } from "./one-of-everything.ts";

const redis = useRedis();
beforeEach(() => furnish(redis.client));

const person = { ...ada, pseudonym: "UERASED2345678" };
const walked = () => ({ redis: redis.client, workspaceId, sealer, sealed: product.sealed });

async function erase(): Promise<number> {
  const jobs = await jobEraser(redis.client, () => {}).change(
    workspaceId,
    (text) => withoutPerson(text, person),
    (id) => mentions(person, id),
  );
  return jobs + (await eraseInKeys(walked(), person));
}

const auditIds = async () => (await redis.client.xrange(keys.audit(workspaceId), "-", "+")).map(([id]) => id);

/** The beginning of the keys of a kind. */
function nameOf(kind: string): string {
  const key: unknown = Reflect.get(keys, kind);
  return String(typeof key === "function" ? key(workspaceId, "", "", "") : key).replace(/:*$/, "");
}

test("every kind of key says whether it holds people", () => {
  const said = [...holdNothing, ...kindsWithPeople.map(([kind]) => kind)];
  expect(said.toSorted()).toEqual(Object.keys(keys).toSorted());
});

test("every kind of key that holds people has something of Ada's before", async () => {
  const found = [...(await traces(redis.client)).keys()];
  const missing = kindsWithPeople
    .map(([kind]) => kind)
    .filter((kind) => !found.some((key) => key === nameOf(kind) || key.startsWith(`${nameOf(kind)}:`)));
  expect(missing).toEqual([]);
});

test("a kind that says it holds nothing of people has nothing of Ada's", async () => {
  const found = [...(await traces(redis.client)).keys()];
  const names = holdNothing.map(nameOf);
  expect(found.filter((key) => names.some((name) => key === name || key.startsWith(`${name}:`)))).toEqual([]);
});

test("after an erasure, neither her id nor her names are in any key or value, sealed ones too", async () => {
  const before = await traces(redis.client);
  const ids = await auditIds();
  expect(before.size).toBeGreaterThan(45);
  expect(await erase()).toBeGreaterThan(45);
  await redis.client.hdel(keys.erasures(workspaceId), ada.userId);
  const after = await traces(redis.client);
  if (process.env["SHOW"])
    process.stdout.write(
      `before ${[...before.values()].reduce((a, b) => a + b)} in ${before.size} keys\n${[...before].map(([key, count]) => `  ${count} ${key}`).join("\n")}\nafter ${after.size} keys\n`,
    );
  // The rule is called ada, and the hook too: those names aren't hers.
  expect(Object.fromEntries(after)).toEqual({
    [keys.madeAlerts(workspaceId)]: 1,
    [keys.audit(workspaceId)]: 1,
  });
  expect(await auditIds()).toEqual(ids);
  expect(await erase()).toBe(0);
});

test("a pseudonym stands where others rely on the record, and the rest goes", async () => {
  await erase();
  const { client } = redis;
  const owners = await client.hgetall(keys.owners(workspaceId));
  expect(Object.keys(owners)).toEqual(["s2"]);
  expect(owners["s2"]).not.toContain("ownerId");
  expect(await client.hkeys(keys.grants(workspaceId))).toEqual(["user:U0SAMRIV01"]);
  expect(await client.hget(keys.grants(workspaceId), "user:U0SAMRIV01")).toContain(person.pseudonym);
  expect(await client.hexists(keys.schedules(workspaceId), "mine")).toBe(0);
  expect(await client.hlen(keys.schedules(workspaceId))).toBeGreaterThan(1);
  expect(await client.hget(keys.approval(workspaceId, "a1"), `by:${person.pseudonym}`)).toContain(
    person.pseudonym,
  );
  expect(await client.get(keys.rota(workspaceId, "h1"))).toBe(
    JSON.stringify({
      shifts: [
        { name: "Erased person", userId: person.pseudonym },
        { name: "Erased person", userId: person.pseudonym },
        { name: "Erased person" },
        { name: "Sam Rivera" },
      ],
    }),
  );
  expect(await client.ttl(keys.rota(workspaceId, "h1"))).toBeGreaterThan(400);
  expect(await client.ttl(keys.post(workspaceId, `welcome:${person.pseudonym}`))).toBeGreaterThan(400);
  expect(await client.keys(`qm:{${workspaceId}}:mcp-waiting:*`)).toEqual([]);
  expect(await client.get("qm:{T0OTHER001}:hard-limits")).toContain(ada.userId);
  const [newest, before] = await auditLog(client, workspaceId).read({ limit: 2 });
  expect(newest).toMatchObject({ userId: person.pseudonym, userName: "Erased person", subject: "ada" });
  expect(newest?.detail).toBe("For Erased person.");
  expect(before).toMatchObject({ userId: "U0SAMRIV01", userName: "sam", subject: "Erased person" });
});

test("names and direct messages are read beside the id, and the names of what she made are not", async () => {
  const { names, direct } = await readBeside(walked(), ada);
  expect(names.toSorted()).toEqual(["Ada Park", "ada"]);
  expect(direct).toEqual(ada.direct);
});

test("two erasures at once and entries that come meanwhile keep the whole audit log in order", async () => {
  const { client } = redis;
  const sam = { userId: "U0SAMRIV01", names: ["Sam Rivera"], direct: [], pseudonym: "UERASED9999999" };
  const log = auditLog(client, workspaceId);
  const ids = await auditIds();
  const adding = Array.from({ length: 40 }, (_, number) =>
    log.record({
      at: new Date(1_795_200_000_001 + number).toISOString(),
      userId: ada.userId,
      action: "hook.set",
      subject: `n${number}`,
      result: "done",
    }),
  );
  await Promise.all([
    eraseInKeys(walked(), person),
    eraseInKeys(walked(), person),
    eraseInKeys(walked(), sam),
    ...adding,
  ]);
  await until(async () => (await eraseInKeys(walked(), person)) + (await eraseInKeys(walked(), sam)) === 0);
  const after = await auditIds();
  expect(after).toHaveLength(ids.length + 40);
  expect(after.slice(0, ids.length)).toEqual(ids);
  const text = JSON.stringify(await client.xrange(keys.audit(workspaceId), "-", "+"));
  expect(text).not.toMatch(/U0ADAPARK1|U0SAMRIV01|Ada Park|Sam Rivera/);
  expect(await client.keys(`qm:{${workspaceId}}:audit-rewrite:*`)).toEqual([]);
});

test("a request for approval is read after an erasure as before it, with the pseudonym", async () => {
  const id = "ff72eae5-f2ce-43ad-ac40-29069020b063-1";
  await erase();
  const kept = await approvals(redis.client, workspaceId).find(id);
  const opened = kept && openApproval(kept, { sealer: sealer.forWorkspace(workspaceId) });
  expect(opened?.content).toMatchObject({ requesterId: person.pseudonym, requesterName: "Erased person" });
});

/** A connection that is gone after so many commands. */
function goneAfter(commands: number): Redis {
  let left = commands;
  return new Proxy(redis.client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if ((left -= 1) < 0) throw new Error("The process is gone.");
        return Reflect.apply(value, target, args);
      };
    },
  });
}

test("an erasure that breaks off anywhere is finished by the next one", async () => {
  const ids = await auditIds();
  for (const commands of [1, 30, 90, 200, 310, 333, 360, 400]) {
    await redis.client.flushall();
    await furnish(redis.client);
    await expect(eraseInKeys({ ...walked(), redis: goneAfter(commands) }, person)).rejects.toThrow(
      /gone|reach/,
    );
    await erase();
    await redis.client.hdel(keys.erasures(workspaceId), ada.userId);
    expect([...(await traces(redis.client)).values()]).toEqual([1, 1]);
    expect(await auditIds()).toEqual(ids);
  }
});
