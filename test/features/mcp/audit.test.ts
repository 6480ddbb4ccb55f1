import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStore } from "../../../src/app/store.ts";
import { newTokenSecret } from "../../../src/features/mcp/tokens/tokens.ts";
import type { AuditEntry } from "../../../src/platform/audit/log.ts";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { putHook } from "../../support/hook.ts";
import { clickForged } from "../../support/interaction.ts";
import { call, newToken, program } from "../../support/program.ts";
import { placedElements, blocksOf } from "@quartermaster/local-slack/person";
import { person } from "../../support/slack-person.ts";
import { until } from "../../support/until.ts";

const environment = useTestEnvironment({
  environment: () => ({ MCP: "on" }),
  operators: ["Sam Rivera"],
});

let redis: Redis;
beforeAll(async () => {
  const { redisUrl, slack } = environment;
  redis = new Redis(redisUrl);
  await putHook(redisUrl, slack.teamId, { channelId: "C0DATABASES", name: "checkout" });
});
afterAll(() => redis.disconnect());

/** The entries of this action, or of all, that were refused. The newest first. */
async function refused(action?: string): Promise<AuditEntry[]> {
  const log = createStore(redis).workspace(environment.slack.teamId).audit;
  const entries = await log.read({ subject: action, limit: 100 });
  return entries.filter(({ result }) => result === "refused");
}

async function statusOf(token: string): Promise<number> {
  const response = await fetch(`${environment.app.url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  });
  return response.status;
}

test("a forged token is recorded once for many tries, and leaves nothing in a workspace without tokens", async () => {
  const { ada, slack } = environment;
  expect(await statusOf(newTokenSecret(slack.teamId))).toBe(401);
  expect(await refused("tool.call")).toEqual([]);
  await newToken(ada, "real", "read");
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await statusOf(newTokenSecret(slack.teamId))).toBe(401);
    expect(await statusOf(newTokenSecret("T0NOWHERE1"))).toBe(401);
  }
  expect(await refused("tool.call")).toMatchObject([
    { userId: "app", userName: "a program", door: "mcp", detail: "The token was never made." },
  ]);
  expect(await redis.keys("qm:{T0NOWHERE1}*")).toEqual([]);
});

test("what a person without the role tries is refused and recorded, whether it reads or proposes", async () => {
  const { ada, app, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  await using client = await program(app.url, await newToken(sam, "loses", "propose"), "2026");
  await answerTo(ada, `/db admin access revoke <@${sam.id}> yes`, "is now a viewer");
  const pause = { command: "hooks_pause", arguments: { hook: "checkout" } };
  expect((await call(client, "propose_command", pause)).isError).toBe(true);
  expect((await call(client, "audit_read")).isError).toBe(true);
  await answerTo(ada, `/db admin access grant <@${sam.id}> operator`, "Sam Rivera");
  const entries = (await refused()).filter(({ userId }) => userId === sam.id);
  expect(entries.map(({ action, door }) => [action, door])).toEqual([
    ["audit.read", "mcp"],
    ["tool.call", "mcp"],
  ]);
});

test("a replayed press, one by another person, and one with a guessed hash are refused and recorded", async () => {
  const { ada, app, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  await using client = await program(app.url, await newToken(ada, "replays", "propose"), "2026");
  const answer = await call(client, "propose_command", {
    command: "hooks_pause",
    arguments: { hook: "checkout" },
  });
  const message = await ada.waitForMessage("direct", "Pause a hook");
  const element = placedElements(blocksOf(message)).find(({ actionId }) => actionId === "offer-deny");
  const value = JSON.stringify(element).match(/[\w-]{36} [\da-f]+/)?.[0] ?? "";
  const press = (userId: string, given: string) =>
    clickForged(environment, { actionId: "offer-approve", value: given, userId });
  expect(await press(sam.id, value)).toContain("Only the person");
  expect(await press(ada.id, `${String(answer.data["offer"])} ${"0".repeat(32)}`)).toContain("isn't what");
  await ada.click(message, "offer-deny");
  await until(
    async () =>
      (await call(client, "offer_status", { offer: answer.data["offer"] })).data["state"] === "denied",
  );
  expect(await press(ada.id, value)).toContain("decided already");
  expect((await refused("offer.decide")).map(({ userId, detail }) => [userId, detail])).toEqual([
    [ada.id, expect.stringContaining("decided already")],
    [ada.id, expect.stringContaining("isn't what was proposed")],
    [sam.id, expect.stringContaining("Only the person")],
  ]);
});

test("asking for another person's offer is refused as if there were none, and recorded", async () => {
  const { ada, app, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  await using client = await program(app.url, await newToken(ada, "asked", "propose"), "2026");
  const { data } = await call(client, "propose_command", { line: "alerts hooks resume checkout" });
  await using other = await program(app.url, await newToken(sam, "asks", "propose"), "2026");
  const { text } = await call(other, "offer_status", { offer: data["offer"] });
  expect(text).toContain("There is no such offer");
  const entries = (await refused("tool.call")).filter(({ subject }) => subject === "offer_status");
  expect(entries).toMatchObject([{ userId: sam.id, detail: expect.stringContaining("another person") }]);
});
