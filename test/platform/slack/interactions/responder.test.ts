import type { RespondFn } from "@slack/bolt";
import { expect, test } from "vitest";
import { say } from "../../../../src/platform/blocks/reply.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import {
  type CommandResponder,
  responderInMessage,
  responderOf,
} from "../../../../src/platform/slack/interactions/responder.ts";

/** The posts through a response_url and in direct messages, in order. */
function ears({ deleted = false, unreachable = false, isDead = false, mayWhisper = true } = {}) {
  const heard: string[] = [];
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
      if (unreachable) throw new AppError("forbidden", "Slack refused this.");
      heard.push(`direct: ${text}`);
      return { channelId: "D1", ts: "1" };
    },
    async update(_: object, { text }: { text: string }) {
      if (deleted) throw new AppError("missing", "Slack refused this.");
      heard.push(`direct, edited: ${text}`);
    },
  };
  return { heard, logged, respond, asked: { messenger, log, userId: "U1", channelId: "C1" } };
}

async function work({ progress, answer }: CommandResponder): Promise<void> {
  await progress(say("half"));
  await progress(say("most"));
  await answer(say("all"));
}

const begun =
  "This takes a while. I show in your direct messages with me how far it is, and then the answer.";
const ended = "Done: see your direct messages with me.";

test("quick work is answered in the channel of the command", async () => {
  const { heard, respond, asked } = ears();
  await responderOf(respond, asked).answer(say("all"));
  expect(heard).toEqual(["here: all"]);
});

test("slow work shows its progress and answer in one direct message, and the channel says so", async () => {
  const { heard, respond, asked } = ears();
  await work(responderOf(respond, asked));
  expect(heard).toEqual([
    "direct: half",
    `here: ${begun}`,
    "direct, edited: most",
    "direct, edited: all",
    `here: ${ended}`,
  ]);
});

test("a command in the direct messages gets no pointer to them", async () => {
  const { heard, respond, asked } = ears();
  await work(responderOf(respond, { ...asked, channelId: "D1" }));
  expect(heard).toEqual(["direct: half", "direct, edited: most", "direct, edited: all"]);
});

test("if the direct message is gone, the answer comes in the channel of the command", async () => {
  const { heard, respond, asked } = ears({ deleted: true });
  const responder = responderOf(respond, asked);
  await responder.progress(say("half"));
  await responder.answer(say("all"));
  expect(heard).toEqual(["direct: half", `here: ${begun}`, "here: all"]);
});

test("a person who takes no direct messages is answered in the channel of the command", async () => {
  const { heard, respond, asked } = ears({ unreachable: true });
  const responder = responderOf(respond, asked);
  await expect(responder.progress(say("half"))).rejects.toMatchObject({ kind: "forbidden" });
  await responder.answer(say("all"));
  expect(heard).toEqual(["here: all"]);
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
  ["directly, if the channel does not allow it", false, "direct: all"],
])("an answer that its response_url does not take comes %s", async (_, mayWhisper, expected) => {
  for (const responderFor of [responderOf, responderInMessage]) {
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
