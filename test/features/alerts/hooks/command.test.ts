import type { Offer } from "../../../../src/platform/forms/window.ts";
import { product } from "../../../../src/app/features.ts";
import { beforeEach, expect, test } from "vitest";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { alertEvent, hookCommand, hookRecord, incidentRecord } from "../../../support/alerts.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { type HookFixture, answered, buttonsOf, hookFixture } from "./fixture.ts";
import { hookParts } from "../../../../src/features/oncall/index.ts";
import { hookWindow, words as inWindow } from "../../../../src/features/alerts/hooks/window.ts";
import * as texts from "../../../../src/features/alerts/hooks/texts.ts";
import * as mappingTexts from "../../../../src/features/alerts/hooks/mapping/texts.ts";
import * as settingsTexts from "../../../../src/features/alerts/hooks/settings/texts.ts";
import * as tryTexts from "../../../../src/features/alerts/hooks/try-texts.ts";
import { commandButton } from "../../../../src/platform/blocks/command-button.ts";
import { windowView } from "../../../../src/platform/forms/window.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { hashText } from "../../../../src/lib/hash.ts";
import { drawn } from "../../../support/drawn.ts";

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

/** The lines of a tab of the hook's window, and its buttons. */
async function tabOf(words: string, offersAll = true) {
  const reading = hookCommand.read(`show ${words}`);
  if ("problem" in reading) throw new Error(reading.problem);
  const asker = { workspaceId: "T1", userId: "U1", channelId: "C9", place: "channel" as const };
  const opened = await drawn(await reading.run(fixture.context, asker, { progress: async () => undefined }));
  if (!("shows" in opened)) throw new Error("No window was opened.");
  const offer: Offer = (text, command) => (offersAll ? [commandButton(text, command)] : []);
  const person = { userId: "U1", role: "operator" as const, offer };
  const tabs = opened.shows.tabs.filter(({ name }) => name === (opened.tab ?? "address"));
  const blocks = (
    await Promise.all(tabs.map((tab) => tab.draw(opened.subject, person, fixture.context)))
  ).flat();
  const view = windowView(
    { window: opened.shows, subject: id, tab: "address" },
    "Hook",
    opened.shows.tabs,
    blocks,
  );
  expect(validateView(view)).toBeNull();
  return {
    title: await opened.shows.title(opened.subject, fixture.context),
    text: renderedText(blocks),
    buttons: buttonsOf({ text: "", blocks }),
  };
}

test("a hook is found by its name in any case, its channel's token, or its id", async () => {
  for (const word of ["checkout", "CHECKOUT", "<#C1|checkout>", "#checkout", id])
    expect(await tabOf(word)).toMatchObject({ title: "Hook checkout" });
});

test.each([
  ["show chekout", `${texts.notFound("called “chekout”")} Did you mean “checkout”?`],
  ["show xyz", `${texts.notFound("called “xyz”")} You have checkout.`],
  ["show", texts.whichHook],
  [`show T1-${"b".repeat(32)}`, texts.hookGone("checkout")],
  ["show checkout now", texts.tooMuch("now", "/db alerts hooks show checkout")],
  ["pause checkout for 2h", texts.tooMuch("for 2h", "/db alerts hooks pause checkout")],
  ["rotate checkout now", texts.rotateUsage("checkout")],
  ["rotate checkout done", texts.oneSecret("checkout")],
  ["delete checkout orders", texts.tooMuch("orders", "/db alerts hooks delete checkout")],
  ["fallback checkout", texts.whichFallback],
  ["fallback checkout <#C1|alerts>", texts.ownChannel],
  ["fallback checkout <#C2|a> <#C3|b>", "Name one channel only, such as `#databases`."],
  ["broadcast checkout maybe", texts.broadcastUsage("checkout")],
  ["unmute checkout", texts.unmuteWhich("checkout")],
  ["unmute checkout 3", texts.unmuteUnknown("3", "checkout")],
])("“%s” is refused with a reason", async (words, problem) => {
  expect(await fixture.refusal(words)).toBe(problem);
});

test("without any hook, the answer says how to create one", async () => {
  await fixture.context.hooks.remove(id);
  expect(await fixture.refusal("pause checkout")).toBe(texts.noneYetPlain);
  const none = await fixture.db("");
  expect(none.text).toBe(texts.noneYet);
  expect(buttonsOf(none)).toEqual({ [texts.createButton]: "alerts hooks create" });
});

test("the list shows each hook with its channel, its troubles and a button that opens it", async () => {
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
    "*2 hooks* for alerts",
    "*checkout*, in <#C1>.",
    ["*orders*, in <#C2>.", texts.refuses(true), texts.paused, texts.nothingDelivered].join(" "),
  ]);
  expect(buttonsOf(reply)).toEqual({ [texts.open]: 'alerts hooks show "T1-b"' });
});

test("a long list shows all hooks", async () => {
  for (let n = 1; n < 100; n += 1)
    await fixture.context.hooks.add(hookRecord({ id: `T1-${n}`, name: `${"x".repeat(57)}${n}` }));
  const { blocks } = await fixture.db("list");
  expect(JSON.stringify(blocks)).toContain(`x99*`);
});

test("the window shows everything about a hook except its secret", async () => {
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
    muted: { k: { title: "Noise", userId: "U1", at: hook.createdAt } },
    rules: [{ title: "payments", channelId: "C3" }, { mute: true }],
  }));
  const address = await tabOf("checkout");
  expect(address.text).toContain(`https://qm.example.com/hooks/${id}`);
  expect(address.text).toContain("Open alerts: 2");
  expect(address.text).toContain("title from alert.name");
  expect(address.text).not.toContain("<!channel>");
  expect(Object.keys(address.buttons)).toEqual([
    tryTexts.testButton,
    texts.pauseButton,
    texts.newSecretButton,
    mappingTexts.mappingButton,
    mappingTexts.unmap,
    texts.deleteButton,
  ]);
  const rules = await tabOf("checkout rules");
  expect(rules.text).toMatch(/1\. If the title contains “payments”.*2\. Always: mute it/s);
  expect(rules.buttons).toMatchObject({
    [inWindow.replay]: `alerts hooks replay "${id}" 24h`,
    [inWindow.noFallback]: `alerts hooks fallback "${id}" off`,
    [inWindow.addRule]: `alerts hooks set "${id}" rule`,
    [inWindow.setFallback]: `alerts hooks set "${id}" fallback`,
  });
  const escalation = await tabOf("checkout escalation");
  expect(escalation.text).toContain("15 minutes");
  expect(escalation.text).toContain("orders prod");
  const quieting = await tabOf("checkout quieting");
  expect(quieting.text).toContain("1. Noise, by");
  expect(quieting.buttons[texts.unmuteButton]).toMatch(`alerts hooks unmute "${id}" mute-`);
  const settings = await tabOf("checkout export");
  expect(settings.text).toContain("group: S1");
  expect(settings.buttons).toMatchObject({ [settingsTexts.importButton]: `alerts hooks import "${id}"` });
});

test("the window offers only what its person may do", async () => {
  const mute = { title: "Noise", userId: "U1", at: "2026-11-20T10:00:00.000Z" };
  await fixture.context.hooks.change(id, (hook) => ({
    ...hook,
    rules: [{ mute: true }],
    muted: { k: mute },
  }));
  for (const tab of hookWindow(hookParts).tabs)
    expect((await tabOf(`checkout ${tab.name}`, false)).buttons).toEqual({});
});

test("a window of many rules and mutes keeps Slack's limits", async () => {
  const at = "2026-11-20T10:00:00.000Z";
  await fixture.context.hooks.change(id, (hook) => ({
    ...hook,
    rules: Array.from({ length: 50 }, (_, n) => ({ title: `${n} `.padEnd(200, "&"), channelId: "C2" })),
    muted: Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`k${n}`, { title: "&".repeat(500), userId: "U1", at }]),
    ),
  }));
  expect((await tabOf("checkout rules")).text).toContain(inWindow.moreRules(30));
  expect((await tabOf("checkout quieting")).text).toContain(inWindow.moreMutes(180));
  expect((await tabOf("checkout export")).text).toContain(inWindow.tooLong);
});

test("a new secret works beside the old one until that is dropped, and can be replaced if lost", async () => {
  const old = "0".repeat(64);
  const first = await fixture.db("rotate checkout");
  expect(await hashes()).toEqual([hashText(secretIn(first.text)), old]);
  expect(buttonsOf(first)).toMatchObject({ [texts.dropSecret]: `alerts hooks rotate "${id}" done` });

  expect(await fixture.refusal("rotate checkout")).toBe(texts.twoSecrets("checkout"));
  const again = await fixture.db("rotate checkout again");
  expect(await hashes()).toEqual([hashText(secretIn(again.text)), old]);
  expect(secretIn(again.text)).not.toBe(secretIn(first.text));

  expect((await fixture.db("rotate checkout done")).text).toContain("Dropped the old secret of *checkout*.");
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
  expect((await tabOf("checkout")).text).toContain("Paused by @U1");
  expect((await fixture.db("test checkout")).text).toBe(tryTexts.testPaused("*checkout*"));
  expect((await fixture.db("resume checkout")).text).toContain("It was paused since");
  expect((await checkout()).paused).toBeUndefined();
  expect((await fixture.db("resume checkout")).text).toBe(texts.notPaused("*checkout*", "in <#C1>"));
});

test("a hook is deleted only after a yes, and the question says what depends on it", async () => {
  await redis.client.zadd(keys.openIncidents("T1", id), 1, "i1");
  const asked = await fixture.db("delete checkout");
  expect(asked.text).toContain("`/db alerts hooks delete checkout yes`");
  expect(asked.text).toContain("1 open alert stays in the channel, without updates.");
  expect(await checkout()).toBeDefined();
  expect((await fixture.press(asked, texts.deleteButton)).text).toBe(texts.deleted("*checkout*", "in <#C1>"));
  expect(await fixture.context.hooks.list()).toEqual([]);
});

test.each(["checkout", '"checkout"', id])(
  "“delete %s” with its name once more deletes, but not by another's words",
  async (named) => {
    const words = `delete ${named} checkout`;
    const asker = { workspaceId: "T1", userId: "U1" };
    const asked = await answered(words, fixture.context, asker);
    expect(asked.text).toContain("It has no open alerts.");
    expect(await checkout()).toBeDefined();
    expect((await answered(words, fixture.context, { ...asker, mayConfirm: true })).text).toBe(
      texts.deleted("*checkout*", "in <#C1>"),
    );
  },
);

test("an old secret is dropped by who types it or presses the button, and asked about for others", async () => {
  await fixture.db("rotate checkout");
  const asker = { workspaceId: "T1", userId: "U1" };
  const asked = await answered("rotate checkout done", fixture.context, asker);
  expect(asked.text).toBe(texts.dropQuestion("checkout").text);
  expect(await hashes()).toHaveLength(2);
  expect((await fixture.press(asked, texts.dropSecret)).text).toContain("Dropped the old secret");
  expect(await hashes()).toHaveLength(1);
});

test("each test goes through the inbox as an event of its own, and the answer names its channel", async () => {
  const { text } = await fixture.db("test checkout");
  expect(text).toContain(tryTexts.testShows("in <#C1>", undefined));
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
  expect((await fixture.db("test checkout")).text).toContain(tryTexts.testMuted(2));
  await change([{ channelId: "C5" }]);
  expect((await fixture.db("test checkout")).text).toContain(tryTexts.testShows("in <#C5>", 1));
});

test("the fallback channel must accept posts, and can be removed", async () => {
  fixture.presence["C3"] = "none";
  expect(await fixture.refusal("fallback checkout <#C3|x>")).toContain("I can't post in that channel");
  expect((await fixture.db("fallback checkout <#C2|db>")).text).toContain("go on in <#C2>");
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
  ["", texts.whichGroup],
  ["@ada after 15", texts.whichGroup],
  ["<!subteam^S1> <!subteam^S2>", texts.oneGroup],
  ["<!subteam^S1> after 0", texts.notATime("after 0", "1,440")],
  ["<!subteam^S1> after 25h", texts.notATime("after 25h", "1,440")],
  ["<!subteam^S1> soon", texts.notATime("soon", "1,440")],
])("“escalate checkout %s” is refused with a reason and an example", async (words, problem) => {
  const refusal = await fixture.refusal(`escalate checkout ${words}`);
  expect(refusal).toContain(problem);
  expect(refusal).toContain(texts.escalateExample("checkout"));
});

test("broadcast is switched on and off", async () => {
  expect((await fixture.db("broadcast checkout off")).text).toBe(texts.broadcastOff("*checkout*"));
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
    expect((await fixture.db(`observe checkout ${words}`)).text).toContain("come from *orders prod*");
    expect(await checkout()).toMatchObject({ observes: { connection: "default", serviceId: "s1" } });
  }
  expect(await fixture.refusal("observe checkout default")).toContain(texts.observeService);
  expect(await fixture.refusal("observe checkout")).toContain(texts.observeWhat);
  expect(await fixture.refusal("observe checkout orders")).toContain("Did you mean “orders prod”?");
});

test("a mapping is set, shown as a command, and removed", async () => {
  expect((await fixture.db("map checkout")).text).toContain("has no mapping");
  const { text } = await fixture.db('map checkout title=alert.name link="the link.0"');
  expect(text).toContain('\n/db alerts hooks map checkout title=alert.name link="the link.0"\n');
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
  expect(listed.text).toContain(texts.mutesTitle(2, "*checkout*"));
  expect(listed.text).toContain("1. &lt;\u200b!here&gt; first, by <@U2>");
  expect((await fixture.db("unmute checkout 2")).text).toBe(texts.unmuted("second", "*checkout*"));
  expect(Object.keys((await checkout()).muted)).toEqual(["id:a <!here> "]);
  const shown = await fixture.db("mutes checkout");
  await fixture.press(shown, texts.unmuteButton);
  expect((await checkout()).muted).toEqual({});
  await expect(fixture.press(shown, texts.unmuteButton)).rejects.toThrow(texts.unmutedAlready("checkout"));
  expect((await fixture.db("mutes checkout")).text).toBe(texts.noMutes("*checkout*"));
});
