import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { sentTo } from "../support/fake-model.ts";
import { amount } from "../support/soak.ts";
import type { FrontCall } from "@quartermaster/local-slack";
import { operate } from "./team-operations.ts";
import { type Team, type TwoTeams, readFrom, startTwoTeams } from "./two-teams.ts";

const CloudRequests = z.array(
  z.looseObject({ path: z.string(), operation: z.string().optional(), keyOf: z.string().optional() }),
);

/** The operations that the people of each workspace need of their cloud. */
const cloudWork = ["listServices", "getService", "listBackups", "readUsageCost", "createService"] as const;

const SlackCalls = z.array(z.looseObject({ method: z.string(), error: z.string().optional() }));

test("while two workspaces work at once, each request has the token, key, organization and channel of one workspace", async () => {
  await using environment = await startTwoTeams();
  const { slacks, teams } = environment;
  await Promise.all(teams.map(operate));
  await quiet(slacks.calls);

  expect(slacks.calls.flatMap((call) => mixedUp(call, teams))).toEqual([]);
  expect(await mixedUpAtCloud(environment)).toEqual([]);
  expect(mixedUpAtModel(environment)).toEqual([]);
  // A mix-up would be visible.
  const post = slacks.calls.find(({ method }) => method === "chat.postMessage");
  const foreign = teams.find(({ slack }) => slack.teamId !== post?.teamId)?.slack.teamId;
  expect(post && mixedUp({ ...post, teamId: foreign }, teams)).not.toEqual([]);
  for (const { slack } of teams) {
    expect(await refusals(slack.url)).toEqual([]);
    const own = slacks.calls.filter(({ teamId }) => teamId === slack.teamId);
    for (const method of ["response_url", "chat.postMessage", "chat.update", "views.open", "oauth.v2.access"])
      expect([method, own.filter((call) => call.method === method).length > 0]).toEqual([method, true]);
  }
});

/** Waits until the app is nearly done with posting. Posts about a storm of alerts take minutes. */
async function quiet(calls: readonly FrontCall[]): Promise<void> {
  for (let seconds = 0, known = -1; seconds < 8 && calls.length > known; seconds += 1) {
    known = calls.length;
    await sleep(1_000);
  }
}

/** The parts of a request to Slack that belong to another workspace, or to none. */
function mixedUp(call: FrontCall, teams: readonly Team[]): string[] {
  const { method, teamId, token, channel, text } = call;
  const own = teams.find(({ slack }) => slack.teamId === teamId);
  if (!own) return [`${method} had no team`];
  const { slack } = own;
  const problems = teams
    .filter((team) => team !== own)
    .flatMap(marksOf)
    .filter((mark) => text.includes(mark));
  if (token !== undefined && token !== slack.botToken) problems.push("another token");
  const isOwn =
    channel === undefined ||
    [...slack.channels, ...slack.users].some(({ id }) => id === channel) ||
    channel.startsWith("D");
  if (!isOwn) problems.push(`channel ${channel}`);
  return problems.map((problem) => `${method} of ${teamId}: ${problem}`);
}

/** The texts that no other workspace's requests may hold. */
function marksOf({ slack, organization, hook }: Team): string[] {
  const { organizationId, keyId, keySecret, services } = organization;
  const people = slack.users.flatMap(({ id }) => [id, id.replace("U", "D")]);
  return [
    slack.teamId,
    slack.botToken,
    organizationId,
    keyId,
    keySecret,
    hook.hook.id,
    hook.secret,
    ...services.map(({ id }) => id),
    ...slack.channels.map(({ id }) => id),
    ...people,
  ];
}

/** Requests with the key of another organization than theirs. Each workspace has made some of each kind. */
async function mixedUpAtCloud({ controlUrl, teams }: TwoTeams): Promise<string[]> {
  const requests = CloudRequests.parse(await readFrom(`${controlUrl}/requests`));
  const about = (id: string) => requests.filter(({ path }) => path.includes(`/organizations/${id}`));
  for (const { organization } of teams) {
    const own = about(organization.organizationId);
    // Reads of the same moment share a request, so there are fewer on a busy machine.
    expect(own.length).toBeGreaterThan(amount({ usual: 25, soak: 100 }));
    const kinds = new Set(own.map(({ operation }) => operation));
    expect([...kinds]).toEqual(expect.arrayContaining([...cloudWork]));
  }
  return requests
    .filter(({ path, keyOf }) => keyOf === undefined || !path.includes(`/organizations/${keyOf}`))
    .map(({ path }) => path);
}

/** What questions have of a workspace beside the sentence and its own names. Each workspace asked some. */
function mixedUpAtModel({ questions, teams }: TwoTeams): string[] {
  return teams.flatMap((team) => {
    const own = questions.filter((sent) => sentTo(sent).request.includes(team.slack.teamId));
    expect(own.length).toBeGreaterThan(3);
    const foreign = teams.filter((other) => other !== team).flatMap(namesOf);
    return own.flatMap((sent) => {
      const { request, names } = sentTo(sent);
      expect(names["services"]).toEqual(expect.arrayContaining(namesOf(team)));
      const rest = sent.body.replace(request, "");
      return [...teams.flatMap(marksOf), ...foreign].filter((mark) => rest.includes(mark));
    });
  });
}

function namesOf({ organization }: Team): string[] {
  return organization.services.map(({ name }) => name);
}

const ofAnother = new Set([
  "channel_not_found",
  "user_not_found",
  "invalid_auth",
  "not_in_channel",
  "invalid_trigger_id",
]);

/** Slack's errors for another workspace's ids. */
async function refusals(url: string): Promise<string[]> {
  const calls = SlackCalls.parse(await readFrom(`${url}/page/calls`));
  return calls.flatMap(({ method, error = "" }) => (ofAnother.has(error) ? [`${method}: ${error}`] : []));
}
