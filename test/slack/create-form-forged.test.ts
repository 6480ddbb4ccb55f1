import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { View } from "../../src/sandbox/slack/protocol.ts";
import { type Draft, drafts } from "../../src/store/drafts.ts";
import { atStep, openFilled, skipToReview, titled } from "../support/create-walk.ts";
import { change, closing, interact, submission, texts } from "../support/form-payload.ts";
import { fieldsIn, goOn, valueIn } from "../support/form-view.ts";
import { useHouse } from "../support/house.ts";
import { untilKept } from "../support/kept-draft.ts";
import { pressForgedInModal } from "../support/press.ts";
import { type SlackPerson, person, shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

const house = useHouse();
let redis: Redis;
let sam: SlackPerson;

beforeAll(() => {
  redis = new Redis(house.redisUrl);
  sam = person(house.slack, "Sam Rivera");
});
afterAll(async () => {
  await sam.leave();
  await redis.quit();
});

/** Ada's form with a name and a region, as it is kept. */
async function adasDraft(name: string): Promise<Draft> {
  await openFilled(house.ada, name);
  await untilKept(house, ({ values }) => values["region"] === "eu-west-1");
  return kept();
}

async function kept(): Promise<Draft> {
  const draft = await drafts(redis, house.slack.teamId).current(house.ada.id);
  if (!draft) throw new Error("There is none.");
  return draft;
}

/** A window of Sam's own, to forge things in. */
async function samsView(): Promise<View> {
  await sam.command("databases", "/db create of sam");
  return sam.waitForModal(atStep("Step 1 of 4"));
}

function ticketOf({ formId, attempt, step }: Draft, changes: object = {}): object {
  return { formId, attempt, step, ...changes };
}

async function isAlive(): Promise<boolean> {
  return (await fetch(`${house.app.url}/healthz`)).ok;
}

test("with another person's form id nothing is read of their form and nothing changed in it", async () => {
  const draft = await adasDraft("adas own");
  const view = await samsView();
  const forged = {
    viewId: view.id,
    ticket: ticketOf(draft),
    values: texts({ name: "taken over" }),
    userId: sam.id,
  };
  await interact(house, change(house, forged, { actionId: "name" }));
  expect(shownText(await sam.waitForModal(titled("Form has expired")))).not.toContain("adas own");
  const { body } = await interact(house, submission(house, forged));
  expect(body).toContain("This form is no longer kept");
  expect(body).not.toContain("adas own");
  await interact(house, change(house, forged, { actionId: "form-step:review" }));
  await interact(house, closing(house, forged));
  expect(await kept()).toEqual(draft);
  await sam.close({ cleared: true });
});

test.each(["form-resume", "preset-save"])(
  "the button %s with another person's form id shows nothing of their form",
  async (actionId) => {
    const draft = await adasDraft("not yours");
    const view = await samsView();
    await pressForgedInModal(house, { actionId, value: draft.formId, userId: sam.id }, view.id);
    await until(isAlive);
    const { modals } = await sam.world();
    expect(JSON.stringify(modals)).not.toContain("not yours");
    expect(await kept()).toEqual(draft);
    await sam.close({ cleared: true });
  },
);

test("who opens another person's form again is told whose it is, and sees nothing of it", async () => {
  const draft = await adasDraft("adas again");
  const view = await samsView();
  await pressForgedInModal(house, { actionId: "form-again", value: draft.formId, userId: sam.id }, view.id);
  const told = await sam.waitForMessage(
    "direct",
    "Only the person who filled in this form can open it again.",
  );
  expect(shownText(told)).not.toContain("adas again");
  await sam.close({ cleared: true });
});

test.each([
  ["no JSON", "{"],
  ["JSON of another kind", "[1,2]"],
  ["an unknown form", JSON.stringify({ form: "delete-everything", given: {} })],
  ["a form that nobody starts over", JSON.stringify({ form: "save-preset", given: { source: "f" } })],
  ["an empty value", ""],
])("a button that starts over with %s is answered kindly", async (_what, value) => {
  const view = await samsView();
  await pressForgedInModal(house, { actionId: "form-anew", value, userId: sam.id }, view.id);
  expect(shownText(await sam.waitForModal(titled("Form has expired")))).toContain("is no longer kept");
  await sam.close({ cleared: true });
});

test("a button that gives what is not understood starts an empty form", async () => {
  const view = await samsView();
  const value = JSON.stringify({
    form: "create-service",
    given: { name: { $ne: 1 }, preset: 5, backup: [] },
  });
  await pressForgedInModal(house, { actionId: "form-anew", value, userId: sam.id }, view.id);
  const anew = await sam.waitForModal((each) => !JSON.stringify(each.blocks).includes("of sam"));
  expect(fieldsIn(anew)).toContain("region");
  await sam.close({ cleared: true });
});

test.each([
  ["an id that is none", "form-resume", "no-such-form"],
  ["an id with a pattern in it", "form-resume", "*"],
  ["a whole story", "form-again", "x".repeat(2_000)],
])("a button with %s says that the form is gone", async (_what, actionId, value) => {
  const view = await samsView();
  await pressForgedInModal(house, { actionId, value, userId: sam.id }, view.id);
  expect(shownText(await sam.waitForModal(titled("Form has expired")))).toContain("is no longer kept");
  await sam.close({ cleared: true });
});

const notChosen = (value: unknown) => ({ type: "static_select", selected_option: { value } });

test("what no input of the form can say is refused on its field, and nothing is sent", async () => {
  const draft = await adasDraft("made up");
  const posts = (await house.received("POST")).length;
  const { body } = await interact(
    house,
    submission(house, {
      viewId: draft.viewId ?? "V0",
      ticket: ticketOf(draft),
      values: {
        ...texts({ name: "a".repeat(100_000) }),
        provider: { provider: notChosen("mars") },
        region: { region: notChosen("mars-1") },
        other: { constructor: { type: "plain_text_input", value: "x" } },
        __proto__: { __proto__: { type: "plain_text_input", value: "x" } },
      },
    }),
  );
  expect(JSON.parse(body)).toEqual({
    response_action: "errors",
    errors: { name: expect.any(String), provider: expect.any(String), region: expect.any(String) },
  });
  expect((await house.received("POST")).length).toBe(posts);
});

test.each([
  ["a number for a text", texts({ name: 5 })],
  ["a list of nothing", { name: { name: { selected_options: [null] } } }],
  ["text for a block", { name: "orders" }],
  ["nothing at all", null],
])(
  "a submission that says %s where it may not is answered, and what was typed before stays",
  async (_what, values) => {
    const draft = await adasDraft("still here");
    const made = submission(house, { viewId: draft.viewId ?? "V0", ticket: ticketOf(draft) });
    const payload = { ...made, view: { ...made.view, state: values && { values } } };
    const { status, body } = await interact(house, payload);
    expect([status, JSON.parse(body)]).toMatchObject([200, { response_action: "update" }]);
    expect((await kept()).values["name"]).toBe("still here");
  },
);

test("a step that is not there is not gone to, by button or by submission", async () => {
  const draft = await adasDraft("no such step");
  const viewId = draft.viewId ?? "V0";
  await interact(
    house,
    change(house, { viewId, ticket: ticketOf(draft) }, { actionId: "form-step:billing" }),
  );
  const { body } = await interact(
    house,
    submission(house, { viewId, ticket: ticketOf(draft, { step: "billing" }) }),
  );
  expect(body).toContain("Step 1 of 4");
  expect((await kept()).step).toBe("basics");
});

test("a review that was never shown is not agreed to: it has to be looked at", async () => {
  const { ada } = house;
  await openFilled(ada, "look first");
  await skipToReview(ada);
  const draft = await kept();
  const posts = (await house.received("POST")).length;
  for (const digest of [undefined, "made-up"]) {
    const ticket = ticketOf(draft, digest === undefined ? {} : { digest });
    const { body } = await interact(house, submission(house, { viewId: draft.viewId ?? "V0", ticket }));
    expect(body).toContain("This has changed since you looked. Please look again.");
  }
  expect((await house.received("POST")).length).toBe(posts);
});

test("of two changes that Slack delivers in the wrong order, the later one stays", async () => {
  const draft = await adasDraft("orders");
  const carried = (name: string) => ({
    viewId: draft.viewId ?? "V0",
    ticket: ticketOf(draft),
    values: texts({ name }),
  });
  const seconds = Math.ceil(Date.now() / 1_000) + 60;
  await interact(house, change(house, carried("orders st"), { actionId: "name", at: `${seconds}.000200` }));
  await untilKept(house, ({ values }) => values["name"] === "orders st");
  await interact(house, change(house, carried("orders"), { actionId: "name", at: `${seconds}.000100` }));
  await interact(house, change(house, carried("orders sta"), { actionId: "name", at: `${seconds}.000300` }));
  await untilKept(house, ({ revision }) => revision === (draft.revision ?? 0) + 3);
  expect((await kept()).values["name"]).toBe("orders sta");
});

test("what was typed in a step is not undone by a change that arrives after Next", async () => {
  const draft = await adasDraft("typed late");
  await goOn(house.ada, 2);
  const late = { viewId: draft.viewId ?? "V0", ticket: ticketOf(draft), values: texts({ name: "typed l" }) };
  await interact(house, change(house, late, { actionId: "name" }));
  await interact(house, closing(house, late));
  const size = await goOn(house.ada, 3);
  expect(shownText(size)).toContain("Access and security");
  expect((await kept()).values["name"]).toBe("typed late");
  expect(valueIn(size, "ipAccessList")).toBeNull();
});
