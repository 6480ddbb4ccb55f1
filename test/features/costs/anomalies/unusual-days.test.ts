import { expect, test } from "vitest";
import { unusualDays } from "../../../../src/features/costs/anomalies/unusual-days.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const scope = { channelId: "C1", connection: "default" };

function facts(day: string, total = "80") {
  return { day, direction: "up" as const, total, usual: "20", movers: [] };
}

test("the first record of a day and the first person who expected it are kept", async () => {
  const days = unusualDays(redis.client, "T1");
  await days.add(scope, facts("2026-11-17"));
  await days.add(scope, facts("2026-11-17", "90"));
  const ada = { by: "U1", at: "2026-11-20T10:00:00.000Z" };
  await days.expect(scope, "2026-11-17", ada);
  await days.expect(scope, "2026-11-17", { by: "U2", at: "2026-11-20T11:00:00.000Z" });
  expect(await days.list(scope)).toEqual(
    new Map([["2026-11-17", { ...facts("2026-11-17"), expected: ada }]]),
  );
  expect(await days.expect(scope, "2026-11-18", ada)).toBeUndefined();
  expect(await days.list({ ...scope, serviceId: "s1" })).toEqual(new Map());
});

test("days are removed after 400 days, with the people who expected them", async () => {
  const days = unusualDays(redis.client, "T1");
  await days.add(scope, facts("2026-11-17"));
  await days.add(scope, facts("2026-11-18"));
  await days.expect(scope, "2026-11-17", { by: "U1", at: "2026-11-20T10:00:00.000Z" });
  await days.add(scope, facts("2027-12-23"));
  expect([...(await days.list(scope)).keys()].toSorted()).toEqual(["2026-11-18", "2027-12-23"]);
  const [key = ""] = await redis.client.keys("*unusual-days*");
  expect(await redis.client.hlen(key)).toBe(2);
});
