import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import { atStep, openFilled, skipToReview, submitFilled, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment({
  operators: ["Sam Rivera"],
  organization: "Weekend Project",
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});
let redis: Redis;

beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(() => redis.quit());

async function sentNames(): Promise<string[]> {
  const requests = await environment.received("POST");
  return requests.map(({ body }) => JSON.stringify(body)).filter((body) => body?.includes('"name"'));
}

/** Creates a service, and waits until the workspace knows it. */
async function create(name: string): Promise<void> {
  await submitFilled(environment.ada, name);
  await environment.ada.waitForModal(titled("Created"));
  await environment.ada.waitForMessage("databases", `*${name}* is running`);
  await environment.ada.close();
}

test("the name of a known service is refused at the field, with a free name to take", async () => {
  const { ada } = environment;
  await create("orders prod");
  await create("orders prod 2");
  await openFilled(ada, "Orders  PROD");
  expect(await ada.submit()).toMatchObject({
    errors: {
      name: "A service named “orders prod” already exists. Choose another name, such as “Orders PROD 3”.",
    },
  });
});

test("a name taken by another service while the form was open is refused at Create, and nothing is sent", async () => {
  const { ada } = environment;
  await openFilled(ada, "billing");
  await skipToReview(ada);
  const services = `qm:{${environment.slack.teamId}}:services`;
  const record = {
    name: "Billing",
    serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
    addedBy: "U1",
    addedAt: "2026-11-20T10:00:00.000Z",
  };
  await redis.hset(services, "billing", JSON.stringify(record));
  await ada.submit();
  const form = await ada.waitForModal(atStep("Step 1 of"));
  expect(shownText(form)).toContain("A service named “Billing” already exists.");
  expect((await sentNames()).filter((body) => body.includes('"billing"'))).toEqual([]);
});

test("when two people want one name, one gets the service and the other must choose another name", async () => {
  const { ada } = environment;
  await using sam = person(environment.slack, "Sam Rivera");
  for (const each of [ada, sam]) {
    await openFilled(each, "shared name");
    await skipToReview(each);
  }
  await environment.faults({ match: { operation: "createService" }, kind: "delay", ms: 1_500, times: 1 });
  await Promise.all([ada.submit(), sam.submit()]);
  await until(async () => {
    const views = await Promise.all([ada.modal(), sam.modal()]);
    return views.filter((view) => view?.title === "Created").length === 1;
  });
  const views = await Promise.all([ada.modal(), sam.modal()]);
  const refused = views.find((view) => view?.title === "Create a service");
  expect(refused && shownText(refused)).toMatch(/is creating “shared name” right now|already exists/);
  expect((await sentNames()).filter((body) => body.includes('"shared name"'))).toHaveLength(1);
});

test("a name on the cloud's list is refused at the field, once the list is read", async () => {
  const { ada } = environment;
  await fetch(
    `${environment.cloud.url}/v1/organizations/${environment.organization.organizationId}/services`,
    {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${environment.organization.keyId}:${environment.organization.keySecret}`)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "made elsewhere", provider: "aws", region: "eu-west-1" }),
    },
  );
  await openFilled(ada, "made elsewhere");
  await until(async () => {
    const answer = await ada.submit();
    if ("errors" in answer) return JSON.stringify(answer.errors).includes("already exists");
    // The list was not read yet: back to the field.
    await ada.click(await ada.waitForModal(atStep("Step 2 of")), "form-step:basics");
    await ada.waitForModal(atStep("Step 1 of"));
    return false;
  });
});

test("a workflow step with a taken name is refused", async () => {
  const { ada } = environment;
  const fields = { provider: "aws", region: "eu-west-1" };
  const savedAt = new Date().toISOString();
  await presets(redis, environment.slack.teamId).set("plain", {
    name: "plain",
    fields,
    savedBy: "U1",
    savedAt,
  });
  await create("flow taken");
  const step = await ada.runStep("create_database_service", {
    preset: "plain",
    requester: ada.id,
    name: "flow taken",
  });
  expect(await ada.waitForStep(step)).toMatchObject({
    ok: false,
    error: expect.stringContaining("A service named “flow taken” already exists."),
  });
});
