import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computeRates } from "../../../../src/features/costs/estimates/find-compute-rate.ts";
import { atStep, openFilled, skipToReview, submitFilled, titled } from "../../../support/create-walk.ts";
import { goTo } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const onUsage = { match: { operation: "readUsageCost" } };
let redis: Redis;

beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(() => redis.quit());

async function forgetRate(): Promise<void> {
  await redis.del(`qm:{${environment.slack.teamId}}:compute-rate:default`);
}

/** Adds a service to the workspace. Estimates are made from its usage. */
async function knowOrders(): Promise<void> {
  const { id } = environment.organization.services[0] ?? {};
  await environment.ada.command("databases", `/db services add ${id} orders prod`);
  await environment.ada.waitForMessage("databases", "Added *orders prod*");
}

test("the review shows the estimate with its basis once it is known, and shows it at once afterwards", async () => {
  const { ada } = environment;
  await knowOrders();
  await environment.faults({ ...onUsage, kind: "delay", ms: 300 });
  await openFilled(ada, "estimated");
  await ada.click(await ada.waitForModal(atStep("Step 1 of 4")), "form-step:review");
  const review = await ada.waitForModal((view) => shownText(view).includes("credits a month"));
  expect(shownText(review)).toMatch(
    /\*Estimate:\* about [\d.,]+ credits a month, at most [\d.,]+ credits a month, compute only\. It assumes /,
  );
  await goTo(ada, "size", 2);
  expect(shownText(await goTo(ada, "review", 4))).toContain("credits a month");
});

test.each([
  ["refuses", { kind: "status", status: 403 }],
  ["answers nonsense", { kind: "malformed" }],
])("when the cloud %s, the review says so, and the service is created", async (what, fault) => {
  const { ada } = environment;
  await knowOrders();
  await forgetRate();
  await environment.faults({ ...onUsage, ...fault });
  await openFilled(ada, `unestimated ${what}`);
  await skipToReview(ada);
  await ada.waitForModal((view) => shownText(view).includes("couldn't read what your services used"));
  await ada.submit();
  await ada.waitForModal(titled("Created"));
});

test("an estimate that arrives after Create does not replace the request's outcome", async () => {
  const { ada } = environment;
  await knowOrders();
  await forgetRate();
  await environment.faults({ ...onUsage, kind: "delay", ms: 1_200, times: 1 });
  await submitFilled(ada, "faster than its estimate");
  await ada.waitForModal(titled("Created"));
  const rates = computeRates(redis, environment.slack.teamId);
  await until(async () => (await rates.find("default")) !== undefined);
  await ada.waitForMessage("databases", "*faster than its estimate*");
  expect((await ada.modal())?.title).toBe("Created");
});
