import type { RespondFn } from "@slack/bolt";
import { expect, test } from "vitest";
import { say } from "../../../../src/platform/blocks/reply.ts";
import { askedIn } from "../../../../src/platform/slack/texts.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import {
  type CommandResponder,
  responderInMessage,
  responderOf,
  responderOfCommand,
} from "../../../../src/platform/slack/interactions/respond.ts";

/** The posts through a response_url and in direct messages, in order. */
function ears({ isDead = false, mayWhisper = true } = {}) {
  const heard: string[] = [];
  const clock = { nowMs: 0 };
  const respond: RespondFn = async (message) => {
    if (typeof message === "string") throw new Error("A message has blocks.");
    if (isDead) throw new Error("Failed to respond to the response_url: 404");
    heard.push(`${message.replace_original ? "in place" : "here"}: ${message.text}`);
    return new Response();
  };
  const logged: unknown[] = [];
  const log = { info: (facts: object) => void logged.push(facts) };
  const messenger = {
    async whisper(channelId: string, userId: string, { text }: { text: string }) {
      if (!mayWhisper) throw new AppError("forbidden", "Slack refused this.");
      heard.push(`to ${userId} in ${channelId}: ${text}`);
    },
    async post(_: string, { text }: { text: string }) {
      heard.push(`direct: ${text}`);
      return { channelId: "D1", ts: "1" };
    },
  };
  const now = () => new Date(clock.nowMs);
  return { heard, logged, clock, respond, asked: { messenger, log, now, userId: "U1", channelId: "C1" } };
}

async function work({ progress, answer }: CommandResponder): Promise<void> {
  await progress(say("half"));
  await progress(say("most"));
  await answer(say("all"));
}

const minuteMs = 60_000;

test("a command is answered where it was asked, also after its progress", async () => {
  const { heard, respond, asked } = ears();
  const responder = responderOfCommand(respond, asked);
  await responder.progress(say("half"));
  await responder.answer(say("all"));
  expect(heard).toEqual(["in place: half", "in place: all"]);
});

test("a button's answer does not replace the message with the button", async () => {
  const { heard, respond, asked } = ears();
  const responder = responderOf(respond, asked);
  await responder.progress(say("half"));
  await responder.answer(say("all"));
  expect(heard).toEqual(["here: half", "here: all"]);
});

test("after the half hour of a response_url, the answer is a direct message with a link to the channel", async () => {
  const { heard, clock, respond, asked } = ears();
  const responder = responderOfCommand(respond, asked);
  clock.nowMs = 29 * minuteMs;
  await responder.answer(say("in time"));
  clock.nowMs = 30 * minuteMs;
  await responder.answer(say("late"));
  expect(heard).toEqual(["in place: in time", `direct: late\n${askedIn("C1")}`]);
});

test("a late answer in direct messages needs no link to them", async () => {
  const { heard, clock, respond, asked } = ears();
  const responder = responderOfCommand(respond, { ...asked, channelId: "D1" });
  clock.nowMs = 30 * minuteMs;
  await responder.answer(say("late"));
  expect(heard).toEqual(["direct: late"]);
});

test("a page button shows its progress and answer in the same message, which stays if there is no answer", async () => {
  const { heard, respond, asked } = ears();
  const responder = responderInMessage(respond, asked);
  await work(responder);
  await responder.failure(say("no"));
  expect(heard).toEqual(["in place: half", "in place: most", "in place: all", "here: no"]);
});

test.each([
  ["in the channel, for the asker alone", true, "to U1 in C1: all"],
  ["directly, if the channel does not allow it", false, `direct: all\n${askedIn("C1")}`],
])("an answer that its response_url does not take comes %s", async (_, mayWhisper, expected) => {
  for (const responderFor of [responderOf, responderOfCommand, responderInMessage]) {
    const { heard, logged, respond, asked } = ears({ isDead: true, mayWhisper });
    await responderFor(respond, asked).answer(say("all"));
    expect(heard).toEqual([expected]);
    expect(logged).toEqual([{ err: expect.objectContaining({ message: expect.stringContaining("404") }) }]);
  }
});

test("progress that a response_url refuses is not sent another way", async () => {
  const { heard, respond, asked } = ears({ isDead: true });
  await expect(responderInMessage(respond, asked).progress(say("half"))).rejects.toThrow("404");
  expect(heard).toEqual([]);
});
