import { afterAll, beforeEach, expect, test } from "vitest";
import type { AppContext } from "../../../../src/app/context.ts";
import { placedElements, blocksOf } from "@quartermaster/local-slack/person";
import { startAppHere } from "../../../support/app-here.ts";
import { putHook } from "../../../support/hook.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { calling, sentTo, startFakeModel } from "../../../support/fake-model.ts";
import { type SeenMessage, type SlackPerson, person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const endpoint = await startFakeModel();
afterAll(() => endpoint.close());

const environment = useTestEnvironment({
  environment: () => ({
    LLM_URL: endpoint.url,
    LLM_MODEL: "small",
    LLM_KEY_REF: "env:TEST_LLM_KEY",
    TEST_LLM_KEY: "key-of-the-model",
  }),
});

beforeEach(() => {
  endpoint.requests.splice(0);
  endpoint.answers(calling());
});

/** A sentence that the grammar can't read. */
const sentence = "good morning, dear machine";
const outOfScope = "I can't do that.";
const smallPrint = "A model read your sentence.";
const notDone = "Nothing has changed yet.";

/** Asks in direct messages, and returns the answer. */
async function answerTo(
  who: SlackPerson,
  text = sentence,
  thread?: { threadTs: string },
): Promise<SeenMessage> {
  const last = Number((await who.messages("direct")).at(-1)?.ts ?? 0);
  await who.say("direct", text, thread);
  return who.waitForMessage(
    "direct",
    (message) =>
      Number(message.ts) > last &&
      message.user !== who.id &&
      // Progress, which a busy machine has time to show.
      !shownText(message).startsWith("Reading "),
  );
}

/** The action of the button with this command. */
function actionOf(message: SeenMessage, line: string): string {
  const actions = placedElements(blocksOf(message)).map(({ actionId }) => actionId);
  const found = actions.find((actionId) => actionId === `asked:${line}`);
  if (found === undefined) throw new Error(`Only ${actions.join(", ")}.`);
  return found;
}

function context(): AppContext {
  const { app, slack } = environment;
  if (!app.contextOf) throw new Error("The app runs elsewhere.");
  return app.contextOf(slack.teamId);
}

async function hookNamed(name: string): Promise<void> {
  const { redisUrl, slack, app } = environment;
  const channelId = slack.channels.find((channel) => channel.name === "alerts")?.id ?? "";
  await putHook(redisUrl, slack.teamId, { name, channelId, ownerId: "U0TEST", publicUrl: app.url });
}

async function hooks() {
  return (await context().hooks.list()).map(({ name, paused }) => ({ name, isPaused: paused !== undefined }));
}

test("a reading runs at once, and says what was understood, by whom, and how to take it back", async () => {
  const { ada } = environment;
  endpoint.answers(calling(["costs_show", { range: "last week" }]));
  const message = await answerTo(ada);
  const answer = shownText(message);
  expect(answer).toMatch(/^Costs/);
  expect(answer).toContain(smallPrint);
  expect(answer).toContain("Not this");
  expect(answer).not.toContain("I ran it for you!");
  expect(endpoint.requests.map(({ authorization }) => authorization)).toEqual(["Bearer key-of-the-model"]);
  // What it was about is known in the conversation.
  const next = await answerTo(ada, "and last month?", { threadTs: message.threadTs ?? message.ts });
  expect(shownText(next)).toMatch(/^Costs/);
  expect(endpoint.requests).toHaveLength(1);
});

test("what the grammar can read, commands, and another person's words don't leave", async () => {
  const { ada } = environment;
  endpoint.answers(calling(["costs_show", {}]));
  await answerTo(ada, "what did we spend last week?");
  await answerTo(ada, "services");
  await answerTo(ada, "presets show nothing");
  await ada.say("databases", sentence);
  const message = await ada.waitForMessage("databases", sentence);
  await ada.shortcut(message, "Ask Quartermaster");
  await ada.waitForModal(({ title }) => title === "Ask Quartermaster");
  await ada.submit();
  await ada.waitForMessage("databases", outOfScope);
  expect(endpoint.requests).toEqual([]);
});

test("a change is a card that does it only with a click", async () => {
  const { ada } = environment;
  await hookNamed("checkout");
  endpoint.answers(calling(["hooks_pause", { hook: "checkout" }]));
  const card = await answerTo(ada);
  expect(shownText(card)).toContain('`/db alerts hooks pause "checkout"`');
  expect(shownText(card)).toContain(notDone);
  expect(shownText(card)).toContain(smallPrint);
  expect(await hooks()).toEqual([{ name: "checkout", isPaused: false }]);
  await ada.click(card, actionOf(card, 'alerts hooks pause "checkout"'));
  await until(async () => (await hooks())[0]?.isPaused === true);
});

test("a form, and what others see, are buttons", async () => {
  const { ada } = environment;
  endpoint.answers(calling(["services_create", { name: "orders west" }]));
  const form = await answerTo(ada);
  expect(shownText(form)).toContain("Open it");
  expect(await ada.modal()).toBeUndefined();
  await ada.click(form, actionOf(form, 'create "orders west"'));
  expect(JSON.stringify(await ada.waitForModal(({ title }) => title === "Create a service"))).toContain(
    "orders west",
  );
  endpoint.answers(calling(["costs_share", {}]));
  expect(shownText(await answerTo(ada))).toContain(notDone);
});

test("a deletion is never more than a card, and asks again after its click", async () => {
  const { ada } = environment;
  await hookNamed("doomed");
  endpoint.answers(calling(["hooks_delete", { hook: "doomed" }]));
  const card = await answerTo(ada);
  expect(shownText(card)).toContain(notDone);
  const before = (await ada.messages("direct")).length;
  await ada.click(card, actionOf(card, 'alerts hooks delete "doomed"'));
  await until(async () => (await ada.messages("direct")).length > before);
  expect((await hooks()).map(({ name }) => name)).toContain("doomed");
});

test("after an answer that isn't one, the grammar's own words come, and nothing is done", async () => {
  const { ada } = environment;
  endpoint.answers({ status: 500, body: "no" });
  const before = await hooks();
  expect(shownText(await answerTo(ada))).toContain(outOfScope);
  expect(await hooks()).toEqual(before);
  expect(endpoint.requests).toHaveLength(1);
});

test("arguments that try to be more do nothing", async () => {
  const { ada } = environment;
  endpoint.answers(calling(["hooks_delete", { hook: 'doomed" yes' }]));
  const before = await hooks();
  expect(shownText(await answerTo(ada))).toMatch(/I can't do that\.|Nothing has changed yet\./);
  expect(await hooks()).toEqual(before);
  expect(await environment.received("DELETE")).toEqual([]);
});

test("a person without the role gets no change, whatever a model answers", async () => {
  await using sam = person(environment.slack, "Sam Rivera");
  endpoint.answers(calling(["hooks_delete", { hook: "doomed" }]));
  expect(shownText(await answerTo(sam))).toContain(outOfScope);
  const [sent] = endpoint.requests;
  expect(sent && sentTo(sent).entries).not.toContain("hooks_delete");
  expect((await hooks()).map(({ name }) => name)).toContain("doomed");
});

test("a slash command and a mention are read by the model too", async () => {
  const { ada } = environment;
  endpoint.answers(calling(["presets_list", {}]));
  await ada.command("databases", `/db ${sentence}`);
  await ada.waitForMessage("databases", smallPrint);
  await ada.say("alerts", `@Quartermaster ${sentence}`);
  expect((await ada.waitForMessage("alerts", smallPrint)).ephemeral).toBe(true);
  expect(endpoint.requests.map((sent) => sentTo(sent).request)).toEqual([sentence, sentence]);
});

test("the stop button ends the wait, and no answer comes", async () => {
  const { ada } = environment;
  endpoint.answers("hold");
  await ada.say("direct", sentence);
  const { threadTs } = await ada.waitForWork("direct");
  expect(await ada.stop("direct", threadTs)).toEqual({ ok: true });
  await until(async () => (await ada.world()).working.length === 0);
  const [last] = await context().audit.read({ limit: 1 });
  expect(last).toMatchObject({ action: "model.answer", result: "failed", detail: "The person stopped it." });
  endpoint.answers(calling());
  // The person's turn is free again.
  expect(shownText(await answerTo(ada))).not.toContain("so often");
});

test("a person who asks too often gets the grammar's own words, and nothing leaves", async () => {
  const { app, slack } = environment;
  await using strict = await startAppHere({ ...environment.environment, PERSON_REQUESTS_PER_MINUTE: "9" });
  slack.setAppUrl(strict.url);
  await using noor = person(slack, slack.users[2]?.id ?? "");
  await answerTo(noor);
  const answer = shownText(await answerTo(noor));
  slack.setAppUrl(app.url);
  expect(answer).toContain(outOfScope);
  expect(answer).toContain("I can't ask the model that helps me so often");
  expect(endpoint.requests).toHaveLength(1);
});

test("an admin reads in the audit log what was sent, where to, and how it ended", async () => {
  const { ada } = environment;
  endpoint.answers(calling(["presets_list", {}]));
  await answerTo(ada);
  await ada.command("databases", "/db admin audit model");
  const shown = shownText(await ada.waitForMessage("databases", "asked the model"));
  expect(shown).toContain("asked the model *small*");
  expect(shown).toContain("used the answer of the model *small*");
  expect(shown).toContain(sentence);
  expect(shown).toContain(new URL(endpoint.url).host);
});
