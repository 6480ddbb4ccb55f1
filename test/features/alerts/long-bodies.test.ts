import { expect, test } from "vitest";
import { useRedis } from "../../support/redis.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { alertFixture } from "./fixture.ts";

const redis = useRedis();
const body = Array.from({ length: 6_000 }, (_, line) => `${line} couldn't be paid`).join("\n");

test("a long text is shared whole in the thread, and the incident keeps its beginning", async () => {
  const fixture = alertFixture(redis.client);
  await fixture.begin();
  await fixture.accept({ body });
  await fixture.ingest();
  await fixture.runOutbox("C1");
  expect(fixture.shared).toEqual([body]);
  const stored = await redis.client.get(keys.incident("T1", "i1"));
  expect(Buffer.byteLength(stored ?? "")).toBeLessThan(12_000);
});

test("the file of a text that is gone says so", async () => {
  const fixture = alertFixture(redis.client);
  await fixture.begin();
  await fixture.accept({ body });
  await fixture.ingest();
  await redis.client.del(...(await redis.client.keys(keys.alertBody("T1", "*"))));
  await fixture.runOutbox("C1");
  expect(fixture.shared).toHaveLength(1);
  expect(fixture.shared[0]?.startsWith(body.slice(0, 8_000))).toBe(true);
  expect(fixture.shared[0]).toContain("I keep the whole text of a long alert for a day");
});
