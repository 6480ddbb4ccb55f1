import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import { atStep, openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { interact, submission } from "../../../support/form-payload.ts";
import { submitAtOnce } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { presentDraft, untilKept } from "../../../support/kept-draft.ts";
import type { View } from "@quartermaster/local-slack/person";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();
let redis: Redis;

beforeAll(async () => {
  redis = new Redis(environment.redisUrl);
  const savedAt = new Date().toISOString();
  const fields = { provider: "azure", region: "westus3", minReplicaMemoryGb: 32 };
  await presets(redis, environment.slack.teamId).save({ name: "far", fields, savedBy: "U1", savedAt });
});
afterAll(() => redis.quit());

function chosen(value: string) {
  return { type: "static_select", selected_option: { value } };
}

test("a click on Next during the last change goes on by one step, and keeps the change", async () => {
  const { ada, slack } = environment;
  await openFilled(ada, "fast");
  await Promise.all([ada.fill("name", "faster"), submitAtOnce(slack.url, ada, { name: "faster" })]);
  await ada.waitForModal(atStep("Step 2 of 4"));
  await Promise.all([ada.fill("numReplicas", "12"), submitAtOnce(slack.url, ada, { numReplicas: "12" })]);
  const { step, values } = await presentDraft(environment);
  expect([step, values["name"], values["numReplicas"]]).toEqual(["access", "faster", 12]);
});

test("a problem is reported although its field is being redrawn", async () => {
  const { ada } = environment;
  await openFilled(ada, "redrawn");
  await untilKept(environment, ({ values }) => values["region"] === "eu-west-1");
  const { formId, viewId = "" } = await presentDraft(environment);
  // The form as it was before its person chose azure and its regions were drawn.
  const values = { provider: { provider: chosen("azure") }, "region.aws": { region: chosen("eu-west-1") } };
  const outdated = { viewId, ticket: { formId, attempt: 1, step: "basics" }, values };
  const { body } = await interact(environment, submission(environment, outdated));
  expect(body).toContain('"response_action":"update"');
  expect(body).toContain("Region eu-west-1 belongs to aws");
});

function isFar({ blocks }: View): boolean {
  return JSON.stringify(blocks).includes("westus3");
}

test("a click on Next during the choice of a preset goes on with the preset's values", async () => {
  const { ada } = environment;
  await openFilled(ada, "hasty");
  await Promise.all([ada.fill("preset", "far"), ada.submit()]);
  // If the choice was faster than Next, the form is at the next step already.
  await ada.waitForModal((view) => isFar(view) || atStep("Step 2 of 4")(view));
  const review = await skipToReview(ada);
  expect(shownText(review)).toContain("*Region:* `westus3`");
  expect(shownText(review)).toContain("*Minimum memory per replica:* 32 GB");
});

test("simultaneous clicks on Create and Back continue the form or create the service, at most once", async () => {
  const { ada } = environment;
  await openFilled(ada, "in two minds");
  const review = await skipToReview(ada);
  const posts = (await environment.received("POST")).length;
  await Promise.all([ada.submit(), ada.click(review, "form-step:size"), ada.submit()]);
  const end = await ada.waitForModal((view) => titled("Created")(view) || atStep("Step ")(view));
  const sent = (await environment.received("POST")).length - posts;
  expect(titled("Created")(end) ? [1] : [0, 1]).toContain(sent);
});
