import { once } from "node:events";
import { createServer } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../../src/demo/start-sandbox.ts";
import { slackClientMaker } from "../../../../src/platform/slack/web-api/clients.ts";
import { slackPeople } from "../../../../src/platform/slack/web-api/people.ts";

let slack: LocalSlack;

beforeAll(async () => {
  slack = await startSlack({ page: false });
});
afterAll(() => slack.close());

function people() {
  const { botToken: token, apiUrl: slackApiUrl } = slack;
  return slackPeople(slackClientMaker({ slackApiUrl, log: pino({ level: "silent" }) })(token).interactive);
}

test("a person comes with their facts in the workspace", async () => {
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

test("the members of a user group are their ids, and an unknown group is missing", async () => {
  expect(await people().membersOf("S0ONCALL01")).toEqual(["U0ADAPARK1", "U0SAMRIV01"]);
  await expect(people().membersOf("S0NOGROUP1")).rejects.toMatchObject({ kind: "missing" });
});

test("an admin of another company is not among the admins", async () => {
  const members = [
    { id: "U1", name: "ada", is_admin: true },
    { id: "U2", name: "eve", is_admin: true, is_stranger: true },
    { id: "U3", name: "bo", is_owner: true, deleted: true },
  ];
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ok: true, members }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const slackApiUrl = `http://127.0.0.1:${port}/api/`;
  const clients = slackClientMaker({ slackApiUrl, log: pino({ level: "silent" }) })("xoxb-1");
  const admins = await slackPeople(clients.interactive).someAdmins();
  expect(admins.map(({ handle }) => handle)).toEqual(["ada"]);
});

test("the admins are the admins and owners among all people, without apps", async () => {
  expect((await people().someAdmins()).map(({ name }) => name)).toEqual(["Ada Park"]);
});

test("user groups come with their handles, and a person without a manager has none", async () => {
  expect(await people().groups()).toEqual([{ id: "S0ONCALL01", handle: "oncall" }]);
  expect(await people().managerOf("U0SAMRIV01")).toBeUndefined();
});

test("a person's manager is in the profile's field of that name", async () => {
  await using granted = await grantedSlack();
  const { botToken: token, apiUrl: slackApiUrl } = granted.slack;
  const { interactive } = slackClientMaker({ slackApiUrl, log: pino({ level: "silent" }) })(token);
  await fetch(`${granted.slack.url}/page/person`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ person: "U0SAMRIV01", manager: "U0ADAPARK1", isGone: true }),
  });
  expect(await slackPeople(interactive).managerOf("U0SAMRIV01")).toBe("U0ADAPARK1");
  expect(await slackPeople(interactive).managerOf("U0ADAPARK1")).toBeUndefined();
  expect((await slackPeople(interactive).find("U0SAMRIV01")).isGone).toBe(true);
});

/** A local Slack that grants every scope. */
async function grantedSlack() {
  const all = await startSlack({ page: false, allScopes: true });
  return { slack: all, [Symbol.asyncDispose]: () => all.close() };
}
