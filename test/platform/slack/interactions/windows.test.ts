import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { commandReader } from "../../../../src/platform/commands/read.ts";
import { say } from "../../../../src/platform/blocks/reply.ts";
import { section } from "../../../../src/platform/blocks/text.ts";
import { table } from "../../../../src/platform/blocks/table.ts";
import { window, windowOf, windowView } from "../../../../src/platform/forms/window.ts";
import { changes, command, reads } from "../../../support/entries.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import { accessAs } from "../../../support/access.ts";
import { clickedView, clicking } from "./clicks.ts";
import type { Role } from "../../../../src/platform/access/role.ts";
import * as texts from "../../../../src/platform/slack/texts.ts";

const drawn: string[] = [];

const hookWindow = window({
  name: "test-hook",
  title: async (subject) => `Hook ${subject}`,
  tabs: [
    {
      name: "address",
      label: "Address",
      access: "viewer",
      draw: async (subject, { offer }) => [
        section(`The address of ${subject}`),
        { type: "actions", elements: offer("Change", "change").concat(offer("Look", "look")) },
      ],
    },
    {
      name: "rules",
      label: "Rules",
      access: "operator",
      async draw(subject) {
        drawn.push(subject);
        return [table({ columns: [{ header: "Rule" }], rows: [["a"]] })];
      },
    },
    {
      name: "broken",
      label: "Export",
      access: "viewer",
      draw: async () => {
        throw new AppError("upstream", "The server didn't answer.");
      },
    },
    { name: "slow", label: "Slow", access: "viewer", draw: () => sleep(500, [section("At last")]) },
  ],
});

const simple = { summary: "", examples: ["/db x"] as const };
const readCommand = commandReader([
  command({
    ...simple,
    name: "open",
    entry: reads({ opens: true }),
    run: async () => ({ shows: hookWindow, subject: "checkout" }),
  }),
  command({ ...simple, name: "change", entry: changes(), run: async () => say("Changed.") }),
  command({ ...simple, name: "look", entry: reads(), run: async () => say("Look.") }),
]);

function here(role: Role, options: { modals?: number } = {}) {
  return clicking({ access: accessAs(role) }, { deps: { readCommand, windows: [hookWindow] }, ...options });
}

const inChannel = { channel: { id: "C1" } };
const home = { view: { id: "H1", type: "home" } };
const openIt = { actionId: "run:open", value: "open" };
const tab = (name: string) => ({ actionId: `tab:test-hook:${name}`, value: name });
const shownIn = (view: object | undefined) => JSON.stringify(view);

test("a command opens a window at the first tab that the person may see, and its tabs redraw it", async () => {
  const { click, shown, last } = here("operator");
  await click(openIt, inChannel);
  expect(shown.map(({ how }) => how)).toEqual(["open"]);
  expect(last()?.title.text).toBe("Hook checkout");
  expect(shownIn(last())).toContain("The address of checkout");
  const view = last();
  if (view) await click(tab("rules"), { view: clickedView(view) });
  expect(shown.at(-1)?.how).toBe("update V1");
  expect(shownIn(last())).toContain("Rules (shown)");
});

test("a tab that takes another role isn't offered, and a click on it is refused in the window", async () => {
  const { click, last } = here("viewer");
  await click(openIt, home);
  const view = last();
  expect(shownIn(view)).not.toContain("Rules");
  const before = drawn.length;
  if (view) await click(tab("rules"), { view: clickedView(view) });
  expect(drawn).toHaveLength(before);
  expect(shownIn(last())).toContain("operator");
  expect(last()?.callback_id).toBe("window:test-hook");
});

test("only the buttons of commands that the role allows are offered in a tab", async () => {
  const { click, last } = here("viewer");
  await click(openIt, inChannel);
  expect(shownIn(last())).toContain('"value":"look"');
  expect(shownIn(last())).not.toContain('"value":"change"');
});

test("a tab that fails shows its error in the window, beside the tabs", async () => {
  const { click, last } = here("operator");
  await click(openIt, inChannel);
  const view = last();
  if (view) await click(tab("broken"), { view: clickedView(view) });
  expect(shownIn(last())).toContain("The server didn't answer.");
  expect(shownIn(last())).toContain("Rules");
});

test("a slow tab says that it loads", async () => {
  const { click, last, shown } = here("operator");
  await click(openIt, inChannel);
  const view = last();
  if (view) await click(tab("slow"), { view: clickedView(view) });
  expect(shown.map(({ view }) => view.title.text)).toEqual([
    "Hook checkout",
    texts.loading.title,
    "Hook checkout",
  ]);
  expect(shownIn(last())).toContain("At last");
});

test("a change from a window is answered on top, and the window below shows what it changed", async () => {
  const { click, last, shown } = here("operator", { modals: 1 });
  await click(openIt, inChannel);
  const view = last();
  if (view) await click({ actionId: "run:change", value: "change" }, { view: clickedView(view, "V7") });
  expect(shown.slice(1).map(({ how, view }) => `${how} ${view.title.text}`)).toEqual([
    "push Change",
    "update V7 Hook checkout",
  ]);
});

test("a confirmed change replaces its question, and redraws the window below", async () => {
  const { click, last, shown } = here("operator");
  await click(openIt, inChannel);
  const view = last();
  if (view) await click({ actionId: "run:look", value: "look" }, { view: clickedView(view, "V7") });
  const question = last();
  const yes = { actionId: "run:change yes", value: "change yes" };
  if (question) await click(yes, { view: clickedView(question, "V8") });
  expect(shown.slice(1).map(({ how, view }) => `${how} ${view.title.text}`)).toEqual([
    "push Look",
    "update V8 Change",
    "update V7 Hook checkout",
  ]);
});

test("an answer that has to replace the window stays", async () => {
  const { click, last, shown } = here("operator", { modals: 3 });
  const view = windowView(
    { window: hookWindow, subject: "checkout", tab: "address", channelId: "C1" },
    "Hook",
    [],
    [],
  );
  await click({ actionId: "run:change", value: "change" }, { view: clickedView(view, "V3") });
  expect(shown.map(({ how }) => how)).toEqual(["replace"]);
  expect(shownIn(last())).toContain("Changed.");
});

test("a window keeps ids only, and the channel that it was opened from", async () => {
  const { click, last } = here("operator");
  await click(openIt, inChannel);
  expect(JSON.parse(last()?.private_metadata ?? "")).toEqual({
    subject: "checkout",
    tab: "address",
    channelId: "C1",
  });
  expect(windowOf(last(), [])).toBeUndefined();
});

test("a window is within Slack's limits at any length", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1, maxLength: 200 })), {
        maxLength: 30,
      }),
      fc.integer({ min: 0, max: 300 }),
      (title, labels, count) => {
        const tabs = labels.map(([, label], index) => ({ name: `t${index}`, label: label }));
        const view = windowView(
          { window: hookWindow, subject: "s", tab: "t0" },
          title.trim() === "" ? "Title" : title,
          tabs.filter(({ label }) => label.trim() !== ""),
          Array.from({ length: count }, (_, index) => section(`Line ${index}`)),
        );
        expect(validateView(view)).toBeNull();
      },
    ),
    { numRuns: 50 },
  );
});
