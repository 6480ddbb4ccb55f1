import { beforeEach, expect, test } from "vitest";
import { approvals } from "../../../../src/features/services/approval/policy/command.ts";
import { useRedis } from "../../../support/redis.ts";
import { type HookFixture, hookFixture } from "../../alerts/hooks/fixture.ts";

const redis = useRedis();
let fixture: HookFixture;

beforeEach(() => {
  fixture = hookFixture(redis.client, approvals);
});

test("limits are set one by one, shown with the approvals, and removed one by one", async () => {
  expect((await fixture.db("deny")).text).toContain("Nothing needs approval here.");
  expect((await fixture.db("deny price over 1,500.50 credits a month")).text).toBe(
    "No service may cost more than 1,500.50 credits in 30 days of compute at its largest size. No one can create more or make a service larger than that, not even an admin, and no approval changes it.",
  );
  await fixture.db("deny team over budget");
  expect((await fixture.db("")).text).toContain(
    "A team over one of its budgets creates no services, and makes none larger.",
  );
  expect((await fixture.db("deny price over 150 eur a month")).text).toContain(
    "more than €150.00 in 30 days",
  );
  expect(await fixture.context.hardLimits.find()).toMatchObject({
    price: { most: "150", unit: "EUR" },
    teamOverBudget: true,
    setBy: "U1",
  });
  expect((await fixture.db("deny price off")).text).toBe(
    "Removed. A team over one of its budgets creates no services, and makes none larger.",
  );
  expect((await fixture.db("deny off")).text).toContain("Removed. There are no hard limits.");
  expect(await fixture.context.hardLimits.find()).toBeUndefined();
  expect((await fixture.db("deny off")).text).toContain("nothing changed");
});

test.each([
  ["deny price", "I don't understand “price”"],
  ["deny price over 0 credits", "“0” isn't an amount above 0"],
  ["deny price over 5 XYZ", "“XYZ” is neither credits nor a currency"],
  ["deny memory over 64", "I don't understand “memory over 64”"],
])("“%s” is refused with an example, and sets nothing", async (words, reason) => {
  const refusal = await fixture.refusal(words);
  expect(refusal).toContain(reason);
  expect(refusal).toContain("For example:");
  expect(await fixture.context.hardLimits.find()).toBeUndefined();
});
