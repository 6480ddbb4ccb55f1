import { afterAll, beforeAll, expect, test } from "vitest";
import { type AlertSender, alertSender } from "../../support/alert-sender.ts";
import { putHook } from "../../support/hook.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { type SeenMessage, shownText } from "@quartermaster/local-slack/person";
import { until } from "../../support/until.ts";
import { minuteMs } from "../../../src/lib/duration.ts";
import { actionIds } from "../../../src/features/alerts/message/status.ts";

const environment = useTestEnvironment();
let sender: AlertSender;
let channelId: string;
let hookId: string;

beforeAll(async () => {
  channelId = environment.slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const { hook, url, secret } = await putHook(environment.redisUrl, environment.slack.teamId, {
    channelId,
    publicUrl: environment.app.url,
  });
  hookId = hook.id;
  sender = alertSender({ url, secret });
});
afterAll(() => sender.close());

/** Waits for the message of this alert that contains all these words. */
function messageOf(name: string, ...words: string[]): Promise<SeenMessage> {
  return environment.ada.waitForMessage("databases", (message) => {
    const text = shownText(message);
    return message.threadTs === undefined && [name, ...words].every((word) => text.includes(word));
  });
}

async function messagesOf(name: string): Promise<SeenMessage[]> {
  const all = await environment.ada.messages("databases");
  return all.filter((message) => message.threadTs === undefined && shownText(message).includes(name));
}

test("an alert is one message through its acknowledgement, a snooze, its repeats and its end", async () => {
  const name = "Checkout errors";
  const { ada } = environment;
  const begun = Date.now() - 10 * minuteMs;
  await sender.fire({ name, at: new Date(begun) });
  await ada.click(await messageOf(name, "Firing"), actionIds.acknowledge);
  const message = await messageOf(name, "Acknowledged by");
  await ada.waitForMessage("databases", ({ threadTs, ...reply }) => {
    return threadTs === message.ts && /acknowledged/i.test(shownText(reply));
  });
  await ada.click(message, actionIds.snooze, choiceOf(message, "15m"));
  await messageOf(name, "Snoozed");
  await sender.fire({ name, at: new Date(begun + 5 * minuteMs) });
  await messageOf(name, "Snoozed", "Seen once since");
  await sender.resolve({ name, at: new Date(begun + 10 * minuteMs) });
  expect((await messageOf(name, "Resolved", "3 times")).ts).toBe(message.ts);
  expect(await messagesOf(name)).toHaveLength(1);
});

test("an unreadable delivery is shown once, with its raw text in the thread", async () => {
  const [attempt] = await sender.post('{"title": <!channel> is broken');
  expect(attempt?.status).toBe(202);
  const message = await messageOf("Unreadable");
  expect(shownText(message)).not.toContain("<!channel>");
  const inThread = async () => {
    const all = await environment.ada.messages("databases");
    return all.some(
      ({ threadTs, ...reply }) => threadTs === message.ts && JSON.stringify(reply).includes(".txt"),
    );
  };
  await until(inThread);
});

test("a new hook accepts alerts, and its creator sees how the first one was read", async () => {
  await environment.ada.command("databases", `/db hook create <#${channelId}> payments`);
  const answer = shownText(await environment.ada.waitForMessage("databases", "Authorization: Bearer"));
  const [secret] = /whsec_\w+/.exec(answer) ?? [];
  const [address] = /https?:\/\/[^\s`|>]+\/hooks\/[\w-]+/.exec(answer) ?? [];
  const path = new URL(address ?? "").pathname;
  const own = alertSender({ url: `${environment.app.url}${path}`, secret: secret ?? "" });
  await own.fire({ name: "Payments stuck" });
  own.close();
  await messageOf("Payments stuck", "Firing");
  const announcement = await environment.ada.waitForMessage("databases", "The first delivery");
  expect(shownText(announcement)).toContain("Payments stuck");
});

/** A list from the line of an alert on. Others may stand above it. */
function fromLine<Listed extends { blocks?: unknown[] }>(list: Listed, name: string): Listed {
  const { blocks = [] } = list;
  return { ...list, blocks: blocks.slice(blocks.findIndex((each) => JSON.stringify(each).includes(name))) };
}

test("a line of the list is acknowledged in its place, and snoozed in a form", async () => {
  const { ada } = environment;
  await sender.fire({ name: "Replica lag" });
  await messageOf("Replica lag", "Firing");
  await ada.command("databases", "/db alerts unacknowledged");
  const list = await ada.waitForMessage("databases", /open alerts? that no one has/);
  expect(shownText(list)).toMatch(/\d+\. :red_circle: \*Firing.*Replica lag.*not acknowledged/s);
  await ada.click(fromLine(list, "Replica lag"), actionIds.acknowledgeLine);
  const after = await ada.waitForMessage("databases", "You acknowledged");
  expect(after.ts).toBe(list.ts);
  await messageOf("Replica lag", "Acknowledged by");

  await ada.command("databases", "/db alerts mine");
  const mine = await ada.waitForMessage("databases", /open alerts? that concerns? you/);
  await ada.click(fromLine(mine, "Replica lag"), actionIds.snoozeLine);
  await ada.waitForModal((view) => shownText(view).includes("I won't post until then"));
  await ada.fill("until", "2 h");
  await ada.submit();
  await ada.waitForModal((view) => /Snoozed \*Replica lag.*\* until/.test(shownText(view)));
  await messageOf("Replica lag", "Snoozed");
});

test("a rule in words sends alerts to another channel, until an import removes it", async () => {
  const { ada } = environment;
  const name = "Night watch";
  await ada.command(
    "databases",
    `/db hook rules ${hookId} add title "${name}" to #incidents mention @oncall`,
  );
  await ada.waitForMessage("databases", `the title contains “${name}”: post in <#C0INCIDEN1>`);
  await sender.fire({ name });
  await ada.waitForMessage("incidents", (message) => shownText(message).includes(name));

  await ada.command("databases", `/db hook export ${hookId}`);
  await ada.waitForMessage("databases", (message) => shownText(message).includes("mention: S0ONCALL01"));
  await ada.command("databases", `/db hook import ${hookId}`);
  await ada.waitForModal((view) => shownText(view).includes("as YAML"));
  await ada.fill("part1", `channel: ${channelId}\nrulez: []`);
  expect(await ada.submit()).toMatchObject({
    errors: { part1: "Line 2: `rulez` isn't a setting here. Did you mean `rules`?" },
  });
  await ada.fill("part1", `channel: ${channelId}`);
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("and has 0 rules"));
});

/** The value of a menu's entry, which contains the incident's id. */
function choiceOf(message: SeenMessage, choice: string): string {
  const [, value] = new RegExp(`"(${choice} [\\w-]+)"`).exec(JSON.stringify(message)) ?? [];
  if (value === undefined) throw new Error(`No menu offers ${choice}.`);
  return value;
}
