import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { changeForm } from "../../src/platform/forms/change.ts";
import type { WorkspaceContext } from "../../src/platform/context.ts";
import { type Draft, drafts } from "../../src/platform/forms/drafts.ts";
import type { Form, FormField, FormState, Finding } from "../../src/platform/forms/form.ts";
import { startForm } from "../../src/platform/forms/open.ts";
import { FormView } from "../../src/platform/forms/read.ts";
import { submitForm } from "../../src/platform/forms/submit.ts";
import { carriedValues, initialValues } from "@quartermaster/local-slack/person";
import { SealingKeys, createSealer } from "../../src/platform/secrets/seal.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const sizes = ["s", "m", "l"] as const;
const fieldNames = ["size", "region"] as const;
type FieldName = (typeof fieldNames)[number];

const choices = () => sizes.map((value) => ({ value, text: value }));
/** Each late fact replaces the inputs. */
const follows = ({ facts }: FormState) => JSON.stringify(facts["price"] ?? "");

function field(name: FieldName): FormField {
  return { name, label: name, input: "select", optional: true, initial: "m", choices, follows };
}

type Values = Record<string, { selected_option?: { value: string } | null }>;
type States = Record<string, Values>;

/** A modal in Slack, its person who acts only on what they see, and an app that gets their actions late. */
async function modal() {
  const waiting: { arrive: (found: Finding) => void }[] = [];
  let accepted: Readonly<Record<string, unknown>> | undefined;
  const form: Form = {
    name: "race",
    access: "viewer",
    title: "Race",
    submit: "Create",
    steps: [{ name: "only", title: "Only", sections: [{ fields: fieldNames.map(field) }] }],
    problems: () => [],
    fetchAside: (about) =>
      about === "" ? [0, 1, 2].map(() => new Promise((arrive) => waiting.push({ arrive }))) : [],
    async accept({ values }) {
      accepted = values;
      return "close";
    },
  };
  let server: { view: unknown; blocks: Record<string, unknown>[]; state: States };
  const show = (view: { blocks: unknown }) => {
    const blocks = z.array(z.looseObject({})).parse(JSON.parse(JSON.stringify(view.blocks)));
    const known = server?.state ?? initialValues(blocks, undefined);
    server = { view, blocks, state: carriedValues(blocks, known, undefined) };
  };
  let clock = 0;
  let working = 0;
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      working += 1;
      try {
        return await work(...args);
      } finally {
        working -= 1;
      }
    };
  /** The app has done all that it can do for now. */
  async function quiet(): Promise<void> {
    for (let idle = 0; idle < 3; idle = working === 0 ? idle + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve));
  }
  const kept = drafts(redis.client, `T${randomBytes(4).toString("hex")}`);
  /** Drawings on their way to Slack. */
  const held: (() => void)[] = [];
  let isHolding = false;
  const parts = {
    drafts: {
      ...kept,
      find: counted(kept.find),
      save: counted((draft: Draft, how?: { isPresent: boolean }) => kept.save(draft, how)),
    },
    sealer: createSealer(SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`)).forWorkspace("T1"),
    now: () => new Date(),
    newId: () => "f1",
    access: { demand: async () => undefined, roleOf: async () => "admin" },
    managedPlaces: { refuseForm: async () => undefined },
    messenger: {
      async updateModal(_id: string, view: { blocks: unknown }) {
        if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
        show(view);
        return "updated";
      },
    },
  };
  // Only what forms use; a whole context needs a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as WorkspaceContext;
  const opened = startForm(
    form,
    {},
    { userId: "U1" },
    async (view) => {
      show(view);
      return { viewId: "V1" };
    },
    context,
  );
  while (waiting.length < 3) await new Promise((resolve) => setImmediate(resolve));

  const payload = () => {
    const view = FormView.parse({
      ...z.looseObject({}).parse(server.view),
      id: "V1",
      state: { values: server.state },
    });
    return { form, view: structuredClone(view), userId: "U1", userName: "Ada" };
  };
  const shownIn = (state: States) =>
    Object.fromEntries(
      Object.values(state)
        .flatMap(Object.entries<Values[string]>)
        .map(([name, value]) => [name, value.selected_option?.value]),
    );
  const events: (() => Promise<void>)[] = [];
  const delivered: Promise<void>[] = [];
  return {
    /** The person chooses. The app gets the action when it is delivered. */
    choose(name: FieldName, value: string): void {
      for (const states of Object.values(server.state))
        if (name in states) states[name] = { ...states[name], selected_option: { value } };
      clock += 1;
      const event = { ...payload(), actionId: name, actedAt: `${clock}` };
      events.push(() => changeForm(event, context));
    },
    /** The app gets one of the actions that are on their way. */
    async deliver(which: number): Promise<void> {
      const [event] = events.splice(which % Math.max(1, events.length), 1);
      // Its drawing may wait for another one that is on its way.
      if (event) delivered.push(event());
      await quiet();
    },
    get underway() {
      return events.length;
    },
    /** A fact arrives. Its drawing may still be on its way when the person goes on. */
    async factsArrive(price: number, fills: string | undefined, isSlow = false): Promise<void> {
      isHolding = isSlow;
      const next = waiting.shift();
      next?.arrive({ facts: { price }, ...(fills === undefined ? {} : { values: { region: fills } }) });
      // The form is redrawn after a few round trips.
      await quiet();
      isHolding = false;
    },
    /** The drawings on their way arrive. */
    async drawingsArrive(): Promise<void> {
      for (const release of held.splice(0)) release();
      await quiet();
    },
    /** The person presses. Returns what they saw, and what was accepted then. */
    async press() {
      const seen = shownIn(server.state);
      accepted = undefined;
      const answer = await submitForm(payload(), context);
      if (answer.view) show(answer.view);
      await answer.after?.();
      return { seen, accepted, answer };
    },
    shown: () => shownIn(server.state),
    kept: async () => (await kept.find("f1"))?.values ?? {},
    async end() {
      for (const release of held.splice(0)) release();
      for (const { arrive } of waiting.splice(0)) arrive({ facts: {} });
      await Promise.all([opened, ...delivered]);
    },
  };
}

test("a choice that is made while facts arrive stays, on the screen and in what is sent", async () => {
  const person = await modal();
  person.choose("size", "l");
  await person.factsArrive(1, undefined);
  // The new input shows the size that the app knows, until it gets the choice.
  await person.deliver(0);
  expect(person.shown()).toMatchObject({ size: "l" });
  expect((await person.press()).accepted).toMatchObject({ size: "l" });
  await person.end();
});

test("a late fact fills in no field that was chosen since it was asked for", async () => {
  const person = await modal();
  person.choose("region", "s");
  await person.deliver(0);
  await person.factsArrive(1, "l");
  expect(person.shown()).toMatchObject({ region: "s" });
  await person.end();
});

test("a press in a view with values that were replaced sends nothing, and shows what is there now", async () => {
  const person = await modal();
  await person.factsArrive(1, "l", true);
  const { accepted, answer } = await person.press();
  expect(accepted).toBeUndefined();
  expect(JSON.stringify(answer.view)).toContain("Check region, then press again.");
  expect(person.shown()).toMatchObject({ region: "l" });
  expect((await person.press()).accepted).toMatchObject({ region: "l" });
  await person.end();
});

test("a drawing that is slow doesn't show its older values after the next one", async () => {
  const person = await modal();
  await person.factsArrive(1, undefined, true);
  await person.factsArrive(1, "s");
  person.choose("region", "l");
  await person.drawingsArrive();
  await person.deliver(0);
  expect([person.shown(), await person.kept()]).toMatchObject([{ region: "l" }, { region: "l" }]);
  await person.end();
});

test("a choice in the view that a press showed stays, although an older drawing comes after that view", async () => {
  const person = await modal();
  await person.factsArrive(1, "s", true);
  await person.press();
  person.choose("size", "l");
  await person.drawingsArrive();
  await person.deliver(0);
  expect([person.shown(), await person.kept()]).toMatchObject([{ size: "l" }, { size: "l" }]);
  await person.end();
});

test("a choice stays, although the facts change while it is on its way, and change back", async () => {
  const person = await modal();
  await person.factsArrive(1, "s");
  person.choose("region", "l");
  await person.factsArrive(2, undefined);
  await person.factsArrive(1, undefined);
  await person.deliver(0);
  expect([person.shown(), await person.kept()]).toMatchObject([{ region: "l" }, { region: "l" }]);
  await person.end();
});

const step = fc.oneof(
  fc.record({
    what: fc.constant("choose"),
    name: fc.constantFrom(...fieldNames),
    value: fc.constantFrom(...sizes),
  }),
  fc.record({ what: fc.constant("deliver"), which: fc.nat(5) }),
  fc.record({
    what: fc.constant("facts"),
    price: fc.integer({ min: 1, max: 9 }),
    fills: fc.option(fc.constantFrom(...sizes), { nil: undefined }),
    isSlow: fc.boolean(),
  }),
  fc.record({ what: fc.constant("draw"), draws: fc.constant(true) }),
  fc.record({ what: fc.constant("press") }),
);

test("however choices, late facts and presses mix, only what was seen is accepted", async () => {
  const counts = { accepted: 0, shownAgain: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const person = await modal();
      let isAccepted = false;
      for (const each of steps) {
        if (isAccepted) break;
        if ("name" in each) person.choose(each.name, each.value);
        else if ("which" in each) await person.deliver(each.which);
        else if ("draws" in each) await person.drawingsArrive();
        else if ("price" in each) await person.factsArrive(each.price, each.fills, each.isSlow);
        else isAccepted = await pressed(person, counts);
      }
      // Once all has arrived, the form shows what it holds, and a press is accepted.
      const underway = isAccepted ? 0 : person.underway;
      for (let event = 0; event < underway; event += 1) await person.deliver(0);
      await person.drawingsArrive();
      const [shown, kept] = [person.shown(), await person.kept()];
      expect(isAccepted || (shown["size"] === kept["size"] && shown["region"] === kept["region"])).toBe(true);
      if (!isAccepted) await pressed(person, counts);
      await person.end();
    }),
    { numRuns: 200 },
  );
  expect(Math.min(counts.accepted, counts.shownAgain)).toBeGreaterThan(0);
}, 120_000);

async function pressed(
  person: Awaited<ReturnType<typeof modal>>,
  counts: { accepted: number; shownAgain: number },
): Promise<boolean> {
  const { seen, accepted, answer } = await person.press();
  expect(accepted ?? seen).toMatchObject(seen);
  counts[accepted ? "accepted" : "shownAgain"] += 1;
  expect(accepted !== undefined || JSON.stringify(answer.view).includes("updated while you pressed")).toBe(
    true,
  );
  return accepted !== undefined;
}
