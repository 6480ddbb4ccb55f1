import { beforeEach, expect, test } from "vitest";
import { hookRecord } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { type HookFixture, hookFixture } from "../../alerts/hooks/fixture.ts";

const redis = useRedis();
let fixture: HookFixture;
beforeEach(async () => {
  fixture = hookFixture(redis.client);
  Object.assign(fixture.context.messenger, { timeZoneOf: async () => "Europe/Berlin" });
  await fixture.context.hooks.add(hookRecord());
  for (const hours of [2, 3, 4]) await fixture.db(`maintenance checkout for ${hours}h`);
});

const left = async () => (await fixture.context.hooks.list())[0]?.maintenance?.length ?? 0;

test.each([
  ["off 2", 2],
  ["remove #3", 2],
  ["off all", 0],
  ["remove", 0],
])("“%s” leaves %i windows", async (words, count) => {
  await fixture.db(`maintenance checkout ${words}`);
  expect(await left()).toBe(count);
});

test.each(["off 2 3", "remove the first one", "off tomorrow", "off 9"])(
  "“%s” is refused, and removes nothing",
  async (words) => {
    expect(await fixture.refusal(`maintenance checkout ${words}`)).not.toContain("No refusal");
    expect(await left()).toBe(3);
  },
);
