import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { json, text } from "node:stream/consumers";
import type { EntityMetadata } from "@slack/types";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { aboutService } from "../../../../src/features/services/index.ts";
import { jsonObjects } from "@quartermaster/local-slack/person";
import { say } from "../../../../src/platform/blocks/reply.ts";
import { section } from "../../../../src/platform/blocks/text.ts";
import type { Messenger } from "../../../../src/platform/jobs/messenger.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../../src/demo/start-sandbox.ts";
import { slackClientMaker } from "../../../../src/platform/slack/web-api/clients.ts";
import { slackMessenger } from "../../../../src/platform/slack/web-api/messenger.ts";
import { listening } from "../../../support/listening.ts";
import { person } from "../../../support/slack-person.ts";

let slack: LocalSlack;
let messenger: Messenger;
let databases: string;

beforeAll(async () => {
  slack = await startSlack({
    page: false,
    rateLimitPosts: false,
    unfurlDomains: ["observe.example.com"],
  });
  const log = pino({ level: "silent" });
  messenger = slackMessenger(slackClientMaker({ slackApiUrl: slack.apiUrl, log })(slack.botToken));
  databases = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
});
afterAll(() => slack.close());

const before = () => new Date(Date.now() - 60_000);

test("a marked message is found among many others, in the channel and in a thread", async () => {
  const parent = await messenger.post(databases, say("Costs of October"), { mark: "storm-summary:1" });
  const late = await messenger.post(databases, say("19 Oct is final now"), {
    mark: "late:1",
    threadTs: parent.ts,
  });
  for (let index = 0; index < 210; index += 1) await messenger.post(databases, say(`Message ${index}`));
  expect(await messenger.findMarked(databases, "storm-summary:1", before())).toEqual(parent);
  expect(await messenger.findMarked(databases, "late:1", before(), parent.ts)).toEqual(late);
  expect(await messenger.findMarked(databases, "late:2", before(), parent.ts)).toBeUndefined();
});

const service = { serviceId: "s1", name: "orders prod" };
const known = { publicUrl: "https://qm.example.com", now: () => new Date() };

test("a message about a service has the card of it and its mark, also after an edit", async () => {
  const about = aboutService(say("*orders prod* ends in 2 hours."), service, known);
  const ref = await messenger.post(databases, about, { mark: "expiry:1" });
  expect(await messenger.findMarked(databases, "expiry:1", before())).toEqual(ref);
  await messenger.update(ref, say("*orders prod* is kept."));
  await using ada = person(slack, "Ada Park");
  const [card] = jsonObjects((await ada.waitForMessage("databases", "is kept")).attachments);
  expect(card?.entity).toMatchObject({ external_ref: { id: "s1", type: "service" } });
});

test("if Slack refuses the card of a message, the message comes once without it, with its mark", async () => {
  const entity = { ...aboutService(say(""), service, known).entity, url: "no address" };
  // A Work Object that Slack refuses.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const refused = { ...say("*orders prod* has no good backup."), entity: entity as EntityMetadata };
  const ref = await messenger.post(databases, refused, { mark: "watch:1" });
  expect(await messenger.findMarked(databases, "watch:1", before())).toEqual(ref);
  await using ada = person(slack, "Ada Park");
  const posted = (await ada.messages("databases")).filter(({ text }) => text.includes("no good backup"));
  expect(posted).toHaveLength(1);
  expect(posted[0]?.attachments).toBeUndefined();
});

test("an uploaded picture is shown by its id, with its alternative text", async () => {
  const { fileId } = await messenger.upload({
    name: "costs.png",
    bytes: Buffer.from("picture"),
    altText: "Costs a day",
  });
  const picture = { type: "image" as const, slack_file: { id: fileId }, alt_text: "Costs a day" };
  const words = section("Costs of *October*");
  const messageRef = await messenger.post(databases, { text: "Costs of October", blocks: [words, picture] });
  expect(messageRef.ts).not.toBe("");
});

test("a file is shared in its channel, with a comment", async () => {
  const file = { name: "costs.csv", title: "Costs of October", bytes: Buffer.from("day,credits\n") };
  await messenger.share(file, { channelId: databases, comment: "Every row of October." });
  await using ada = person(slack, "Ada Park");
  const shared = (await ada.messages("databases")).at(-1);
  expect(JSON.stringify(shared)).toContain("Every row of October.");
});

test("a file shared in a thread is found there by its name, and nowhere else", async () => {
  const [thread, other] = [
    await messenger.post(databases, say("One")),
    await messenger.post(databases, say("Two")),
  ];
  const file = { name: "raw.txt", bytes: Buffer.from("{"), title: "As it came" };
  await messenger.share(file, { channelId: databases, threadTs: thread.ts, comment: "" });
  expect(await messenger.isShared("raw.txt", before(), thread)).toBe(true);
  expect(await messenger.isShared("other.txt", before(), thread)).toBe(false);
  expect(await messenger.isShared("raw.txt", before(), other)).toBe(false);
});

test("a reply in a thread is shown in the channel too if the caller asks for it", async () => {
  const { ts: threadTs } = await messenger.post(databases, say("A thread"));
  await messenger.post(databases, say("Heard by few"), { threadTs });
  await messenger.post(databases, say("Heard by all"), { threadTs, isBroadcast: true });
  await using ada = person(slack, "Ada Park");
  const replies = (await ada.messages("databases")).filter((message) => message.threadTs === threadTs);
  expect(replies.map(({ text, isBroadcast = false }) => [text, isBroadcast])).toEqual([
    ["Heard by few", false],
    ["Heard by all", true],
  ]);
});

test("a person's time zone is the one in Slack, and an unknown person is missing", async () => {
  const ada = slack.users.find(({ name }) => name === "Ada Park");
  expect(await messenger.timeZoneOf(ada?.id ?? "")).toBe("America/Los_Angeles");
  await expect(messenger.timeZoneOf("U404")).rejects.toMatchObject({ kind: "missing" });
});

test("a file for an unknown channel is refused as missing", async () => {
  const file = { name: "costs.csv", title: "Costs", bytes: Buffer.from("day\n") };
  await expect(messenger.share(file, { channelId: "C404", comment: "Costs." })).rejects.toMatchObject({
    kind: "missing",
  });
});

function presenceIn(name: string): Promise<string> {
  const channel = slack.channels.find((one) => one.name === name);
  return messenger.presenceIn(channel?.id ?? "C404");
}

test("the app has no presence in a private channel without it, and is a member or a guest in a public one", async () => {
  expect(await presenceIn("databases")).toBe("member");
  expect(await presenceIn("general")).toBe("guest");
  expect(await presenceIn("payments-private")).toBe("none");
  expect(await presenceIn("nowhere")).toBe("none");
});

test("a card appears below the message with its link, and a deleted message fails otherwise than a missing link", async () => {
  await using ada = person(slack, "Ada Park");
  const link = "https://observe.example.com/dashboards/d1";
  await ada.say("databases", `Look: ${link}`);
  const { ts } = await ada.waitForMessage("databases", link);
  const messageRef = { channelId: databases, ts };
  await messenger.unfurl(messageRef, new Map([[link, say("*Checkout* has 6 tiles.")]]));
  expect(await ada.waitForMessage("databases", "*Checkout* has 6 tiles.")).toMatchObject({
    ts,
    attachments: [{ app_unfurl_url: link, fallback: "*Checkout* has 6 tiles." }],
  });
  const another = new Map([["https://observe.example.com/", say("Not there")]]);
  await expect(messenger.unfurl(messageRef, another)).rejects.toMatchObject({ kind: "forbidden" });
  const gone = { channelId: databases, ts: "1.000000" };
  await expect(messenger.unfurl(gone, another)).rejects.toMatchObject({ kind: "missing" });
  await expect(messenger.unfurl({ unfurlId: "U1-gone" }, another)).rejects.toMatchObject({ kind: "missing" });
});

test("a message's link has the workspace's own address", async () => {
  const messageRef = await messenger.post(databases, say("Costs of October"));
  expect(await messenger.linkTo(messageRef)).toBe(
    `${slack.url}/archives/${databases}/p${messageRef.ts.replace(".", "")}`,
  );
});

test("a post and an edit send the whole reply, and an edit clears what the reply lacks", async () => {
  const bodies: unknown[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push(await json(request));
    response.end('{"ok":true,"ts":"1.0"}');
  };
  const server = createServer((...call) => void answer(...call));
  const running = await listening(server);
  onTestFinished(() => running.close());
  const clients = slackClientMaker({ slackApiUrl: `${running.url}/api/`, log: pino({ level: "silent" }) });
  const sender = slackMessenger(clients("xoxb-1"));
  const [plain, beside] = [say("Firing…"), section("“Notes” · 1")];
  const colored = { ...plain, colored: { color: "#a30d2d", blocks: [beside] } };
  const ref = await sender.post("C1", colored);
  await sender.update(ref, colored);
  await sender.update(ref, plain);
  const attachments = [{ color: "#a30d2d", blocks: [beside], fallback: "Firing…" }];
  expect(bodies).toEqual([
    { channel: "C1", unfurl_links: false, unfurl_media: false, ...plain, attachments },
    { channel: "C1", ts: "1.0", ...plain, attachments },
    { channel: "C1", ts: "1.0", ...plain, attachments: [] },
  ]);
});

test("what is written goes to Slack as JSON, and what is asked as a form, because Slack takes no other there", async () => {
  const received: string[][] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push([request.url ?? "", request.headers["content-type"] ?? "", await text(request)]);
    response.end('{"ok":true}');
  };
  const running = await listening(createServer((...call) => void answer(...call)));
  onTestFinished(() => running.close());
  const clients = slackClientMaker({ slackApiUrl: `${running.url}/api/`, log: pino({ level: "silent" }) });
  const asking = slackMessenger(clients("xoxb-1"));
  const view = { type: "modal" as const, title: { type: "plain_text" as const, text: "Größe" }, blocks: [] };
  await asking.openModal("1.2", view);
  await asking.timeZoneOf("U1 & U2");
  const [[opened, asJson, written = ""] = [], asked] = received;
  expect([opened, asJson]).toEqual(["/api/views.open", "application/json; charset=utf-8"]);
  expect(JSON.parse(written)).toEqual({ trigger_id: "1.2", view });
  expect(asked).toEqual(["/api/users.info", "application/x-www-form-urlencoded", "user=U1+%26+U2"]);
});

test("the bytes of a file are sent once, and fail at once if they are refused", async () => {
  let sent = 0;
  const running = await listening(
    createServer((request, response) => {
      if (request.url === "/bytes") sent += 1;
      const isBytes = request.url === "/bytes";
      response.writeHead(isBytes ? 500 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ok: true, upload_url: `${running.url}/bytes`, file_id: "F1" }));
    }),
  );
  onTestFinished(() => running.close());
  const clients = slackClientMaker({ slackApiUrl: `${running.url}/api/`, log: pino({ level: "silent" }) });
  const file = { name: "costs.csv", bytes: Buffer.from("day,credits") };
  await expect(slackMessenger(clients("xoxb-1")).upload(file)).rejects.toMatchObject({ kind: "upstream" });
  expect(sent).toBe(1);
});
