import { beforeAll, expect, test } from "vitest";
import { isJsonObject, jsonObjects, type Entity } from "@quartermaster/local-slack/person";
import { Entity as EntitySchema } from "@quartermaster/local-slack/validate";
import { alertSender } from "../support/alert-sender.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { type KnownHook, putHook } from "../support/hook.ts";
import { paneOf, wordsOf } from "../support/object-pane.ts";
import { type SeenMessage, person } from "../support/slack-person.ts";

/** Below a domain that the local Slack reports links of. */
const publicUrl = "https://qm.console.example.com";
const environment = useTestEnvironment({ environment: () => ({ PUBLIC_URL: publicUrl }) });

let serviceId = "";
let known: KnownHook;

beforeAll(async () => {
  const { slack, organization, redisUrl, app } = environment;
  serviceId = organization.services[0]?.id ?? "";
  await using ada = person(slack, "Ada Park");
  await ada.command("databases", `/db services add ${serviceId} orders prod`);
  await ada.waitForMessage("databases", "orders prod");
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  known = await putHook(redisUrl, slack.teamId, { channelId, publicUrl: app.url, name: "checkout" });
});

const serviceLink = () => `${publicUrl}/open/service/${serviceId}`;
const nameOf = (type: string, id: string) => ({
  url: `${publicUrl}/open/${type}/${id}`,
  externalRef: { id, type },
});

/** The Work Object of the newest message with this text. */
async function cardOf(text: string, channel = "databases"): Promise<Entity | undefined> {
  const hasCard = (message: SeenMessage) => message.text.includes(text) && message.attachments !== undefined;
  const { attachments } = await environment.ada.waitForMessage(channel, hasCard);
  const [card] = jsonObjects(attachments);
  return isJsonObject(card?.entity) ? EntitySchema.parse(card.entity) : undefined;
}

function hasAnyCard({ attachments }: SeenMessage): boolean {
  return attachments !== undefined;
}

function hasCardAgain(message: SeenMessage): boolean {
  return message.text.startsWith("Again") && hasAnyCard(message);
}

/** An alert of orders prod in #alerts, by its incident's id. */
async function fire(name: string): Promise<string> {
  const sender = alertSender({ url: known.url, secret: known.secret });
  await sender.fire({
    name,
    group: "orders prod",
    value: 91,
    threshold: 80,
    message: "The disk is filling up.",
  });
  sender.close();
  const { blocks } = await environment.ada.waitForMessage("alerts", name);
  const found = /"alerts:details","value":"([^"]+)"/.exec(JSON.stringify(blocks))?.[1];
  if (!found) throw new Error("The alert has no Details button.");
  return found;
}

test("a link to a service gets its card, without costs, and clients without Work Objects get the same facts", async () => {
  const { ada, slack } = environment;
  await ada.say("databases", `Look: ${serviceLink()}`);
  const card = await cardOf(serviceLink());
  expect(card?.entity_payload.attributes.title.text).toBe("orders prod");
  expect(wordsOf(card)).toMatchObject({
    State: "running",
    Owner: expect.any(String),
    Size: expect.any(String),
  });
  expect(Object.keys(wordsOf(card))).not.toContain("This month");
  const log: unknown = await (await fetch(`${slack.url}/page/log?kind=call&name=chat.unfurl`)).json();
  const sent = JSON.stringify(jsonObjects(log).at(-1));
  expect(sent).toContain("*orders prod*");
  expect(sent).toContain("State: running");
});

test("opening a service shows it as it is now, with its costs and how to connect, and without secrets", async () => {
  const { ada, slack } = environment;
  const pane = await paneOf(slack, ada).open(nameOf("service", serviceId));
  const words = wordsOf(pane.entity);
  expect(words).toMatchObject({
    State: "running",
    "This month": expect.stringMatching(/credit/),
    "Last backup": expect.anything(),
    Owner: expect.any(String),
    Size: expect.stringContaining("GB"),
    Connection: "default",
    Connect: expect.stringContaining("://"),
    Read: expect.stringContaining("Live"),
  });
  expect(Object.keys(words)).not.toContain("Not read in time");
  const stored = JSON.stringify(pane.entity);
  expect(stored).not.toContain(environment.organization.keySecret);
  expect(stored).not.toContain("<!date");
});

test("a link to an alert gets its card, and its button acknowledges it", async () => {
  const { ada } = environment;
  const id = await fire("disk of orders");
  const { url } = nameOf("alert", id);
  await ada.say("databases", `What is ${url}`);
  const card = await cardOf(url);
  expect(wordsOf(card)).toMatchObject({
    Status: "Firing",
    Service: "orders prod",
    Since: expect.any(Number),
  });
  const message = await ada.waitForMessage("databases", url);
  await ada.click(message, "alerts:acknowledge");
  await ada.waitForMessage("databases", "You acknowledged");
  await ada.waitForMessage("alerts", "Acknowledged");
  // Slack asks for the card again.
  await ada.waitForMessage("databases", ({ text, attachments }) => {
    const [refreshed] = jsonObjects(attachments);
    return text.includes(url) && JSON.stringify(refreshed).includes("Acknowledged by");
  });
});

test("a click in an alert's pane does what its message's button does, and the pane then shows it", async () => {
  const { ada, slack } = environment;
  const id = await fire("latency of orders");
  const pane = paneOf(slack, ada);
  const before = wordsOf((await pane.open(nameOf("alert", id))).entity);
  expect(before).toMatchObject({
    Status: "Firing",
    Value: "91",
    Limit: "80",
    Hook: "checkout",
    Service: "orders prod",
    Text: expect.stringContaining("filling up"),
    "Others of this service": expect.stringContaining("disk of orders"),
    Message: "Open in its channel",
  });
  await pane.click("Acknowledge");
  const after = await pane.shown(({ entity }) => wordsOf(entity).Status === "Acknowledged");
  expect(wordsOf(after.entity)).toMatchObject({ "Acknowledged by": ada.id });
  await pane.click("Details");
  expect((await ada.waitForModal()).title).toBe("Details");
  await ada.close();
});

test("a person without a role sees why in the pane, and so does one who may not do what a button does", async () => {
  const { slack, ada } = environment;
  const id = await fire("errors of orders");
  const headers = { "content-type": "application/json" };
  const guest = slack.users.find(({ name }) => name === "Noor Haddad")?.id ?? "";
  const body = JSON.stringify({ person: guest, isGuest: true });
  await fetch(`${slack.url}/page/person`, { method: "POST", headers, body });
  await using other = person(slack, guest);
  const refused = await paneOf(slack, other).open(nameOf("service", serviceId));
  expect(refused.error).toEqual({
    title: "You can't see this",
    message: expect.stringContaining("viewer role"),
  });
  expect(JSON.stringify(refused)).not.toContain("running");
  await using sam = person(slack, "Sam Rivera");
  const viewed = paneOf(slack, sam);
  await viewed.open(nameOf("alert", id));
  await viewed.click("Acknowledge");
  await sam.waitForMessage("direct", "operator role");
  expect(wordsOf((await paneOf(slack, ada).open(nameOf("alert", id))).entity).Status).toBe("Firing");
});

test.each<[what: string, ref: { id: string; type?: string }]>([
  ["a service that isn't here", { id: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10", type: "service" }],
  ["an alert that isn't here", { id: "T0OTHER-hook-1", type: "alert" }],
  ["an unknown kind", { id: "1", type: "user" }],
  ["no kind", { id: "1" }],
  ["a huge id", { id: "x".repeat(50_000), type: "service" }],
  ["an id with the characters of a key", { id: "a}:b*{c", type: "alert" }],
  ["a name of the object prototype", { id: "1", type: "__proto__" }],
])("a reference to %s gets one clear sentence", async (_what, externalRef) => {
  const { ada, slack } = environment;
  const pane = await paneOf(slack, ada).open({ url: serviceLink(), externalRef });
  expect(pane.entity).toBeUndefined();
  expect(pane.error).toEqual({ title: "Not here", message: expect.stringContaining("doesn't know it") });
});

test("a forgotten service is gone from its pane, and its link gets no card", async () => {
  const { ada, slack, organization } = environment;
  const second = organization.services[1]?.id ?? "";
  await ada.command("databases", `/db services add ${second} orders old`);
  await ada.waitForMessage("databases", "orders old");
  const pane = paneOf(slack, ada);
  expect((await pane.open(nameOf("service", second))).title).toBe("It");
  await ada.command("databases", "/db services forget orders old yes");
  await ada.waitForMessage("databases", "Took *");
  expect((await pane.open(nameOf("service", second))).error?.title).toBe("Not here");
  const { url } = nameOf("service", second);
  await ada.say("databases", `${url} and ${serviceLink()}`);
  const posted = (message: SeenMessage) => message.text.includes(url) && message.attachments !== undefined;
  const { attachments } = await ada.waitForMessage("databases", posted);
  expect(jsonObjects(attachments)).toHaveLength(1);
});

test("where people from elsewhere see the channel, the card names nothing", async () => {
  const { ada, slack } = environment;
  const headers = { "content-type": "application/json" };
  const share = (isShared: boolean) =>
    fetch(`${slack.url}/page/channel`, {
      method: "POST",
      headers,
      body: JSON.stringify({ channel: "incidents", isShared }),
    });
  await share(true);
  await ada.say("incidents", serviceLink());
  const { attachments } = await ada.waitForMessage("incidents", hasAnyCard);
  await share(false);
  expect(JSON.stringify(attachments)).not.toContain("orders prod");
  expect(JSON.stringify(attachments)).toContain("A database service. Choose Show to see it.");
});

test("if Slack refuses the Work Objects of links, the links get their plain cards", async () => {
  const { ada } = environment;
  const match = { methods: ["chat.unfurl"] };
  await environment.slackFaults({ kind: "error", error: "error_processing_metadata", times: 1, match });
  await ada.say("databases", `Again: ${serviceLink()}`);
  const { attachments } = await ada.waitForMessage("databases", hasCardAgain);
  const [card] = jsonObjects(attachments);
  expect(card).not.toHaveProperty("entity");
  expect(JSON.stringify(card?.blocks)).toContain("*orders prod*");
});

test("the page behind a link is the same for each, and names nothing", async () => {
  const [first, second] = await Promise.all(
    [`/open/service/${serviceId}`, "/open/alert/anything"].map(async (path) =>
      (await fetch(`${environment.app.url}${path}`)).text(),
    ),
  );
  expect(first).toBe(second);
  expect(first).toContain("Open it in Slack");
});
