import { reviewIntro } from "../../../../src/features/services/form/steps/texts.ts";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { drafts } from "../../../../src/platform/forms/drafts.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import {
  atStep,
  isReview,
  openFilled,
  skipToReview,
  submitFilled,
  titled,
} from "../../../support/create-walk.ts";
import { change, interact, submission } from "../../../support/form-payload.ts";
import { goTo, submitAtOnce } from "../../../support/form-view.ts";
import { draftOf } from "../../../support/form-state.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { presentDraft, untilKept } from "../../../support/kept-draft.ts";
import { lastCreate } from "../../../support/reference-server.ts";
import { newTriggerId } from "../../../support/signed-request.ts";
import { shownText } from "../../../support/slack-person.ts";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import type { View } from "@quartermaster/local-slack/person";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
let redis: Redis;

beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(() => redis.quit());

test("a window with an outdated step shows the form's current one", async () => {
  const { ada } = environment;
  await openFilled(ada, "left meanwhile");
  await untilKept(environment, ({ touched }) => touched);
  const draft = await presentDraft(environment);
  const elsewhere = { viewId: "VELSEWHERE", ticket: { formId: draft.formId, attempt: 1, step: "basics" } };
  await interact(environment, change(environment, elsewhere, { actionId: "form-step:review" }));
  await untilKept(environment, ({ step }) => step === "review");
  await ada.submit();
  expect(shownText(await ada.waitForModal(atStep("Step 4 of 4")))).toContain("`left meanwhile`");
});

const Sent = z.array(z.looseObject({ payload: z.looseObject({ view: z.looseObject({}) }) }));

test("a repeated submission, or one of an earlier step, sends nothing and says that the form was sent", async () => {
  const { ada } = environment;
  await submitFilled(ada, "replayed");
  await ada.waitForModal(titled("Created"));
  const posts = (await environment.received("POST")).length;
  const log = await fetch(`${environment.slack.url}/page/log?kind=request&name=view_submission`);
  const { payload } = Sent.parse(await log.json()).at(-1) ?? { payload: {} };
  const submitAgain = () => interact(environment, { ...payload, trigger_id: newTriggerId() });
  const again = await Promise.all([submitAgain(), submitAgain()]);
  for (const { body } of again) expect(body).toContain("You already sent this form");
  const [formId = ""] = /(?<=formId\\?":\\?")[0-9a-f-]+/.exec(JSON.stringify(payload)) ?? [];
  const earlier = { viewId: "VELSEWHERE", ticket: { formId, attempt: 1, step: "basics" } };
  expect((await interact(environment, submission(environment, earlier))).body).toContain(
    "You already sent this form",
  );
  await interact(environment, change(environment, earlier, { actionId: "form-step:review" }));
  expect((await environment.received("POST")).length).toBe(posts);
  expect(await drafts(redis, environment.slack.teamId).current(ada.id)).toBeUndefined();
});

/** Puts a form that was sent into the state after a crash right before that was saved. */
async function forgetThatItWasSent(formId: string): Promise<void> {
  const { teamId } = environment.slack;
  const sent = await drafts(redis, teamId).find(formId);
  await drafts(redis, teamId).save({ ...draftOf(createServiceForm), ...sent, submitted: false });
}

/** Sends a form, and leaves its window. */
async function sendAndLeave(name: string): Promise<{ formId: string; posts: number }> {
  const { ada } = environment;
  await openFilled(ada, name);
  await skipToReview(ada);
  const { formId } = await presentDraft(environment);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  await ada.close({ cleared: true });
  await forgetThatItWasSent(formId);
  return { formId, posts: (await environment.received("POST")).length };
}

test("a form sent before a crash and sent again unchanged is the same request", async () => {
  const { ada } = environment;
  const { posts } = await sendAndLeave("sent before");
  await ada.command("databases", "/db create");
  await ada.click(await ada.waitForModal(), "form-resume");
  await ada.waitForModal(isReview);
  await ada.submit();
  await ada.waitForModal(titled("Creating"));
  expect((await environment.received("POST")).length).toBe(posts);
});

test("a form sent before a crash and changed after it is another request, and needs another name", async () => {
  const { ada } = environment;
  const { posts } = await sendAndLeave("sent and changed");
  await ada.command("databases", "/db create");
  await ada.click(await ada.waitForModal(), "form-resume");
  await ada.waitForModal(isReview);
  await goTo(ada, "size", 2);
  await ada.fill("numReplicas", "6");
  const refused = await goTo(ada, "review", 1);
  expect(shownText(refused)).toContain("“sent and changed”");
  await ada.fill("name", "sent and changed 2");
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect((await environment.received("POST")).length).toBe(posts + 1);
  expect(await lastCreate(environment)).toMatchObject({ name: "sent and changed 2", numReplicas: 6 });
});

test("after a refusal, a submission of the attempt before it sends nothing", async () => {
  const { ada } = environment;
  await environment.faults({ kind: "status", status: 401, times: 1, match: { operation: "createService" } });
  await submitFilled(ada, "second attempt");
  await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  const posts = (await environment.received("POST")).length;
  const log = await fetch(`${environment.slack.url}/page/log?kind=request&name=view_submission`);
  const { payload } = Sent.parse(await log.json()).at(-1) ?? { payload: {} };
  const { body } = await interact(environment, payload);
  expect(body).toContain(reviewIntro);
  expect((await environment.received("POST")).length).toBe(posts);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect((await environment.received("POST")).length).toBe(posts + 1);
});

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
  const { ada, slack } = environment;
  const fields = { provider: "azure", region: "westus3", minReplicaMemoryGb: 32 };
  const saved = { savedBy: "U1", savedAt: new Date().toISOString() };
  await presets(redis, slack.teamId).set("far", { name: "far", fields, ...saved });
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
