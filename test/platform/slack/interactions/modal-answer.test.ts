import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { pageButton } from "../../../../src/platform/blocks/command-button.ts";
import { actions } from "../../../../src/platform/blocks/button.ts";
import { reply, say } from "../../../../src/platform/blocks/reply.ts";
import { table } from "../../../../src/platform/blocks/table.ts";
import { section } from "../../../../src/platform/blocks/text.ts";
import { commandReader } from "../../../../src/platform/commands/read.ts";
import type { Asker } from "../../../../src/platform/access/asker.ts";
import { changes, command, reads } from "../../../support/entries.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import * as texts from "../../../../src/platform/slack/texts.ts";
import { accessAs } from "../../../support/access.ts";
import { clickedView, clicking } from "./clicks.ts";

const askers: Asker[] = [];

const simple = { summary: "", examples: ["/db x"] as const };
const readCommand = commandReader([
  command({
    ...simple,
    name: "list",
    entry: reads(),
    async run(page, _context, asker) {
      askers.push(asker);
      const shown = table({ columns: [{ header: "Name" }], rows: [["orders"]] });
      const blocks = [section(`Page ${page || "1"}`), shown, actions([pageButton("Next", "list 2")])];
      return reply("A list", blocks, { color: "#d72b3f", blocks: [section("In color")] });
    },
  }),
  command({ ...simple, name: "slow", entry: reads(), run: () => sleep(400, say("At last.")) }),
  command({ ...simple, name: "change", entry: changes(), run: () => sleep(400, say("Changed.")) }),
  command({
    ...simple,
    name: "fail",
    entry: reads(),
    run: async () => {
      throw new AppError("upstream", "The cloud is away.");
    },
  }),
]);

const here = (options: { modals?: number; isClosed?: boolean } = {}) =>
  clicking({ access: accessAs("operator") }, { deps: { readCommand }, ...options });

const home = { view: { id: "H1", type: "home" } };
const form = { view: { id: "V1", type: "modal", callback_id: "form:create" } };
const run = (text: string) => ({ actionId: `run:${text}`, value: text });

test("a quick answer opens in a modal at once, with its table as text and its colored blocks below", async () => {
  const { click, shown, direct, last } = here();
  await click(run("list"), home);
  expect(shown.map(({ how, view }) => `${how} ${view.title.text}`)).toEqual(["open List"]);
  expect(last()?.blocks.map(({ type }) => type)).toEqual(["section", "rich_text", "actions", "section"]);
  expect(direct).toEqual([]);
});

test("a slow answer replaces a view that says that it is coming", async () => {
  const { click, shown } = here();
  await click(run("slow"), form);
  expect(shown.map(({ how, view }) => `${how} ${view.title.text}`)).toEqual([
    `push ${texts.working.title}`,
    "update V1 Slow",
  ]);
});

test("a page button in an answer redraws it, and in another modal opens an answer on top", async () => {
  const { click, shown, last } = here({ modals: 1 });
  await click(run("list"), home);
  const next = { actionId: "page:list 2", value: "list 2" };
  const answer = last();
  if (answer) await click(next, { view: clickedView(answer, "V5") });
  await click(next, form);
  expect(shown.map(({ how }) => how)).toEqual(["open", "update V5", "push"]);
  expect(JSON.stringify(last())).toContain("Page 2");
});

test("if Slack's stack of modals is full, the answer replaces the top one", async () => {
  const { click, shown } = here({ modals: 3 });
  await click(run("list"), form);
  expect(shown.map(({ how }) => how)).toEqual(["replace"]);
});

test("a failure and help are answered in the modal too", async () => {
  const { click, last, direct } = here();
  await click(run("fail"), home);
  expect(JSON.stringify(last())).toContain("The cloud is away.");
  await click(run("help list"), home);
  expect(JSON.stringify(last())).toContain("/db x");
  expect(direct).toEqual([]);
});

test("a person who closed the modal gets only changes as a direct message", async () => {
  const looking = here({ isClosed: true });
  await looking.click(run("slow"), home);
  expect(looking.direct).toEqual([]);
  const changing = here({ isClosed: true });
  await changing.click(run("change"), home);
  expect(changing.direct).toEqual(["Changed."]);
});

test("a command knows where it was clicked, and keeps the channel of the first click", async () => {
  const { click, last } = here();
  askers.length = 0;
  await click(run("list"), home);
  await click(run("list"), { channel: { id: "C1" } });
  await click(run("list"), { channel: { id: "D1" } });
  const answer = last();
  if (answer) {
    const private_metadata = JSON.stringify({ channelId: "C7" });
    await click(run("list"), { view: { ...clickedView(answer), private_metadata } });
    await click(run("list"), { view: { ...form.view, private_metadata } });
  }
  expect(askers.map(({ place, channelId }) => [place, channelId])).toEqual([
    ["home", undefined],
    ["channel", "C1"],
    ["direct", "D1"],
    ["modal", "C7"],
    ["modal", undefined],
  ]);
});
