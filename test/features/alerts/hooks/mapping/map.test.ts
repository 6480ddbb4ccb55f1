import { expect, test } from "vitest";
import { keys } from "../../../../../src/platform/redis/keys.ts";
import { hookRecord, incidentRecord, putIncidents, received } from "../../../../support/alerts.ts";
import { lastUnreadGone } from "../../../../../src/features/alerts/hooks/mapping/texts.ts";
import { useRedis } from "../../../../support/redis.ts";
import { hookFixture } from "../fixture.ts";

const redis = useRedis();

/** A hook with a long unreadable JSON as its last delivery. */
async function withLongUnreadable() {
  const fixture = hookFixture(redis.client);
  const { hooks, inbox } = fixture.context;
  await hooks.add(hookRecord());
  const body = JSON.stringify({ filler: "x".repeat(20_000), alert: { name: "Checkout" } });
  const times = { receivedAtMs: 1, acceptedAtMs: 1 };
  await inbox.accept("T1-checkout", [received({ isUnreadable: true, body })], times);
  const [entry] = (await inbox.waiting("T1-checkout", 1)).entries;
  if (entry?.kind !== "event") throw new Error("No event waits.");
  await putIncidents(fixture.context, incidentRecord({ latest: entry.event }));
  return fixture;
}

test("the parts of a long body are listed from the whole body", async () => {
  const fixture = await withLongUnreadable();
  const { text } = await fixture.db("map checkout");
  expect(text).toContain("`alert.name`: Checkout");
});

test("if a long body is gone, the answer says so and how to see its parts", async () => {
  const fixture = await withLongUnreadable();
  await redis.client.del(...(await redis.client.keys(keys.alertBody("T1", "*"))));
  const { text } = await fixture.db("map checkout");
  expect(text).toContain(lastUnreadGone);
});
