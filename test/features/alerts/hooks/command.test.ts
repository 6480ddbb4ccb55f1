import { product } from "../../../../src/app/features.ts";
import { beforeEach, expect, test } from "vitest";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { alertEvent, hookRecord, incidentRecord } from "../../../support/alerts.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { type HookFixture, buttonsOf, hookFixture } from "./fixture.ts";
import { hashText } from "../../../../src/lib/hash.ts";

const redis = useRedis();
const id = `T1-${"a".repeat(32)}`;
let fixture: HookFixture;
beforeEach(async () => {
  fixture = hookFixture(redis.client);
  await fixture.context.hooks.add(hookRecord({ id }));
});

async function checkout(): Promise<Hook> {
  const hook = await fixture.context.hooks.find(id);
  if (!hook) throw new Error("The hook is gone.");
  return hook;
}
const hashes = async () => (await checkout()).secrets.map(({ hash }) => hash);
const mute = (title: string, hour: string) => ({ title, userId: "U2", at: `2026-11-20T${hour}:00:00.000Z` });
const secretIn = (text: string) => /whsec_[A-Za-z0-9]+/.exec(text)?.[0] ?? "";

test("an unknown action is answered with the nearest one", () => {
  const reading = product.readCommand("hook shwo checkout");
  expect("reply" in reading && reading.reply.text).toBe(
    "I don't know `/db alerts hooks shwo`. Did you mean `/db alerts hooks show`? Try `/db alerts hooks create #alerts`.",
  );
});

test("a hook is found by its name in any case, its channel's token, or its id", async () => {
  for (const word of ["checkout", "CHECKOUT", "<#C1|checkout>", "#checkout", id])
    expect((await fixture.db(`show ${word}`)).text).toContain("*checkout* brings alerts to <#C1>.");
});

test.each([
  ["show chekout", "I can't find a hook called “chekout”. Did you mean “checkout”?"],
  ["show xyz", "I can't find a hook called “xyz”. You have checkout."],
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
])("“%s” is refused with a reason", async (words, problem) => {
  expect(await fixture.refusal(words)).toBe(problem);
});

test("without any hook, the answer says how to create one", async () => {
  await fixture.context.hooks.remove(id);
  expect(await fixture.refusal("show checkout")).toBe(
    "There are no hooks here yet. To make the first one: `/db hook create #alerts`.",
  );
  expect((await fixture.db("")).text).toContain("There are no hooks here yet.");
});

test("the list shows each hook with its channel and its troubles", async () => {
  const at = "2026-11-20T10:00:00.000Z";
  await fixture.context.hooks.add(
    hookRecord({ id: "T1-b", name: "orders", channelId: "C2", createdAt: "2026-11-20T11:00:00.000Z" }),
  );
  await fixture.context.hooks.change("T1-b", (hook) => ({
    ...hook,
    paused: { userId: "U1", at },
    awaited: { userId: "U1", channelId: "C9" },
    unreachable: [{ channelId: "C2", reason: "is_archived", at }],
  }));
  const reply = await fixture.db("list");
  expect(reply.text.split("\n").slice(0, 3)).toEqual([
    "*2 hooks* for alerts.",
    "*checkout*, in <#C1>.",
    "*orders*, in <#C2>. :warning: Its channel takes nothing any more. :double_vertical_bar: Paused. Nothing was delivered yet.",
  ]);
});

test("a long list shows all hooks", async () => {
  for (let n = 1; n < 100; n += 1)
    await fixture.context.hooks.add(hookRecord({ id: `T1-${n}`, name: `${"x".repeat(57)}${n}` }));
  const { blocks } = await fixture.db("list");
  expect(JSON.stringify(blocks)).toContain(`x99*`);
});

test("show gives everything about a hook except its secret", async () => {
  await redis.client.zadd(keys.openIncidents("T1", id), 1, "i1", 2, "i2");
  const { body: _body, ...event } = alertEvent({ title: "<!channel> late" });
  const logged = { receivedAtMs: Date.parse("2026-11-20T09:00:00Z"), event, channelId: "C1", isMuted: false };
  await redis.client.rpush(keys.eventLog("T1", id), "{}", JSON.stringify(logged));
  await fixture.context.services.add({
    name: "orders prod",
    serviceId: "s1",
    addedBy: "U1",
    addedAt: "2026-11-20T09:00:00.000Z",
  });
  await fixture.context.hooks.change(id, (hook) => ({
    ...hook,
    fallbackChannelId: "C2",
    escalation: { groupId: "S1", afterMinutes: 15 },
    mapping: { title: "alert.name" },
    observes: { connection: "default", serviceId: "s1" },
    muted: { k: { title: "t", userId: "U1", at: hook.createdAt } },
  }));
  const reply = await fixture.db("show checkout");
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

test("a new secret works beside the old one until that is dropped, and can be replaced if lost", async () => {
  const old = "0".repeat(64);
  const first = await fixture.db("rotate checkout");
  expect(await hashes()).toEqual([hashText(secretIn(first.text)), old]);
  expect(buttonsOf(first)).toMatchObject({ "Drop the old secret": `hook rotate ${id} done` });

  expect(await fixture.refusal("rotate checkout")).toContain("Two secrets of “checkout” work already.");
  const again = await fixture.db("rotate checkout again");
  expect(await hashes()).toEqual([hashText(secretIn(again.text)), old]);
  expect(secretIn(again.text)).not.toBe(secretIn(first.text));

  expect((await fixture.db("rotate checkout done")).text).toContain(
    "The old secret of *checkout* is dropped.",
  );
  expect(await hashes()).toEqual([hashText(secretIn(again.text))]);
  const kept = (await contentsOf(redis.client)).join();
  for (const { text } of [first, again]) expect(kept).not.toContain(secretIn(text).slice("whsec_".length));
});

test("a new secret of a signing sender is sealed too", async () => {
  await fixture.context.hooks.change(id, (hook) => ({
    ...hook,
    secrets: [{ hash: "d", sealed: "s", createdAt: hook.createdAt }],
  }));
  expect((await fixture.db("rotate checkout")).text).toContain("*Signing secret*");
  expect((await checkout()).secrets[0]).toMatchObject({ sealed: expect.stringMatching(/^v1\./) });
});

test("a paused hook says since when, and works again after a resume", async () => {
  expect((await fixture.db("pause checkout")).text).toContain("*checkout* is paused since");
  expect(await checkout()).toMatchObject({ paused: { userId: "U1", at: "2026-11-20T10:00:00.000Z" } });
  expect((await fixture.db("show checkout")).text).toContain("Paused by <@U1>");
  expect((await fixture.db("test checkout")).text).toContain("paused, so a test would be told to nobody");
  expect((await fixture.db("resume checkout")).text).toContain("It was paused since");
  expect((await checkout()).paused).toBeUndefined();
  expect((await fixture.db("resume checkout")).text).toContain("is not paused");
});

test("a hook is deleted only if its name is repeated, after the answer has said what depends on it", async () => {
  await redis.client.zadd(keys.openIncidents("T1", id), 1, "i1");
  const asked = await fixture.db("delete checkout");
  expect(asked.text).toContain("say its name again: `/db hook delete checkout checkout`");
  expect(asked.text).toContain("1 open alert stays in the channel, and nothing updates it any more.");
  expect(await checkout()).toBeDefined();
  const { Delete = "" } = buttonsOf(asked);
  expect((await fixture.db(Delete.replace("hook ", ""))).text).toContain("*checkout* is deleted");
  expect(await fixture.context.hooks.list()).toEqual([]);
});

test("each test goes through the inbox as an event of its own, and the answer names its channel", async () => {
  const { text } = await fixture.db("test checkout");
  expect(text).toContain("In a moment it shows in <#C1>.");
  await fixture.db("test checkout");
  expect(fixture.notified).toEqual([id, id]);
  const { entries } = await fixture.context.inbox.waiting(id, 10);
  expect(entries).toMatchObject([
    { kind: "event", event: { isTest: true, title: "The hook “checkout” reaches this channel" } },
    { kind: "event" },
  ]);
  expect(await redis.client.hgetall(keys.alertCounts("T1"))).toEqual({ accepted: "2" });
});

test("a test that a rule mutes or moves names that rule", async () => {
  const change = (rules: Hook["rules"]) => fixture.context.hooks.change(id, (hook) => ({ ...hook, rules }));
  await change([{ title: "payments" }, { mute: true }]);
  expect((await fixture.db("test checkout")).text).toContain("Its rule 2 mutes it, so nobody is told.");
  await change([{ channelId: "C5" }]);
  expect((await fixture.db("test checkout")).text).toContain("In a moment it shows in <#C5> by its rule 1.");
});

test("the fallback channel must accept posts, and can be removed", async () => {
  fixture.presence["C3"] = "none";
  expect(await fixture.refusal("fallback checkout <#C3|x>")).toContain("I can't post in that channel");
  expect((await fixture.db("fallback checkout <#C2|db>")).text).toContain("goes on in <#C2>");
  expect(await checkout()).toMatchObject({ fallbackChannelId: "C2" });
  await fixture.db("fallback checkout off");
  expect((await checkout()).fallbackChannelId).toBeUndefined();
});

test.each([
  ["<!subteam^S1|@oncall> after 15", { groupId: "S1", afterMinutes: 15 }],
  ["<!subteam^S1>", { groupId: "S1", afterMinutes: 15 }],
  ["after 2h <!subteam^S1|@oncall>", { groupId: "S1", afterMinutes: 120 }],
  ["<!subteam^S1|@oncall> 30 min", { groupId: "S1", afterMinutes: 30 }],
])("“escalate checkout %s” is understood", async (words, escalation) => {
  const { text } = await fixture.db(`escalate checkout ${words}`);
  expect(text).toContain("<!subteam^S1>");
  expect(await checkout()).toMatchObject({ escalation });
  await fixture.db("escalate checkout off");
  expect((await checkout()).escalation).toBeUndefined();
});

test.each([
  ["", "Say which user group"],
  ["@ada after 15", "Say which user group"],
  ["<!subteam^S1> <!subteam^S2>", "Name one user group only."],
  ["<!subteam^S1> after 0", "“after 0” is no time to wait"],
  ["<!subteam^S1> after 25h", "“after 25h” is no time to wait: after how many minutes, from 1 to 1,440?"],
  ["<!subteam^S1> soon", "“soon” is no time to wait"],
])("“escalate checkout %s” is refused with a reason and an example", async (words, problem) => {
  const refusal = await fixture.refusal(`escalate checkout ${words}`);
  expect(refusal).toContain(problem);
  expect(refusal).toContain("For example: `/db hook escalate checkout @oncall after 15`.");
});

test("broadcast is switched on and off", async () => {
  expect((await fixture.db("broadcast checkout off")).text).toContain("its thread alone hears of it");
  expect(await checkout()).toMatchObject({ broadcasts: false });
  await fixture.db("broadcast checkout ON");
  expect(await checkout()).toMatchObject({ broadcasts: true });
});

test("a hook observes a service, with or without its connection in the words", async () => {
  await fixture.context.services.add({
    name: "orders prod",
    serviceId: "s1",
    addedBy: "U1",
    addedAt: "2026-11-20T09:00:00.000Z",
  });
  for (const words of ["default orders prod", "orders  PROD", "Default s1"]) {
    await fixture.db("observe checkout off");
    expect((await checkout()).observes).toBeUndefined();
    expect((await fixture.db(`observe checkout ${words}`)).text).toContain("those of *orders prod*");
    expect(await checkout()).toMatchObject({ observes: { connection: "default", serviceId: "s1" } });
  }
  expect(await fixture.refusal("observe checkout default")).toContain("Say the service too");
  expect(await fixture.refusal("observe checkout")).toContain("Say which connection and service, or `off`.");
  expect(await fixture.refusal("observe checkout orders")).toContain("Did you mean “orders prod”?");
});

test("a mapping is set, shown as a command, and removed", async () => {
  expect((await fixture.db("map checkout")).text).toContain("has no mapping");
  const { text } = await fixture.db('map checkout title=alert.name link="the link.0"');
  expect(text).toContain('\n/db hook map checkout title=alert.name link="the link.0"\n');
  expect(await checkout()).toMatchObject({ mapping: { title: "alert.name", link: "the link.0" } });
  expect((await fixture.db("map checkout")).text).toBe(text);
  await fixture.db("map checkout off");
  expect((await checkout()).mapping).toBeUndefined();
});

test("the help for mappings shows the parts of the last unreadable delivery", async () => {
  const latest = alertEvent({ isUnreadable: true, body: '{"alert":{"name":"Disk full"}}' });
  const incident = incidentRecord({ hookId: id, latest });
  await redis.client.set(keys.incident("T1", incident.id), JSON.stringify(incident));
  await redis.client.zadd(keys.openIncidents("T1", id), 1, incident.id);
  expect((await fixture.db("map checkout")).text).toContain("• `alert.name`: Disk full");
});

test("muted alerts are listed, and their buttons or numbers unmute them", async () => {
  const muted = { "id:b": mute("second", "11"), "id:a <!here> ": mute("<!here> first", "10") };
  await fixture.context.hooks.change(id, (hook) => ({ ...hook, muted }));
  const listed = await fixture.db("mutes checkout");
  expect(listed.text).toContain("*2 alerts* of *checkout* are muted");
  expect(listed.text).toContain("1. &lt;\u200b!here&gt; first, by <@U2>");
  expect((await fixture.db("unmute checkout 2")).text).toContain("“second” of *checkout* is told again");
  expect(Object.keys((await checkout()).muted)).toEqual(["id:a <!here> "]);
  const { Unmute = "" } = buttonsOf(await fixture.db("mutes checkout"));
  await fixture.db(Unmute.replace("hook ", ""));
  expect((await checkout()).muted).toEqual({});
  expect(await fixture.refusal(Unmute.replace("hook ", ""))).toContain("That alert is unmuted already.");
  expect((await fixture.db("mutes checkout")).text).toContain("No alert of *checkout* is muted.");
});
