import { expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";

const environment = useTestEnvironment({
  environment: () => ({ CLOUD_TIMEOUT_SECONDS: "2", CLOUD_REQUESTS_PER_10_SECONDS: "2" }),
});

test("a call of the cloud takes no longer than the operator allows", async () => {
  const { ada } = environment;
  await environment.faults({ kind: "delay", ms: 5_000, match: { operation: "readUsageCost" } });
  await ada.command("databases", "/db costs today");
  await ada.waitForMessage("databases", "didn't answer within 2 seconds");
});

test("the cloud gets no more requests in 10 s than the operator allows", async () => {
  const { ada, organization } = environment;
  const before = (await environment.received("GET")).length;
  await ada.command("databases", `/db services add ${organization.services[0]?.id} orders`);
  await ada.waitForMessage("databases", "Added *orders*");
  for (let times = 0; times < 3; times += 1) await ada.command("databases", "/db backups orders");
  await ada.waitForMessage("databases", "The cloud limits how many requests we make.");
  expect((await environment.received("GET")).length - before).toBeLessThanOrEqual(2);
});
