import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxSlack, startSandboxSlack } from "../../src/sandbox/slack/server.ts";
import { slackClients } from "../../src/slack/clients.ts";
import { slackPeople } from "../../src/slack/people.ts";

let slack: SandboxSlack;

beforeAll(async () => {
  slack = await startSandboxSlack({ page: false });
});
afterAll(() => slack.close());

function people() {
  const { botToken: token, apiUrl: slackApiUrl } = slack;
  return slackPeople(slackClients({ token, slackApiUrl, log: pino({ level: "silent" }) }).interactive);
}

test("a person is told with what they are in the workspace", async () => {
  expect(await people().find("U0SAMRIV01")).toMatchObject({
    userId: "U0SAMRIV01",
    handle: "sam",
    name: "Sam Rivera",
    teamIds: [slack.teamId],
    isAdmin: false,
    isOrganizationAdmin: false,
    isGuest: false,
    isGone: false,
    isBot: false,
  });
  await expect(people().find("U0NOBODY00")).rejects.toMatchObject({ kind: "missing" });
});

test("the members of a user group are told by their ids, and one that is not there is missing", async () => {
  expect(await people().membersOf("S0ONCALL01")).toEqual(["U0ADAPARK1", "U0SAMRIV01"]);
  await expect(people().membersOf("S0NOGROUP1")).rejects.toMatchObject({ kind: "missing" });
});

test("of everybody the admins and owners are told, and no apps", async () => {
  expect((await people().someAdmins()).map(({ name }) => name)).toEqual(["Ada Park"]);
});
