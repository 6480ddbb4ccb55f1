import { expect, test } from "vitest";
import { actions } from "../../../src/platform/blocks/button.ts";
import { commandButton, commandSelect } from "../../../src/platform/blocks/command-button.ts";
import { reply } from "../../../src/platform/blocks/reply.ts";
import { typing } from "../../ask/typing.ts";

const services = ["orders prod", "session cache", "web analytics"];
const id = (index: number) => `0000000${index}-1111-4222-8333-444444444444`;
const backups = [7, 8, 9].map(id);

/** A list of services, as their buttons have them. */
const list = reply("3 services", [
  actions(
    services.map((name, index) =>
      commandButton(name, { call: "services_show", args: { service: id(index) } }),
    ),
  ),
]);

/** The backups of the first service, in a menu. */
const backupsOfOne = reply("Backups", [
  actions([
    commandButton("Older", { call: "backups_list", args: { service: id(0), page: 2 } }),
    commandSelect({
      placeholder: "Restore…",
      command: { call: "backups_restore", args: { service: id(0) }, choice: "backup" },
      options: backups.map((value) => ({ text: value, value })),
    }),
  ]),
]);

/** The line of the last answer. */
async function after(line: string, shown: typeof list, sentence: string, first?: string): Promise<string> {
  const { type, run, show } = typing({ services });
  if (first !== undefined) await type(first);
  await run(line);
  await show(shown);
  return type(sentence);
}

test.each([
  ["stop the second one", "Stop *session cache*?"],
  ["what did the last one cost last week?", 'costs last week "web analytics"'],
  ["backups of the first one", 'backups "orders prod"'],
])("after a list of services, “%s” is about the one at its place", async (sentence, expected) => {
  expect(await after("services", list, sentence)).toContain(expected);
});

test("a name has no age, so the newest service isn't the first, nor the one that was spoken about", async () => {
  for (const first of [undefined, "what did web analytics cost last week?"])
    expect(await after("services", list, "stop the newest one", first)).toContain(
      "Which service do you mean?",
    );
});

test.each([
  ["restore the newest one", backups[0]],
  ["restore the third one", backups[2]],
])("after a list of backups, “%s” is one of its menu", async (sentence, backup) => {
  expect(await after('backups "orders prod"', backupsOfOne, sentence)).toContain(
    `backups restore "orders prod" ${backup}`,
  );
});

test("the oldest backup is on another page, so the list is shown again", async () => {
  expect(await after('backups "orders prod"', backupsOfOne, "restore the oldest one")).toMatch(
    /^Backups of \*orders prod\*\nI left out: “[^”]*oldest/,
  );
});

test("a place in a list of alerts is said as such, and tells nothing else apart", async () => {
  const { type } = typing();
  expect(await type("snooze the first one for an hour")).toContain(
    "Snooze number 1 in the list for an hour?",
  );
  expect(await type("who is on it")).not.toMatch(/\b(?:trace|show) 1\b/);
});

test("a sentence for others changes nothing that was spoken about", async () => {
  const { type } = typing();
  await type("set a budget of 100 credits for billing");
  expect(await type("tell everyone in <#C001> that orders prod is down")).not.toContain("budget");
  expect(await type("set a budget of 100 credits for billing")).toContain("budget");
  expect(await type("and warn in <#C001>")).toContain('costs budget set 100 "billing" in');
});

test("the days of a button are said in words", async () => {
  const { type, run } = typing();
  await run("costs 2026-10-01 to 2026-10-31");
  expect(await type("by metric")).toBe(
    "Costs, October 2026 by metric = costs 2026-10-01 to 2026-10-31 by metric",
  );
});
