import { expect, test } from "vitest";
import { createLimits } from "../../../src/platform/access/create-limits.ts";
import { type Grant, type Grants, grantField, grants } from "../../../src/platform/access/grants.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();

/** Gives a role, and returns what there was. */
const give = async (kept: Grants, grant: Grant) => (await kept.change(grantField(grant), () => grant)).before;

function grant(id: string, role: Grant["role"] = "operator", at = "10:00"): Grant {
  return { kind: "user", id, name: id, role, grantedBy: "UADA", grantedAt: `2026-11-20T${at}:00.000Z` };
}

test("a grantee has one role, and a change returns the previous one", async () => {
  const kept = grants(redis.client, "T1");
  expect(await give(kept, grant("U1"))).toBeUndefined();
  expect(await give(kept, grant("U1", "admin"))).toMatchObject({ role: "operator" });
  expect(await kept.list()).toEqual([grant("U1", "admin")]);
  const take = async () => (await kept.change("user:U1", () => undefined)).before;
  expect(await take()).toMatchObject({ role: "admin" });
  expect(await take()).toBeUndefined();
  expect(await kept.list()).toEqual([]);
});

test("a person, a group and a channel are different grantees, each workspace has its own, and the oldest is first", async () => {
  const kept = grants(redis.client, "T1");
  await give(kept, { ...grant("X1", "viewer", "12:00"), kind: "group" });
  await give(kept, grant("X1", "operator", "11:00"));
  expect((await kept.list()).map(({ kind }) => kind)).toEqual(["user", "group"]);
  expect(await grants(redis.client, "T2").list()).toEqual([]);
});

test("an unreadable grant gives nothing and hides no other", async () => {
  const kept = grants(redis.client, "T1");
  await give(kept, grant("U1"));
  await redis.client.hset("qm:{T1}:grants", "user:U2", '{"role":"king"}');
  expect(await kept.list()).toEqual([grant("U1")]);
});

test("there are at most 200 grants, and one of them can still be changed", async () => {
  const kept = grants(redis.client, "T1");
  for (let index = 0; index < 200; index += 1) await give(kept, grant(`U${index}`));
  await expect(give(kept, grant("U200"))).rejects.toMatchObject({ kind: "user" });
  expect(await give(kept, grant("U7", "admin"))).toMatchObject({ role: "operator" });
});

test("unreadable limits are a failure and allow nothing", async () => {
  const kept = createLimits(redis.client, "T1");
  await kept.set("operator", { totalMemoryGb: 96 });
  expect(await kept.list()).toEqual([{ role: "operator", limits: { totalMemoryGb: 96 } }]);
  await redis.client.hset("qm:{T1}:create-limits", "operator", '{"totalMemoryGb":"lots"}');
  await expect(kept.of("operator")).rejects.toMatchObject({ kind: "bug" });
  await kept.set("operator", undefined);
  expect(await kept.of("operator")).toBeUndefined();
});
