import { beforeAll, expect, test } from "vitest";
import { Redis } from "ioredis";
import { z } from "zod";
import { clickForged } from "../../support/interaction.ts";
import { blocksOf } from "@quartermaster/local-slack/person";
import { createStore } from "../../../src/app/store.ts";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { putHook } from "../../support/hook.ts";
import { type Answered, call, newToken, program } from "../../support/program.ts";
import { type SeenMessage, type SlackPerson, person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({
  environment: () => ({ MCP: "on" }),
  operators: ["Sam Rivera"],
});

const hooks = ["checkout", "payments", "search", "billing", "orders", "stock", "mail", "login"];

beforeAll(async () => {
  const { redisUrl, slack } = environment;
  for (const name of hooks) await putHook(redisUrl, slack.teamId, { channelId: "C0DATABASES", name });
});

/** Proposes to pause a hook, as a program of this person. Returns the answer, and the message in Slack. */
async function proposed(who: SlackPerson, hook: string, token: string, more: object = {}) {
  await using client = await program(environment.app.url, token, "2026");
  const answer = await call(client, "propose_command", {
    command: "hooks_pause",
    arguments: { hook },
    ...more,
  });
  const message = await who.waitForMessage("direct", hook);
  return { answer, message };
}

async function stateOf(token: string, { data }: Answered): Promise<unknown> {
  await using client = await program(environment.app.url, token, "2026");
  return (await call(client, "offer_status", { offer: data["offer"] })).data["state"];
}

async function isPaused(hook: string): Promise<boolean> {
  const shown = shownText(await answerTo(environment.ada, "/db alerts hooks list", "checkout"));
  const line = shown.split("\n").find((each) => each.includes(`*${hook}*`)) ?? "";
  return line.includes("aused");
}

/** What a button of a message carries. */
function valueOf(message: SeenMessage, actionId: string): string {
  const elements = blocksOf(message).flatMap((block) => z.array(Button).catch([]).parse(block["elements"]));
  return elements.find((each) => each.action_id === actionId)?.value ?? "";
}

const Button = z.looseObject({ action_id: z.string(), value: z.string() });

/** Clicks as this person, and returns the answer that they alone see. */
async function answerToClick(who: SlackPerson, message: SeenMessage, action: string): Promise<string> {
  const before = new Set((await who.messages("direct")).map(({ ts }) => ts));
  await who.click(message, action);
  return shownText(await who.waitForMessage("direct", ({ ts }) => !before.has(ts)));
}

test("a proposal changes nothing before its person approves, shows all of it, and is done once", async () => {
  const { ada } = environment;
  const token = await newToken(ada, "offers", "propose");
  const { answer, message } = await proposed(ada, "checkout", token);
  expect(answer.data).toMatchObject({
    state: "waiting",
    command: "hooks_pause",
    line: '/db alerts hooks pause "checkout"',
    link: expect.stringContaining("/archives/"),
  });
  expect(shownText(message)).toContain('`/db alerts hooks pause "checkout"`');
  expect(shownText(message)).toContain("*offers* proposes: *Pause a hook*");
  expect(await isPaused("checkout")).toBe(false);
  expect(await answerToClick(ada, message, "offer-approve")).toContain("checkout");
  expect(await isPaused("checkout")).toBe(true);
  expect(await stateOf(token, answer)).toBe("done");
  const decided = await ada.waitForMessage(
    "direct",
    (each) => each.ts === message.ts && shownText(each).includes("You approved this"),
  );
  expect(shownText(decided)).not.toContain("Deny");
  // The old message's buttons do nothing more.
  await answerTo(ada, "/db alerts hooks resume checkout", "checkout");
  const value = valueOf(message, "offer-approve");
  for (const actionId of ["offer-approve", "offer-open", "offer-deny"])
    expect(await clickForged(environment, { actionId, value, userId: ada.id })).toContain("decided already");
  expect(await isPaused("checkout")).toBe(false);
});

test("of many presses at once, one counts", async () => {
  const { ada, redisUrl, slack } = environment;
  const token = await newToken(ada, "presses", "propose");
  const { message } = await proposed(ada, "payments", token);
  await Promise.all(Array.from({ length: 10 }, () => ada.click(message, "offer-approve")));
  await ada.waitForMessage(
    "direct",
    (each) => each.ts === message.ts && shownText(each).includes("approved"),
  );
  expect(await isPaused("payments")).toBe(true);
  const redis = new Redis(redisUrl);
  const entries = await redis.xrange(`qm:{${slack.teamId}}:audit`, "-", "+");
  redis.disconnect();
  const pauses = entries.filter(([, fields]) => fields[1]?.includes('"hook.pause"'));
  expect(pauses.filter(([, fields]) => fields[1]?.includes("payments"))).toHaveLength(1);
  expect(pauses.at(-1)?.[1][1]).toContain('"door":"mcp"');
});

test("the same proposal is one offer while it waits, and a new one after it was denied", async () => {
  const { ada } = environment;
  const token = await newToken(ada, "twice", "propose");
  const first = await proposed(ada, "search", token);
  const second = await proposed(ada, "search", token);
  expect(second.answer.data["offer"]).toBe(first.answer.data["offer"]);
  await ada.click(first.message, "offer-deny");
  await ada.waitForMessage("direct", "You denied this");
  expect(await stateOf(token, first.answer)).toBe("denied");
  const third = await proposed(ada, "search", token);
  expect(third.answer.data["offer"]).not.toBe(first.answer.data["offer"]);
  expect(await isPaused("search")).toBe(false);
});

test("an offer of a revoked token can't be approved", async () => {
  const { ada } = environment;
  const token = await newToken(ada, "revoked one", "propose");
  const { message } = await proposed(ada, "orders", token);
  await answerTo(ada, "/db admin tokens revoke revoked one", "I revoked the token");
  const ended = await ada.waitForMessage("direct", "The token that proposed this was revoked");
  expect([ended.ts, valueOf(ended, "offer-approve")]).toEqual([message.ts, ""]);
  const value = valueOf(message, "offer-approve");
  const press = { actionId: "offer-approve", value, userId: ada.id };
  expect(await clickForged(environment, press)).toContain("was revoked");
  expect(await isPaused("orders")).toBe(false);
});

test("a person who lost the role meanwhile can't approve, and can once they have it again", async () => {
  const { ada, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  const token = await newToken(sam, "tablet", "propose");
  const { answer, message } = await proposed(sam, "stock", token);
  await answerTo(ada, `/db admin access revoke <@${sam.id}> yes`, "is now a viewer");
  expect(await answerToClick(sam, message, "offer-approve")).toContain("You need the operator role");
  expect(await stateOf(token, answer)).toBe("waiting");
  await answerTo(ada, `/db admin access grant <@${sam.id}> operator`, "Sam Rivera");
  await answerToClick(sam, message, "offer-approve");
  expect(await isPaused("stock")).toBe(true);
});

test("a service is proposed as its form, filled in, and only its person submits it", async () => {
  const { ada } = environment;
  const token = await newToken(ada, "creator", "propose");
  await using client = await program(environment.app.url, token, "2025");
  const answer = await call(client, "services_create", { name: "new orders" });
  expect(answer.data).toMatchObject({ state: "waiting", line: '/db create "new orders"' });
  const message = await ada.waitForMessage("direct", "Create a service");
  await ada.click(message, "offer-open");
  const form = await ada.waitForModal(({ title }) => title === "Create a service");
  expect(JSON.stringify(form)).toContain("new orders");
  expect((await call(client, "offer_status", { offer: answer.data["offer"] })).data["state"]).toBe("opened");
  expect(await environment.received("POST")).toEqual([]);
});

test("a service from a preset is shown whole with its price, and created once by a press", async () => {
  const { ada, redisUrl, slack } = environment;
  const redis = new Redis(redisUrl);
  await createStore(redis)
    .workspace(slack.teamId)
    .presets.set("small staging", {
      name: "small staging",
      fields: { provider: "aws", region: "eu-west-1", ipAccessList: [{ source: "203.0.113.0/24" }] },
      savedBy: ada.id,
      savedAt: new Date().toISOString(),
    });
  const token = await newToken(ada, "from preset", "propose");
  await using client = await program(environment.app.url, token, "2026");
  const answer = await call(client, "services_create", { name: "offered", preset: "small staging" });
  const message = await ada.waitForMessage("direct", "This is all that would be sent");
  for (const part of ["offered", "eu-west-1", "203.0.113.0/24", "Estimate"])
    expect(shownText(message)).toContain(part);
  expect(await environment.received("POST")).toEqual([]);
  await Promise.all(Array.from({ length: 5 }, () => ada.click(message, "offer-create")));
  await ada.waitForMessage("direct", "*offered* is running");
  expect(await stateOf(token, answer)).toBe("done");
  expect(await environment.received("POST")).toHaveLength(1);
  const entries = await redis.xrange(`qm:{${slack.teamId}}:audit`, "-", "+");
  redis.disconnect();
  const request = entries.find(([, fields]) => fields[1]?.includes('"service.request"'));
  expect(request?.[1][1]).toContain('"door":"mcp"');
});

test("a service that isn't complete can only be opened as a form", async () => {
  const { ada } = environment;
  const token = await newToken(ada, "incomplete", "propose");
  await using client = await program(environment.app.url, token, "2026");
  await call(client, "services_create", { preset: "small staging" });
  const message = await ada.waitForMessage("direct", "The form asks for the rest");
  expect(valueOf(message, "offer-create")).toBe("");
  expect(valueOf(message, "offer-open")).not.toBe("");
});

test("a person in a proposal is shown by Slack's name and id, whatever name the program gives", async () => {
  const { ada } = environment;
  const token = await newToken(ada, "names", "propose");
  await using client = await program(environment.app.url, token, "2026");
  const answer = await call(client, "propose_command", {
    line: "admin access grant <@U0SAMRIV01|Noor Haddad> viewer",
  });
  expect(answer.data["line"]).toBe("/db admin access grant <@U0SAMRIV01> viewer");
  const message = shownText(await ada.waitForMessage("direct", "U0SAMRIV01"));
  expect(message).toContain("U0SAMRIV01 is *Sam Rivera* in Slack.");
  expect(message).not.toContain("Noor");
});

test("at most ten proposals wait for a person", async () => {
  const { ada } = environment;
  await using client = await program(environment.app.url, await newToken(ada, "many", "propose"), "2026");
  const answers: Answered[] = [];
  for (let minutes = 1; minutes <= 12; minutes += 1)
    answers.push(
      await call(client, "propose_command", { line: `alerts hooks replay login ${minutes}h` }),
      await call(client, "propose_command", {
        command: "hooks_escalate",
        arguments: { hook: "login", group: "S0ONCALL", minutes },
      }),
    );
  expect(answers.filter(({ data }) => data["state"] === "waiting").length).toBeLessThanOrEqual(10);
  expect(answers.at(-1)?.text).toContain("wait for this person already");
  expect(answers[0]?.text).toContain("This only reads");
});
