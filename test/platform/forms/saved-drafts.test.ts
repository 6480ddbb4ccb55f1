import { beforeEach, expect, test } from "vitest";
import { type Draft, type Drafts, drafts } from "../../../src/platform/forms/drafts.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
let kept: Drafts;

beforeEach(() => {
  kept = drafts(redis.client, "T1");
});

const draft: Draft = {
  formId: "f1",
  form: "create-service",
  userId: "U1",
  channelId: "C1",
  attempt: 1,
  step: "basics",
  values: { name: "orders" },
  facts: { presets: ["small"] },
  filling: 0,
  submitted: false,
  touched: true,
  savedAt: "2026-11-20T10:00:00.000Z",
};

async function saved(changes: Partial<Draft> = {}): Promise<Draft> {
  expect(await kept.save({ ...draft, ...changes })).toBe(true);
  const found = await kept.find(changes.formId ?? draft.formId);
  if (!found) throw new Error("It is not kept.");
  return found;
}

test("a draft is found as it was saved, with the number of saves", async () => {
  expect(await saved()).toEqual({ ...draft, revision: 1 });
  expect(await saved({ revision: 1, step: "size" })).toEqual({ ...draft, step: "size", revision: 2 });
});

test("a draft and its person's present draft are kept for a day after the last save", async () => {
  await saved();
  await redis.client.expire("qm:{T1}:draft:f1", 10);
  await saved({ revision: 1 });
  expect(await redis.client.ttl("qm:{T1}:draft:f1")).toBe(86_400);
  expect(await redis.client.ttl("qm:{T1}:present-draft:U1")).toBe(86_400);
});

test("of two saves after the same read, the second one saves nothing and returns false", async () => {
  const read = await saved();
  expect(await kept.save({ ...read, values: { name: "first" } })).toBe(true);
  expect(await kept.save({ ...read, values: { name: "second" } })).toBe(false);
  expect((await kept.find("f1"))?.values).toEqual({ name: "first" });
});

test("a save with a slow clock counts as the latest", async () => {
  const read = await saved();
  await saved({ ...read, savedAt: "2026-11-20T09:59:00.000Z", step: "size" });
  expect((await kept.find("f1"))?.step).toBe("size");
});

test("an expired draft cannot be brought back by a save of an earlier read", async () => {
  const read = await saved();
  await redis.client.flushall();
  expect(await kept.save(read)).toBe(false);
  expect(await kept.find("f1")).toBeUndefined();
});

test("a person's present draft is the one they saved last; another person has their own", async () => {
  await saved();
  await saved({ formId: "f2" });
  await saved({ formId: "f3", userId: "U2" });
  expect((await kept.current("U1"))?.formId).toBe("f2");
  expect((await kept.current("U2"))?.formId).toBe("f3");
  expect(await kept.current("U3")).toBeUndefined();
});

test("a draft saved as not present leaves another present one, and is itself no longer present", async () => {
  await saved();
  await kept.save({ ...draft, formId: "f2" }, { isPresent: false });
  expect((await kept.current("U1"))?.formId).toBe("f1");
  await kept.save({ ...draft, revision: 1 }, { isPresent: false });
  expect(await kept.current("U1")).toBeUndefined();
  expect((await kept.find("f1"))?.formId).toBe("f1");
});

test("drafts belong to their workspace", async () => {
  await saved();
  const another = drafts(redis.client, "T2");
  expect([await another.find("f1"), await another.current("U1")]).toEqual([undefined, undefined]);
});

test.each([
  ["of another shape", JSON.stringify({ formId: "f1", pages: 3 })],
  ["with values of another kind", JSON.stringify({ ...draft, values: [1] })],
  ["that is not JSON", "{"],
])("a draft %s, such as another version leaves, counts as gone", async (_what, text) => {
  await saved();
  await redis.client.hset("qm:{T1}:draft:f1", "draft", text);
  expect(await kept.find("f1")).toBeUndefined();
  expect(await kept.current("U1")).toBeUndefined();
});
