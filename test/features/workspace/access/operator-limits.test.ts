import { randomUUID } from "node:crypto";
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
  // One list is kept for a minute, so it takes three services to ask three times.
  const ids = [...organization.services.slice(0, 2).map(({ id }) => id), randomUUID()];
  for (const [index, id] of ids.entries()) {
    await ada.command("databases", `/db services add ${id} orders ${index}`);
    await ada.waitForMessage("databases", `Added *orders ${index}*`);
  }
  for (const index of ids.keys()) await ada.command("databases", `/db backups orders ${index}`);
  await ada.waitForMessage("databases", "The cloud limits how many requests we make.");
  expect((await environment.received("GET")).length - before).toBeLessThanOrEqual(2);
});
