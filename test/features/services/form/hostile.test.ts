import { afterAll, beforeAll, expect, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import type { Draft } from "../../../../src/platform/forms/drafts.ts";
import { isStart, openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { change, closing, interact, submission, texts } from "../../../support/form-payload.ts";
import { fieldsIn, goOn, valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { clickForgedInModal } from "../../../support/interaction.ts";
import { presentDraft, untilKept } from "../../../support/kept-draft.ts";
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

function ticketOf({ formId, attempt, step }: Draft, changes: object = {}): object {
  return { formId, attempt, step, ...changes };
}

const chosen = (value: unknown) => ({ type: "static_select", selected_option: { value } });

test("a value that no input can give is refused at its field, and nothing is sent", async () => {
  const draft = await adasDraft("made up");
  const posts = (await environment.received("POST")).length;
  const { body } = await interact(
    environment,
    submission(environment, {
      viewId: draft.viewId ?? "V0",
      ticket: ticketOf(draft),
      values: {
        ...texts({ name: "a".repeat(100_000) }),
        provider: { provider: chosen("mars") },
        region: { region: chosen("mars-1") },
        other: { constructor: { type: "plain_text_input", value: "x" } },
        __proto__: { __proto__: { type: "plain_text_input", value: "x" } },
      },
    }),
  );
  expect(JSON.parse(body)).toMatchObject({ response_action: "update" });
  for (const field of ["Name must be at most", "Provider must be one of", "Region must be one of"]) {
    expect(body).toContain(field);
  }
  expect((await environment.received("POST")).length).toBe(posts);
});

test.each([
  ["a number for a text", texts({ name: 5 })],
  ["a list of nothing", { name: { name: { selected_options: [null] } } }],
  ["text for a block", { name: "orders" }],
  ["nothing at all", null],
])("a malformed submission with %s is answered, and keeps what was typed before", async (_what, values) => {
  const draft = await adasDraft("still here");
  const made = submission(environment, { viewId: draft.viewId ?? "V0", ticket: ticketOf(draft) });
  const payload = { ...made, view: { ...made.view, state: values && { values } } };
  const { status, body } = await interact(environment, payload);
  expect([status, JSON.parse(body)]).toMatchObject([200, { response_action: "update" }]);
  expect((await presentDraft(environment)).values["name"]).toBe("still here");
});

test("neither a button nor a submission leads to an unknown step", async () => {
  const draft = await adasDraft("no such step");
  const viewId = draft.viewId ?? "V0";
  await interact(
    environment,
    change(environment, { viewId, ticket: ticketOf(draft) }, { actionId: "form-step:billing" }),
  );
  const { body } = await interact(
    environment,
    submission(environment, { viewId, ticket: ticketOf(draft, { step: "billing" }) }),
  );
  expect(body).toContain("Step 1 of 4");
  expect((await presentDraft(environment)).step).toBe("basics");
});

test("a review that was never shown cannot be submitted", async () => {
  const { ada } = environment;
  await openFilled(ada, "look first");
  await skipToReview(ada);
  const draft = await presentDraft(environment);
  const posts = (await environment.received("POST")).length;
  for (const hash of [undefined, "made-up"]) {
    const ticket = ticketOf(draft, hash === undefined ? {} : { hash });
    const { body } = await interact(
      environment,
      submission(environment, { viewId: draft.viewId ?? "V0", ticket }),
    );
    expect(body).toContain("This form was changed in another window. Look again.");
  }
  expect((await environment.received("POST")).length).toBe(posts);
});

test("when Slack delivers two changes in the wrong order, the later one stays", async () => {
  const draft = await adasDraft("orders");
  const seconds = Math.ceil(Date.now() / 1_000) + 60;
  const send = async (actionId: string, at: string, values: object) => {
    const changed = { viewId: draft.viewId ?? "V0", ticket: ticketOf(draft), values };
    await interact(environment, change(environment, changed, { actionId, at: `${seconds}.${at}` }));
  };
  await send("name", "000200", texts({ name: "orders st" }));
  await untilKept(environment, ({ values }) => values["name"] === "orders st");
  await send("name", "000100", texts({ name: "orders" }));
  await send("region", "000300", { region: { region: chosen("eu-west-2") } });
  await untilKept(environment, ({ values }) => values["region"] === "eu-west-2");
  expect((await presentDraft(environment)).values["name"]).toBe("orders st");
});

test("a change that arrives after Next does not undo the step's values", async () => {
  const draft = await adasDraft("typed late");
  await goOn(environment.ada, 2);
  const late = { viewId: draft.viewId ?? "V0", ticket: ticketOf(draft), values: texts({ name: "typed l" }) };
  await interact(environment, change(environment, late, { actionId: "name" }));
  await interact(environment, closing(environment, late));
  const size = await goOn(environment.ada, 3);
  expect(shownText(size)).toContain("Access and security");
  expect((await presentDraft(environment)).values["name"]).toBe("typed late");
  expect(valueIn(size, "ipAccessList")).toBeNull();
});

/** Sam's own window, to forge requests from. */
async function samsView(): Promise<View> {
  await sam.command("databases", "/db create of sam");
  return sam.waitForModal(isStart);
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
