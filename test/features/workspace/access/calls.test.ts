import { expect, test } from "vitest";
import { access } from "../../../../src/features/workspace/access/command.ts";
import * as texts from "../../../../src/features/workspace/access/texts.ts";

function read(words: string) {
  const reading = access.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "access_show", {}],
  ["show", "access_show", {}],
  ["grant <@U1|sam> operator", "access_grant", { person: "U1", role: "operator" }],
  ["grant Operator <@U1>", "access_grant", { person: "U1", role: "operator" }],
  ["grant <!subteam^S1|@oncall> admin", "access_grant", { group: "S1", role: "admin" }],
  ["grant <#C1|databases> viewer", "access_grant", { channel: "C1", role: "viewer" }],
  ["revoke <@U1|sam>", "access_revoke", { person: "U1" }],
  ["revoke <!subteam^S1>", "access_revoke", { group: "S1" }],
  ["revoke <#C1>", "access_revoke", { channel: "C1" }],
  ["limit", "access_limits_show", {}],
  ["limit LIST", "access_limits_show", {}],
  ["limit operator", "access_limits_show", { role: "operator" }],
  ["limit operator off", "access_limit", { role: "operator", limits: "off" }],
  [
    "limit Operator providers=aws name=“dev *”",
    "access_limit",
    { role: "operator", limits: "providers=aws name=“dev *”" },
  ],
  // As questions of earlier versions are answered.
  ["grant <@U1> viewer yes", "access_grant", { person: "U1", role: "viewer" }],
  ["revoke <@U1> yes", "access_revoke", { person: "U1" }],
  ["revoke <!subteam^S1> yes", "access_revoke", { group: "S1" }],
  ["limit operator off yes", "access_limit", { role: "operator", limits: "off" }],
])("access %j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

/** What a line answers when it runs. */
async function answered(words: string): Promise<unknown> {
  const context = { access: { demand: async () => undefined }, createLimits: { of: async () => undefined } };
  return Reflect.apply(read(words).run, undefined, [context, { userId: "U1" }]);
}

test.each([
  ["grant", "and then a role. For example: `/db admin access grant @sam operator`."],
  ["grant operator", "Choose a person or a user group from Slack's list after @"],
  ["grant <@U1> <!subteam^S1> operator", "Name one person, group or channel at a time"],
  ["grant <@U1> <@U2> operator", "Name one person only."],
  ["grant @sam operator", "I can't tell who “@sam” is."],
  ["grant #databases operator", "I can't tell which channel “#databases” is."],
  ["grant <@U1> opertor", "“opertor” isn't a role. Did you mean `operator`? For example"],
  ["grant <@U1> boss", "The roles are `viewer`, `operator` and `admin`."],
  ["revoke", "Choose a person or a user group"],
  ["limit opertor", "“opertor” isn't a role."],
  ["limit viewer", texts.viewersCreateNothing],
  ["limit viewer memory=96", texts.viewersCreateNothing],
  ["limit operator memory=lots", "Write memory as a number of GB"],
  ["limit operator small ones only", "I don't understand “small ones only”."],
])("access %j is refused", async (words, problem) => {
  await expect(answered(words)).rejects.toThrow(problem);
});

test.each([
  ["show all", "I don't understand “all”."],
  ["grant <@U1> operator please", "I don't understand “please”."],
  ["revoke <@U1> now", "I don't understand “now”."],
  ["take <@U1>", "Use it alone, or add `grant`, `revoke` or `limit`."],
])("access %j has words that nothing takes", (words, problem) => {
  expect(access.read(words)).toMatchObject({ problem: expect.stringContaining(problem) });
});
