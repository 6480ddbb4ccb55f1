import { type RequestListener, createServer } from "node:http";
import { pino } from "pino";
import * as texts from "../../../src/platform/slack/texts.ts";
import { expect, test } from "vitest";
import { say } from "../../../src/platform/blocks/reply.ts";
import type { Messenger } from "../../../src/platform/jobs/messenger.ts";
import { slackClientMaker } from "../../../src/platform/slack/web-api/clients.ts";
import { slackMessenger } from "../../../src/platform/slack/web-api/messenger.ts";
import { listening } from "../../support/listening.ts";

const view = { type: "modal" as const, title: { type: "plain_text" as const, text: "A" }, blocks: [] };

/** Calls that a person waits for and posts have separate clients. */
const calls: Record<string, (messenger: Messenger) => Promise<unknown>> = {
  "a modal is opened": (messenger) => messenger.openModal("trigger", view),
  "a message is posted": (messenger) => messenger.post("C1", say("Hello")),
  "a message is edited": (messenger) => messenger.update({ channelId: "C1", ts: "1.1" }, say("Hello")),
};

/** The failure of a call with this response from Slack. */
async function failureOf(answer: RequestListener, call = calls["a modal is opened"]): Promise<unknown> {
  const server = await listening(createServer(answer));
  const log = pino({ level: "silent" });
  const messenger = slackMessenger(slackClientMaker({ slackApiUrl: `${server.url}/api/`, log })("xoxb-1"));
  try {
    return await call?.(messenger).catch((error: unknown) => error);
  } finally {
    await server.close();
  }
}

test.each(["expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id"])(
  "the failure of a window that did not open in time (%s) says what to do",
  async (error) => {
    const answer: RequestListener = (_, res) =>
      res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: false, error }));
    expect(await failureOf(answer)).toMatchObject({
      kind: "conflict",
      message: `${texts.failures.conflict} (${error}).`,
    });
  },
);

test.each(["invalid_blocks", "msg_blocks_too_long", "msg_too_long", "no_text"])(
  "a message that is refused as %s is tried with its text alone",
  async (error) => {
    const sent: string[] = [];
    const answer = (body: string) => {
      sent.push(body.includes("blocks=") || body.includes('"blocks"') ? "blocks" : "text");
      return sent.length === 1 ? { ok: false, error } : { ok: true, channel: "C1", ts: "1.1" };
    };
    const listener: RequestListener = (req, res) => {
      let body = "";
      req.on("data", (chunk: Buffer) => (body += chunk.toString()));
      req.on("end", () =>
        res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer(body))),
      );
    };
    expect(await failureOf(listener, calls["a message is posted"])).toEqual({ channelId: "C1", ts: "1.1" });
    expect(sent).toEqual(["blocks", "text"]);
  },
);

test.each<[string, RequestListener, string, string]>([
  ["503", (_, res) => res.writeHead(503).end(), "upstream", `${texts.failures.upstream} (503).`],
  [
    "a page instead of JSON",
    (_, res) => res.writeHead(200, { "content-type": "text/html" }).end("<html>Hold on</html>"),
    "upstream",
    texts.unclear,
  ],
  ...["null", "OK", "Blocked", '"ok"', "[]", "{}", "true", '{"ok":true,"ts":"1', ""].map(
    (body): [string, RequestListener, string, string] => [
      `the body ${JSON.stringify(body)}`,
      (_, res) => res.writeHead(200, { "content-type": "application/json" }).end(body),
      "upstream",
      texts.unclear,
    ],
  ),
  ["nothing", (req) => req.socket.destroy(), "upstream", texts.noAnswer],
  ["429", (_, res) => res.writeHead(429, { "retry-after": "7" }).end(), "limited", texts.wait(7)],
])(
  "when Slack answers %s, the failure says what to do, whatever it was asked",
  async (_what, answer, kind, message) => {
    for (const call of Object.values(calls))
      expect(await failureOf(answer, call)).toMatchObject({ kind, message });
  },
);

test.each([
  '{"ok":true,"channel":"C1"}',
  // A proxy's word that is one of Slack's, too.
  "not_found",
])("a post that Slack answers with %s may be there, so it isn't a refusal", async (body) => {
  const answer: RequestListener = (_, res) => res.writeHead(200).end(body);
  expect(await failureOf(answer, calls["a message is posted"])).toMatchObject({
    kind: "upstream",
    outcomeUnknown: true,
  });
});

// https://docs.slack.dev/reference/methods/chat.postMessage#errors
test.each([
  ["is_archived", "forbidden"],
  ["messages_tab_disabled", "forbidden"],
  ["no_permission", "forbidden"],
  ["not_in_channel", "forbidden"],
  ["restricted_action", "forbidden"],
  ["restricted_action_read_only_channel", "forbidden"],
  ["restricted_action_thread_only_channel", "forbidden"],
  ["team_access_not_granted", "forbidden"],
  ["channel_not_found", "missing"],
  ["thread_not_found", "missing"],
  ["user_disabled", "missing"],
  ["rate_limited", "limited"],
  ["message_limit_exceeded", "limited"],
  ["never_heard_of", "bug"],
])("Slack's error %s becomes the kind %s", async (error, kind) => {
  const answer = JSON.stringify({ ok: false, error });
  const failure = await failureOf((_, res) =>
    res.writeHead(200, { "content-type": "application/json" }).end(answer),
  );
  expect(failure).toMatchObject({ kind });
});
