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
import { goTo } from "../../../support/form-view.ts";
import { draftOf } from "../../../support/form-state.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { presentDraft, untilKept } from "../../../support/kept-draft.ts";
import { lastCreate } from "../../../support/reference-server.ts";
import { newTriggerId } from "../../../support/signed-request.ts";
import { shownText } from "../../../support/slack-person.ts";

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
