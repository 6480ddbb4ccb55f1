import { expect, test } from "vitest";
import { approvals } from "../../../../../src/features/services/approval/policy/command.ts";
import * as texts from "../../../../../src/features/services/approval/policy/texts.ts";
import * as limits from "../../../../../src/features/services/hard-limits/texts.ts";

const where = "<#C1|db-approvals> by <!subteam^S1|@dba>";

function read(words: string) {
  const reading = approvals.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "approvals_list", {}],
  ["list", "approvals_list", {}],
  ["deny", "approvals_list", {}],
  ["off", "approvals_off", {}],
  ["off yes", "approvals_off", {}],
  ["workflow", "approvals_workflows", {}],
  ["Deny Price over 150 EUR  a month", "approvals_deny", { limit: "Price over 150 EUR a month" }],
  ["deny team over budget", "approvals_deny", { limit: "team over budget" }],
  ["deny off", "approvals_deny", { limit: "off" }],
  ["workflow WITHDRAW Nightly “2”", "approvals_workflow_set", { change: "withdraw Nightly “2”" }],
  [
    "workflow approve nightly preset small requester <@U1|ada>",
    "approvals_workflow_set",
    { change: "approve nightly preset small requester <@U1|ada>" },
  ],
])("approvals %j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  [where, {}],
  ["by <!subteam^S1|@dba> in <#C1|db-approvals> quorum 2", { quorum: 2 }],
  [`quorum of 3 ${where}`, { quorum: 3 }],
  [`${where} when role operator`, { when: "when role operator" }],
  [
    `${where} quorum 3 when role operator and memory over 64 GB`,
    { quorum: 3, when: "when role operator memory over 64" },
  ],
  [
    `${where} memory over 1,024 | price over 500 credits a month`,
    { when: "memory over 1024 price over 500 credits a month" },
  ],
  [`${where} when role operator, memory over 64gb`, { when: "when role operator memory over 64" }],
  [`${where} when price over 99.5`, { when: "price over 99.5 credits a month" }],
])("set %s is read", (words, args) => {
  const reading = read(`set ${words}`);
  expect([reading.entry.name, reading.args]).toEqual([
    "approvals_set",
    { channel: "C1", group: "S1", ...args },
  ]);
});

test.each([
  ["set", texts.whichChannel],
  ["set by <!subteam^S1|@dba>", texts.whichChannel],
  ["set <#C1|db>", texts.whichGroup],
  ["set <#C1|db> by <@U1|ada>", texts.whichGroup],
  ["set <#C1|db> by @dba", "I can't tell who “@dba” is."],
  ["set #db by <!subteam^S1|@dba>", "I can't tell which channel “#db” is."],
  [`set ${where} <!subteam^S2|@sre>`, "Name one user group only."],
  [`set ${where} quorum 0`, "from 1 to 10"],
  [`set ${where} quorum 11`, "from 1 to 10"],
  [`set ${where} quorum most`, "from 1 to 10"],
  [`set ${where} when role viewer`, texts.badRole],
  [`set ${where} memory over much`, "an amount above 0"],
  [`set ${where} memory over 0`, "an amount above 0"],
  [`set ${where} on fridays`, "I don't understand “on fridays”."],
  ["deny price", limits.notUnderstood("price")],
  ["deny price over 0 credits", limits.badAmount("0")],
  ["deny price over 5 XYZ", limits.unknownCurrency("XYZ")],
  [`deny ${"x".repeat(61)}`, limits.tooLong],
  ["workflow nightly", texts.workflowSubcommand],
  ["workflow approve", texts.workflowParts],
  ["workflow approve nightly preset small requester @ada", texts.workflowParts],
  [`workflow approve ${"x".repeat(61)} preset small requester <@U1>`, texts.workflowNameTooLong(60)],
  ["off on fridays", "I don't understand “on fridays”."],
  ["of", "Did you mean `/db admin approvals off`?"],
])("approvals %s is refused, and the error says why", async (words, wrong) => {
  await expect(Promise.resolve().then(() => Reflect.apply(read(words).run, undefined, []))).rejects.toThrow(
    wrong,
  );
});

function checked(name: string, args: object) {
  return approvals.entries.find((entry) => entry.name === name)?.args.safeParse(args).success;
}

test("a program's words for a policy, a limit or a workflow are checked before they are proposed", () => {
  const place = { channel: "C1", group: "S1" };
  expect(checked("approvals_set", { ...place, when: "when role operator, memory over 64" })).toBe(true);
  expect(checked("approvals_set", { ...place, when: "on fridays" })).toBe(false);
  expect(checked("approvals_deny", { limit: "price over nothing" })).toBe(false);
  expect(checked("approvals_workflow_set", { change: "approve nightly" })).toBe(false);
});
