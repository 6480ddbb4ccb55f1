import { afterAll, beforeAll, expect, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import type { Draft } from "../../../../src/platform/forms/drafts.ts";
import { isStart, openFilled, titled } from "../../../support/create-walk.ts";
import { change, closing, interact, submission, texts } from "../../../support/form-payload.ts";
import { fieldsIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { presentDraft, untilKept } from "../../../support/kept-draft.ts";
import { clickForgedInModal } from "../../../support/interaction.ts";
import { type SlackPerson, person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment({ operators: ["Sam Rivera"] });
let sam: SlackPerson;

beforeAll(() => {
  sam = person(environment.slack, "Sam Rivera");
});
afterAll(() => sam.leave());

/** The kept draft of Ada's form, with a name and a region. */
async function adasDraft(name: string): Promise<Draft> {
  await openFilled(environment.ada, name);
  await untilKept(environment, ({ values }) => values["region"] === "eu-west-1");
  return presentDraft(environment);
}

/** Sam's own window, to forge requests from. */
async function samsView(): Promise<View> {
  await sam.command("databases", "/db create of sam");
  return sam.waitForModal(isStart);
}

function ticketOf({ formId, attempt, step }: Draft, changes: object = {}): object {
  return { formId, attempt, step, ...changes };
}

async function isAlive(): Promise<boolean> {
  return (await fetch(`${environment.app.url}/healthz`)).ok;
}

test("another person's form id neither shows nor changes their form", async () => {
  const draft = await adasDraft("adas own");
  const view = await samsView();
  const forged = {
    viewId: view.id,
    ticket: ticketOf(draft),
    values: texts({ name: "taken over" }),
    userId: sam.id,
  };
  await interact(environment, change(environment, forged, { actionId: "name" }));
  expect(shownText(await sam.waitForModal(titled("Form has expired")))).not.toContain("adas own");
  const { body } = await interact(environment, submission(environment, forged));
  expect(body).toContain("This form has expired");
  expect(body).not.toContain("adas own");
  await interact(environment, change(environment, forged, { actionId: "form-step:review" }));
  await interact(environment, closing(environment, forged));
  expect(await presentDraft(environment)).toEqual(draft);
  await sam.close({ cleared: true });
});

test.each(["form-resume", "preset-save"])(
  "the button %s with another person's form id shows nothing of their form",
  async (actionId) => {
    const draft = await adasDraft("not yours");
    const view = await samsView();
    await clickForgedInModal(environment, { actionId, value: draft.formId, userId: sam.id }, view.id);
    await until(isAlive);
    const { modals } = await sam.world();
    expect(JSON.stringify(modals)).not.toContain("not yours");
    expect(await presentDraft(environment)).toEqual(draft);
    await sam.close({ cleared: true });
  },
);

test("opening another person's form again is refused and shows nothing of it", async () => {
  const draft = await adasDraft("adas again");
  const view = await samsView();
  await clickForgedInModal(
    environment,
    { actionId: "form-again", value: draft.formId, userId: sam.id },
    view.id,
  );
  const refusal = await sam.waitForMessage(
    "direct",
    "Only the person who filled in this form can open it again.",
  );
  expect(shownText(refusal)).not.toContain("adas again");
  await sam.close({ cleared: true });
});

test.each([
  ["no JSON", "{"],
  ["JSON of another shape", "[1,2]"],
  ["an unknown form", JSON.stringify({ form: "delete-everything", given: {} })],
  ["a form that cannot start over", JSON.stringify({ form: "save-preset", given: { source: "f" } })],
  ["an empty value", ""],
])("a button that starts over with %s says that the form has expired", async (_what, value) => {
  const view = await samsView();
  await clickForgedInModal(environment, { actionId: "form-start-over", value, userId: sam.id }, view.id);
  expect(shownText(await sam.waitForModal(titled("Form has expired")))).toContain("This form has expired");
  await sam.close({ cleared: true });
});

test("a button with unreadable values starts an empty form", async () => {
  const view = await samsView();
  const value = JSON.stringify({
    form: "create-service",
    given: { name: { $ne: 1 }, preset: 5, backup: [] },
  });
  await clickForgedInModal(environment, { actionId: "form-start-over", value, userId: sam.id }, view.id);
  const fresh = await sam.waitForModal((each) => !JSON.stringify(each.blocks).includes("of sam"));
  expect(fieldsIn(fresh)).toContain("region");
  await sam.close({ cleared: true });
});

test.each([
  ["an unknown id", "form-resume", "no-such-form"],
  ["an id with a pattern in it", "form-resume", "*"],
  ["a very long id", "form-again", "x".repeat(2_000)],
])("a button with %s says that the form is gone", async (_what, actionId, value) => {
  const view = await samsView();
  await clickForgedInModal(environment, { actionId, value, userId: sam.id }, view.id);
  expect(shownText(await sam.waitForModal(titled("Form has expired")))).toContain("This form has expired");
  await sam.close({ cleared: true });
});
