import { product } from "../../../../src/app/features.ts";
import { beforeEach, expect, test } from "vitest";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { alertEvent, hookRecord, incidentRecord } from "../../../support/alerts.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { type HookRoom, buttonsOf, hookRoom } from "./fixture.ts";
import { hashText } from "../../../../src/lib/hash.ts";

const redis = useRedis();
const id = `T1-${"a".repeat(32)}`;
let room: HookRoom;
beforeEach(async () => {
  room = hookRoom(redis.client);
  await room.context.hooks.add(hookRecord({ id }));
});

async function checkout(): Promise<Hook> {
  const hook = await room.context.hooks.find(id);
  if (!hook) throw new Error("The hook is gone.");
  return hook;
}
const digests = async () => (await checkout()).secrets.map(({ digest }) => digest);
const mute = (title: string, hour: string) => ({ title, userId: "U2", at: `2026-11-20T${hour}:00:00.000Z` });
const secretIn = (text: string) => /whsec_[A-Za-z0-9]+/.exec(text)?.[0] ?? "";

test("a word that is no act gets the nearest one, in the answer to the command itself", () => {
  const reading = product.readCommand("hook shwo checkout");
  expect("reply" in reading && reading.reply.text).toBe(
    "“hook shwo” is not known. Did you mean `hook show`? Try `/db hook create #alerts`.",
  );
});

test("a hook is named by its name however it is written, its channel's token, or its id", async () => {
  for (const word of ["checkout", "CHECKOUT", "<#C1|checkout>", "#checkout", id])
    expect((await room.db(`show ${word}`)).text).toContain("*checkout* brings alerts to <#C1>.");
});

test.each([
  ["show chekout", "There is no hook “chekout”. Did you mean “checkout”?"],
  ["show xyz", "There is no hook “xyz”. Those there are: checkout."],
  ["show", "Say which hook, as in `/db hook show checkout`. Those there are: checkout."],
  [`show T1-${"b".repeat(32)}`, "That hook is no longer there. Those there are: checkout."],
  ["show checkout now", "“now” is too much there: `/db hook show checkout` is all."],
  ["pause checkout for 2h", "“for 2h” is too much there: `/db hook pause checkout` is all."],
  [
    "rotate checkout now",
    "After `rotate checkout` comes nothing, `done` to drop the old secret, or `again` when the new one is lost.",
  ],
  [
    "rotate checkout done",
    "“checkout” has one secret only, so there is no old one to drop. `/db hook rotate checkout` makes a new one.",
  ],
  [
    "delete checkout orders",
    "To delete “checkout”, say its name again: `/db hook delete checkout checkout`.",
  ],
  [
    "fallback checkout",
    "Say which channel takes over, or `off`. For example: `/db hook fallback checkout #databases`.",
  ],
  [
    "fallback checkout <#C1|alerts>",
    "That is the hook's own channel. Name another one to take over from it.",
  ],
  ["fallback checkout <#C2|a> <#C3|b>", "Name one channel only, such as `#databases`."],
  ["broadcast checkout maybe", "Say `on` or `off`, as in `/db hook broadcast checkout on`."],
  ["unmute checkout", "Say which alert, by its number. `/db hook mutes checkout` lists them."],
  ["unmute checkout 3", "“3” is no number of a muted alert. `/db hook mutes checkout` lists them."],
])("“%s” is refused in words", async (words, problem) => {
  expect(await room.refusal(words)).toBe(problem);
});

test("where there is no hook at all, it says how to make one", async () => {
  await room.context.hooks.remove(id);
  expect(await room.refusal("show checkout")).toBe(
    "There are no hooks here yet. To make the first one: `/db hook create #alerts`.",
  );
  expect((await room.db("")).text).toContain("There are no hooks here yet.");
});

test("list names each hook with its channel and what is the matter with it", async () => {
  const at = "2026-11-20T10:00:00.000Z";
  await room.context.hooks.add(
    hookRecord({ id: "T1-b", name: "orders", channelId: "C2", createdAt: "2026-11-20T11:00:00.000Z" }),
  );
  await room.context.hooks.change("T1-b", (hook) => ({
    ...hook,
    paused: { userId: "U1", at },
    awaited: { userId: "U1", channelId: "C9" },
    unreachable: [{ channelId: "C2", reason: "is_archived", at }],
  }));
  const reply = await room.db("list");
  expect(reply.text.split("\n").slice(0, 3)).toEqual([
    "*2 hooks* for alerts.",
    "*checkout*, in <#C1>.",
    "*orders*, in <#C2>. :warning: Its channel takes nothing any more. :double_vertical_bar: Paused. Nothing was delivered yet.",
  ]);
});

test("a long list of hooks is shown whole", async () => {
  for (let n = 1; n < 100; n += 1)
    await room.context.hooks.add(hookRecord({ id: `T1-${n}`, name: `${"x".repeat(57)}${n}` }));
  const { blocks } = await room.db("list");
  expect(JSON.stringify(blocks)).toContain(`x99*`);
});

test("show says all of a hook but its secret", async () => {
  await redis.client.zadd(keys.openIncidents("T1", id), 1, "i1", 2, "i2");
  const { body: _body, ...event } = alertEvent({ title: "<!channel> late" });
  const logged = { receivedAtMs: Date.parse("2026-11-20T09:00:00Z"), event, channelId: "C1", isMuted: false };
  await redis.client.rpush(keys.eventLog("T1", id), "{}", JSON.stringify(logged));
  await room.context.services.add({
    name: "orders prod",
    serviceId: "s1",
    addedBy: "U1",
    addedAt: "2026-11-20T09:00:00.000Z",
  });
  await room.context.hooks.change(id, (hook) => ({
    ...hook,
    fallbackChannelId: "C2",
    escalation: { groupId: "S1", afterMinutes: 15 },
    mapping: { title: "alert.name" },
    observes: { connection: "default", serviceId: "s1" },
    muted: { k: { title: "t", userId: "U1", at: hook.createdAt } },
  }));
  const reply = await room.db("show checkout");
  const made = "<!date^1795168800^{date_short_pretty} {time}|2026-11-20 10:00 UTC>";
  expect(reply.text.split("\n")).toEqual([
    "*checkout* brings alerts to <#C1>.",
    `*Address:* \`https://qm.example.com/hooks/${id}\``,
    `*Secret:* made ${made}.`,
    "*Last delivery:* “&lt;\u200b!channel&gt; late”, <!date^1795165200^{date_short_pretty} {time}|2026-11-20 09:00 UTC>.",
    "*Open alerts:* 2",
    "*Fallback channel:* <#C2>",
    "*Escalation:* <!subteam^S1> is mentioned after 15 minutes without an acknowledgement.",
    "*When it gets worse:* the channel hears of it.",
    "*Rules:* none.",
    "*Muted alerts:* 1, `/db hook mutes checkout` lists them.",
    "*Mapping:* title from `alert.name`, `/db hook map checkout` shows all.",
    "*Observed:* the alerts of orders prod.",
    `*Made by:* <@U1>, ${made}`,
  ]);
  expect(Object.keys(buttonsOf(reply))).toEqual([
    "Send a test",
    "Pause",
    "New secret",
    "Mapping",
    "Muted alerts",
    "Delete",
  ]);
});

test("a new secret works beside the old one until that is dropped, and a lost one is made again", async () => {
  const old = "0".repeat(64);
  const first = await room.db("rotate checkout");
  expect(await digests()).toEqual([hashText(secretIn(first.text)), old]);
  expect(buttonsOf(first)).toMatchObject({ "Drop the old secret": `hook rotate ${id} done` });

  expect(await room.refusal("rotate checkout")).toContain("Two secrets of “checkout” work already.");
  const again = await room.db("rotate checkout again");
  expect(await digests()).toEqual([hashText(secretIn(again.text)), old]);
  expect(secretIn(again.text)).not.toBe(secretIn(first.text));

  expect((await room.db("rotate checkout done")).text).toContain("The old secret of *checkout* is dropped.");
  expect(await digests()).toEqual([hashText(secretIn(again.text))]);
  const kept = (await contentsOf(redis.client)).join();
  for (const { text } of [first, again]) expect(kept).not.toContain(secretIn(text).slice("whsec_".length));
});

test("a new secret of a sender that signs is sealed as well", async () => {
  await room.context.hooks.change(id, (hook) => ({
    ...hook,
    secrets: [{ digest: "d", sealed: "s", createdAt: hook.createdAt }],
  }));
  expect((await room.db("rotate checkout")).text).toContain("*Signing secret*");
  expect((await checkout()).secrets[0]).toMatchObject({ sealed: expect.stringMatching(/^v1\./) });
});

test("a paused hook says since when, and goes on when it is resumed", async () => {
  expect((await room.db("pause checkout")).text).toContain("*checkout* is paused since");
  expect(await checkout()).toMatchObject({ paused: { userId: "U1", at: "2026-11-20T10:00:00.000Z" } });
  expect((await room.db("show checkout")).text).toContain("Paused by <@U1>");
  expect((await room.db("test checkout")).text).toContain("paused, so a test would be told to nobody");
  expect((await room.db("resume checkout")).text).toContain("It was paused since");
  expect((await checkout()).paused).toBeUndefined();
  expect((await room.db("resume checkout")).text).toContain("is not paused");
});

test("a hook is deleted only where its name is said again, after what depends on it was said", async () => {
  await redis.client.zadd(keys.openIncidents("T1", id), 1, "i1");
  const asked = await room.db("delete checkout");
  expect(asked.text).toContain("say its name again: `/db hook delete checkout checkout`");
  expect(asked.text).toContain("1 open alert stays in the channel, and nothing updates it any more.");
  expect(await checkout()).toBeDefined();
  const { Delete = "" } = buttonsOf(asked);
  expect((await room.db(Delete.replace("hook ", ""))).text).toContain("*checkout* is deleted");
  expect(await room.context.hooks.list()).toEqual([]);
});

test("a test goes the way that alerts go, each as one of its own, and says where it shows", async () => {
  const { text } = await room.db("test checkout");
  expect(text).toContain("In a moment it shows in <#C1>.");
  await room.db("test checkout");
  expect(room.poked).toEqual([id, id]);
  const { entries } = await room.context.inbox.waiting(id, 10);
  expect(entries).toMatchObject([
    { kind: "event", event: { isTest: true, title: "The hook “checkout” reaches this channel" } },
    { kind: "event" },
  ]);
  expect(await redis.client.hgetall(keys.alertCounts("T1"))).toEqual({ accepted: "2" });
});

test("a test that a rule mutes or sends elsewhere names that rule", async () => {
  const change = (rules: Hook["rules"]) => room.context.hooks.change(id, (hook) => ({ ...hook, rules }));
  await change([{ title: "payments" }, { mute: true }]);
  expect((await room.db("test checkout")).text).toContain("Its rule 2 mutes it, so nobody is told.");
  await change([{ channelId: "C5" }]);
  expect((await room.db("test checkout")).text).toContain("In a moment it shows in <#C5> by its rule 1.");
});

test("the fallback channel is one that can be posted to, and can be taken back", async () => {
  room.presence["C3"] = "none";
  expect(await room.refusal("fallback checkout <#C3|x>")).toContain("I cannot post in that channel");
  expect((await room.db("fallback checkout <#C2|db>")).text).toContain("goes on in <#C2>");
  expect(await checkout()).toMatchObject({ fallbackChannelId: "C2" });
  await room.db("fallback checkout off");
  expect((await checkout()).fallbackChannelId).toBeUndefined();
});

test.each([
  ["<!subteam^S1|@oncall> after 15", { groupId: "S1", afterMinutes: 15 }],
  ["<!subteam^S1>", { groupId: "S1", afterMinutes: 15 }],
  ["after 2h <!subteam^S1|@oncall>", { groupId: "S1", afterMinutes: 120 }],
  ["<!subteam^S1|@oncall> 30 min", { groupId: "S1", afterMinutes: 30 }],
])("“escalate checkout %s” is understood", async (words, escalation) => {
  const { text } = await room.db(`escalate checkout ${words}`);
  expect(text).toContain("<!subteam^S1>");
  expect(await checkout()).toMatchObject({ escalation });
  await room.db("escalate checkout off");
  expect((await checkout()).escalation).toBeUndefined();
});

test.each([
  ["", "Say which user group"],
  ["@ada after 15", "Say which user group"],
  ["<!subteam^S1> <!subteam^S2>", "Name one user group only."],
  ["<!subteam^S1> after 0", "“after 0” is no time to wait"],
  ["<!subteam^S1> after 25h", "“after 25h” is no time to wait: after how many minutes, from 1 to 1,440?"],
  ["<!subteam^S1> soon", "“soon” is no time to wait"],
])("“escalate checkout %s” is refused in words, with an example", async (words, problem) => {
  const refusal = await room.refusal(`escalate checkout ${words}`);
  expect(refusal).toContain(problem);
  expect(refusal).toContain("For example: `/db hook escalate checkout @oncall after 15`.");
});

test("broadcasts are on or off", async () => {
  expect((await room.db("broadcast checkout off")).text).toContain("its thread alone hears of it");
  expect(await checkout()).toMatchObject({ broadcasts: false });
  await room.db("broadcast checkout ON");
  expect(await checkout()).toMatchObject({ broadcasts: true });
});

test("the API to ask is that of a service, with its connection said or not", async () => {
  await room.context.services.add({
    name: "orders prod",
    serviceId: "s1",
    addedBy: "U1",
    addedAt: "2026-11-20T09:00:00.000Z",
  });
  for (const words of ["default orders prod", "orders  PROD", "Default s1"]) {
    await room.db("observe checkout off");
    expect((await checkout()).observes).toBeUndefined();
    expect((await room.db(`observe checkout ${words}`)).text).toContain("those of *orders prod*");
    expect(await checkout()).toMatchObject({ observes: { connection: "default", serviceId: "s1" } });
  }
  expect(await room.refusal("observe checkout default")).toContain("Say the service too");
  expect(await room.refusal("observe checkout")).toContain("Say which connection and service, or `off`.");
  expect(await room.refusal("observe checkout orders")).toContain("Did you mean “orders prod”?");
});

test("a mapping is set, shown as it can be sent again, and taken back", async () => {
  expect((await room.db("map checkout")).text).toContain("has no mapping");
  const { text } = await room.db('map checkout title=alert.name link="the link.0"');
  expect(text).toContain('\n/db hook map checkout title=alert.name link="the link.0"\n');
  expect(await checkout()).toMatchObject({ mapping: { title: "alert.name", link: "the link.0" } });
  expect((await room.db("map checkout")).text).toBe(text);
  await room.db("map checkout off");
  expect((await checkout()).mapping).toBeUndefined();
});

test("how to map shows what the last delivery held that could not be read", async () => {
  const latest = alertEvent({ isUnreadable: true, body: '{"alert":{"name":"Disk full"}}' });
  const incident = incidentRecord({ hookId: id, latest });
  await redis.client.set(keys.incident("T1", incident.id), JSON.stringify(incident));
  await redis.client.zadd(keys.openIncidents("T1", id), 1, incident.id);
  expect((await room.db("map checkout")).text).toContain("• `alert.name`: Disk full");
});

test("muted alerts are listed with a button each, which or whose number unmutes them", async () => {
  const muted = { "id:b": mute("second", "11"), "id:a <!here> ": mute("<!here> first", "10") };
  await room.context.hooks.change(id, (hook) => ({ ...hook, muted }));
  const listed = await room.db("mutes checkout");
  expect(listed.text).toContain("*2 alerts* of *checkout* are muted");
  expect(listed.text).toContain("1. &lt;\u200b!here&gt; first, by <@U2>");
  expect((await room.db("unmute checkout 2")).text).toContain("“second” of *checkout* is told again");
  expect(Object.keys((await checkout()).muted)).toEqual(["id:a <!here> "]);
  const { Unmute = "" } = buttonsOf(await room.db("mutes checkout"));
  await room.db(Unmute.replace("hook ", ""));
  expect((await checkout()).muted).toEqual({});
  expect(await room.refusal(Unmute.replace("hook ", ""))).toContain("That alert is unmuted already.");
  expect((await room.db("mutes checkout")).text).toContain("No alert of *checkout* is muted.");
});
