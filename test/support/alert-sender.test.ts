import { expect, onTestFinished, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { alertCatcher } from "./alert-catcher.ts";
import { alertSender } from "./alert-sender.ts";
import { putHook } from "./hook.ts";
import { useRedis } from "./redis.ts";

const redis = useRedis();

test("a hook put into Redis is found by its id, and holds no secret", async () => {
  const { hook, secret, url } = await putHook(redis.url, "T1", { channelId: "C1", name: "Ops" });
  expect(await createStore(redis.client).workspace("T1").hooks.find(hook.id)).toEqual(hook);
  expect(url).toBe(`http://127.0.0.1/hooks/${hook.id}`);
  expect(JSON.stringify(hook)).not.toContain(secret);
});

test("the tests' sender fires, repeats and resolves one alert under one event id, and tries again", async () => {
  const { url, caught } = await alertCatcher(503);
  const sender = alertSender({ url, secret: "s", waitsMs: [1, 1] });
  onTestFinished(() => sender.close());
  const sent = [await sender.fire({ group: "a:b" }), await sender.fire({ group: "a:b" })];
  const { eventId } = await sender.resolve({ group: "a:b" });
  expect(sent).toMatchObject([{ eventId, outcome: "delivered" }, { eventId }]);
  await sender.post("not JSON");
  expect(caught.map(({ headers }) => headers.authorization)).toEqual(Array(5).fill("Bearer s"));
  expect(new Set(caught.map(({ headers }) => headers["idempotency-key"])).size).toBe(4);
});
