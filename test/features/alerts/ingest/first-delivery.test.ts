import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import * as texts from "../../../../src/features/alerts/ingest/texts.ts";
import {
  firstDeliveryReply,
  announceFirstDelivery,
} from "../../../../src/features/alerts/ingest/first-delivery.ts";
import { incidentMessage } from "../../../../src/features/alerts/message/incident-message.ts";
import { readBody } from "../../../../src/features/alerts/senders/index.ts";
import { testEvent } from "../../../../src/features/alerts/senders/test-event.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { alertBodies } from "../../../../src/features/alerts/receive/alert-bodies.ts";
import { type Hooks, hooks } from "../../../../src/features/alerts/hooks/hooks.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { alertEvent, hookRecord, incidentRecord } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const awaited = hookRecord({ awaited: { userId: "U1", channelId: "C9" } });
let kept: Hooks;
let announced: string[];
let refused: Set<string>;
beforeEach(async () => {
  kept = hooks(redis.client, "T1", []);
  await kept.add(awaited);
  [announced, refused] = [[], new Set()];
});

const read = (body: string) =>
  firstDeliveryReply(awaited, alertEvent({ isUnreadable: true, body })).text.split("\n");

function send(where: string): void {
  if (refused.has(where)) throw new AppError("forbidden", "No.");
  announced.push(where);
}

function context() {
  const messenger = {
    whisper: async (channelId: string, userId: string) => send(`${userId} in ${channelId}`),
    post: async (channelId: string) => (send(channelId), { channelId, ts: "1" }),
  };
  const bodies = alertBodies(redis.client, "T1");
  const parts = {
    hooks: kept,
    hookParts: [],
    alertBodies: bodies,
    messenger,
    log: pino({ level: "silent" }),
  };
  // Holds all that is used. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as Parameters<typeof announceFirstDelivery>[0];
}

test("one of many first deliveries at once is announced, to the hook's creator in the channel of the command", async () => {
  await Promise.all([1, 2, 3].map(() => announceFirstDelivery(context(), awaited, [alertEvent()])));
  expect(announced).toEqual(["U1 in C9"]);
  expect((await kept.find(awaited.id))?.awaited).toBeUndefined();
});

test("a first delivery is not called broken if its whole text is gone", () => {
  const event = alertEvent({ isUnreadable: true, body: '{"a":' });
  const { text } = firstDeliveryReply(awaited, event, {
    whole: { text: event.body, wholeBytes: 20_000 },
  });
  expect(text).toContain(texts.firstGone);
  expect(text).not.toContain(texts.firstNotJson);
});

test("our own test does not count as a first delivery", async () => {
  await announceFirstDelivery(context(), awaited, [testEvent(awaited, "1", 0).event]);
  expect(announced).toEqual([]);
  expect((await kept.find(awaited.id))?.awaited).toBeDefined();
});

test("a creator who left the channel gets a direct message, and a refusal of that fails nothing", async () => {
  refused.add("U1 in C9");
  await announceFirstDelivery(context(), awaited, [alertEvent()]);
  expect(announced).toEqual(["U1"]);
  await kept.change(awaited.id, () => awaited);
  refused.add("U1");
  await announceFirstDelivery(context(), awaited, [alertEvent()]);
  expect(announced).toEqual(["U1"]);
});

test("the announcement says how the delivery was read", () => {
  const event = alertEvent({ group: "Service:api", severity: "critical", link: "https://example.com" });
  expect(firstDeliveryReply(awaited, event).text).toBe(
    [
      texts.firstDelivery("*checkout*"),
      "• Read as: `structured`",
      "• State: firing (`ALERT`)",
      "• Title: Alert for “Checkout errors”: 12 lines found",
      "• Key, the same in all states of one alert: `id:checkout`",
      "• Group: Service:api",
      "• Severity: critical",
      "• Link: yes",
      texts.firstDeliveryHint("checkout"),
    ].join("\n"),
  );
});

test("the question of Amazon SNS has the link that confirms it, for the creator and in the message", () => {
  const body = {
    Type: "SubscriptionConfirmation",
    TopicArn: "arn:aws:sns:eu-west-1:111122223333:alarms",
    SubscribeURL: "https://sns.example.com/?Action=ConfirmSubscription&Token=2336412f",
  };
  const [event] = readBody(Buffer.from(JSON.stringify(body)), {}, new Date());
  if (!event) throw new Error("Nothing was read.");
  const link =
    "<https://sns.example.com/?Action=ConfirmSubscription&amp;Token=2336412f|Confirm the subscription>";
  expect(firstDeliveryReply(awaited, event).text).toContain(link);
  const message = incidentMessage(incidentRecord({ state: "resolved", latest: event }), awaited);
  expect(validateMessage(message)).toBeNull();
  expect(JSON.stringify(message)).toContain(link);
});

test("the announcement of an unreadable delivery says what to do", () => {
  expect(read('{"a":{"b":"<!here> disk full"},"c":[1]}')).toEqual([
    texts.firstUnread("*checkout*", "in <#C1>"),
    texts.firstMap,
    "• `a.b`: &lt;\u200b!here&gt; disk full",
    "• `c.0`: 1",
    "`/db alerts hooks map checkout title=&lt;path&gt; state=&lt;path&gt;`",
  ]);
  expect(read("oops").at(-1)).toBe(texts.firstNotJson);
});

test.each(hostileNames)("%j is shown as plain text", (name) => {
  const text = name === "" ? "x" : name;
  const event = alertEvent({ title: text, key: text, group: text, stateWord: text, sender: text });
  const reply = firstDeliveryReply({ ...awaited, name: text }, event);
  expect(validateMessage(reply)).toBeNull();
  expect(reply.text).not.toMatch(/<[!@#h]/);
  expect(renderedText(reply.blocks)).toContain("first delivery");
});
