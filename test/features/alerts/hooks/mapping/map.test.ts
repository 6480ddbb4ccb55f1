import { expect, test } from "vitest";
import { keys } from "../../../../../src/platform/redis/keys.ts";
import { hookRecord, incidentRecord, putIncidents, received } from "../../../../support/alerts.ts";
import { useRedis } from "../../../../support/redis.ts";
import { hookRoom } from "../fixture.ts";

const redis = useRedis();

/** A hook whose last delivery was a long JSON that could not be read. */
async function withLongUnreadable() {
  const room = hookRoom(redis.client);
  const { hooks, inbox } = room.context;
  await hooks.add(hookRecord());
  const body = JSON.stringify({ filler: "x".repeat(20_000), alert: { name: "Checkout" } });
  const times = { receivedAtMs: 1, acceptedAtMs: 1 };
  await inbox.accept("T1-checkout", [received({ isUnreadable: true, body })], times);
  const [entry] = (await inbox.waiting("T1-checkout", 1)).entries;
  if (entry?.kind !== "event") throw new Error("No event waits.");
  await putIncidents(room.context, incidentRecord({ latest: entry.event }));
  return room;
}

test("the parts of a long body are listed from all of it", async () => {
  const room = await withLongUnreadable();
  const { text } = await room.db("map checkout");
  expect(text).toContain("`alert.name`: Checkout");
});

test("when a long body is no longer kept, the answer says so and how to see its parts", async () => {
  const room = await withLongUnreadable();
  await redis.client.del(...(await redis.client.keys(keys.alertBody("T1", "*"))));
  const { text } = await room.db("map checkout");
  expect(text).toContain("its whole text is no longer kept. Send it again to see them.");
});
