import { expect, test } from "vitest";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { NameNotFound } from "../../../../src/platform/commands/near.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertsTyped, checkout, disk, labels, queue } from "./typed-fixture.ts";

const redis = useRedis();
const workspaceWith = (...events: Partial<AlertEvent>[]) => alertsTyped(redis.client, ...events);

test("an alert is meant by its id, its number in the list, or words of its title", async () => {
  const { db, list, states, idOf, recorded, runOutbox, posts } = await workspaceWith(disk, checkout, queue);
  await list();
  expect(await db("alerts ack 1")).toMatchObject({ text: expect.stringContaining("*Disk full*") });
  expect(await db("alerts acknowledge checkout")).toMatchObject({
    text: expect.stringContaining("You acknowledged *Checkout errors*"),
  });
  expect(await states()).toEqual({
    "Disk full": "acknowledged UBOB",
    "Checkout errors": "acknowledged UBOB",
    "Queue is long": "firing",
  });
  await db(`alerts ack ${await idOf("id:queue")}`);
  expect(Object.values(await states())).toEqual(Array.from({ length: 3 }, () => "acknowledged UBOB"));
  expect(await recorded()).toEqual([
    "alert.acknowledge Queue is long",
    "alert.acknowledge Checkout errors",
    "alert.acknowledge Disk full",
  ]);
  await runOutbox("C1");
  expect(posts.filter(({ text }) => text.startsWith("Acknowledged: Disk full"))).toHaveLength(1);
});

test("a number means the list that its person saw last, also when others have fired since", async () => {
  const { db, list, accept, pass, ingest, states } = await workspaceWith(checkout, queue);
  expect((await list({ only: "unacknowledged" })).text).toContain(
    "\n2. :red_circle: *Firing: Checkout errors*",
  );
  await list({}, "UADA");
  pass(1_000);
  await accept(disk);
  await ingest();
  await db("alerts ack 2");
  expect(await states()).toEqual({
    "Disk full": "firing",
    "Queue is long": "firing",
    "Checkout errors": "acknowledged UBOB",
  });
});

test("a number on a narrowed list or a later page is the one that shows there", async () => {
  const many = Array.from({ length: 20 }, (_, n) => ({
    key: `id:${n}`,
    title: `Alert ${n}.`,
    alertName: `Rule ${n}`,
  }));
  const { db, list, states } = await workspaceWith(disk, ...many);
  await db("alerts ack disk");
  expect((await list({ only: "unacknowledged" })).text).toContain("\n1. :red_circle: *Firing: Alert 19.*");
  const { text } = await list({ only: "unacknowledged", page: 2 });
  const [, number, title = ""] = /\n(\d+)\. \S+ \*Firing: (Alert \d+\.)\*/.exec(text) ?? [];
  await db("alerts ack 1");
  await db(`alerts ack ${number}`);
  expect(await states()).toMatchObject({ "Alert 19.": "acknowledged UBOB", [title]: "acknowledged UBOB" });
});

test("without a list that has the number, nothing changes, and the list shows", async () => {
  const { db, list, states } = await workspaceWith(disk, checkout);
  for (const [line, userId] of [
    ["alerts ack 1", "U1"],
    ["alerts snooze 2 2h", "U2"],
    ["alerts mute 7", "U2"],
  ] as const) {
    const { text } = await db(line, { userId });
    expect(text).toContain("a number means the list that you saw last");
    expect(text).toContain("\n1. ");
  }
  await list();
  await db("alerts ack checkout", { userId: "UADA" });
  // Its line is another one now, but the alert is the same.
  expect((await db("alerts ack 2")).text).toContain("<@UADA> already acknowledged this");
  expect(await states()).toEqual({ "Disk full": "firing", "Checkout errors": "acknowledged UADA" });
});

test.each(["queue length", "web-3", "QUEUE", "long queue", '"queue is long"'])(
  "the words %s are enough for the alert of their rule, group or title",
  async (words) => {
    const { db, states } = await workspaceWith(disk, checkout, queue);
    await db(`alerts ack ${words}`);
    expect(await states()).toMatchObject({ "Queue is long": "acknowledged UBOB", "Disk full": "firing" });
  },
);

test("the name of its service is enough for the only alert of a service", async () => {
  const shop = await workspaceWith();
  const at = "2026-11-20T09:00:00.000Z";
  const orders = { name: "orders prod", serviceId: "s1", connection: "default", addedBy: "U1", addedAt: at };
  await shop.context.services.add(orders);
  const observes = { connection: "default", serviceId: "s1" };
  await shop.hooks.change("T1-checkout", (hook) => ({ ...hook, observes }));
  await shop.accept(disk);
  await shop.ingest();
  await shop.db("alerts ack orders");
  expect(await shop.states()).toEqual({ "Disk full": "acknowledged UBOB" });
});

test("an acknowledgement is taken back by the button of its answer", async () => {
  const { db, press, states } = await workspaceWith(disk);
  const shown = await db("alerts ack disk");
  expect(labels(shown)).toEqual(["Take back"]);
  expect(await press(shown, "Take back")).toMatchObject({ text: expect.stringContaining("*Disk full*") });
  expect(await states()).toEqual({ "Disk full": "firing" });
});

test("an alert that someone has stays theirs, as with the button", async () => {
  const { db, states, recorded } = await workspaceWith(disk);
  await db("alerts ack disk", { userId: "UADA" });
  expect(await db("alerts ack disk")).toMatchObject({
    text: expect.stringContaining("<@UADA> already acknowledged this"),
  });
  expect(await states()).toEqual({ "Disk full": "acknowledged UADA" });
  expect(await recorded()).toHaveLength(1);
});

test("an alert that is over isn't changed, even by its id", async () => {
  const { db, idOf, accept, ingest, recorded } = await workspaceWith(disk);
  await accept({ ...disk, state: "resolved" });
  await ingest();
  const id = await idOf("id:disk");
  for (const line of [`alerts ack ${id}`, `alerts snooze ${id}`])
    expect(await db(line)).toMatchObject({ text: expect.stringContaining("Already resolved") });
  expect(await recorded()).toEqual([]);
});

test("words of several alerts change nothing, and offer each of them", async () => {
  const other = { ...disk, key: "id:disk2", title: "Disk slow", alertName: "Disk slow" };
  const { db, press, states } = await workspaceWith(disk, other, checkout);
  const shown = await db("alerts ack disk");
  expect(shown.text).toBe("2 open alerts fit “disk”. Which one?");
  // The order of `/db alerts`.
  expect(labels(shown)).toEqual(["Disk slow", "Disk full"]);
  expect(Object.values(await states())).toEqual(["firing", "firing", "firing"]);
  await press(shown, "Disk slow");
  expect(await states()).toMatchObject({ "Disk full": "firing", "Disk slow": "acknowledged UBOB" });
});

test("a snooze of several alerts keeps its time in each button", async () => {
  const other = { ...disk, key: "id:disk2", group: "Host:web-2" };
  const { db, press, incidents, idOf, nowMs } = await workspaceWith({ ...disk, group: "Host:web-1" }, other);
  const shown = await db("alerts snooze disk full 2h");
  expect(labels(shown)).toEqual(["Disk full (Host:web-2)", "Disk full (Host:web-1)"]);
  await press(shown, "Disk full (Host:web-1)");
  const snoozed = await incidents.find(await idOf("id:disk"));
  expect(snoozed?.snoozed?.untilMs).toBe(nowMs() + 2 * 3_600_000);
});

test("alerts with the same title and group show since when they fire", async () => {
  const shown = await (await workspaceWith(disk, { ...disk, key: "id:disk2" })).db("alerts mute disk");
  expect(new Set(labels(shown)).size).toBe(2);
  expect(labels(shown)[0]).toContain("Disk full, since");
});

test("a line of several alerts offers all of them at once, and the first ten", async () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ ...disk, key: `id:${n}`, group: `Host:web-${n}` }));
  const { db, list, press, states } = await workspaceWith(...many);
  await list();
  const shown = await db("alerts ack 1");
  expect(labels(shown)).toHaveLength(11);
  expect(shown.text).toContain("These are the first 10");
  await press(shown, "Acknowledge all 12");
  expect(Object.values(await states())).toEqual(["acknowledged UBOB"]);
});

test("words of no open alert are not found, and the answer says what is open", async () => {
  const { db } = await workspaceWith(disk, checkout);
  const error: unknown = await db("alerts ack payments").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NameNotFound);
  expect(error).toMatchObject({
    kind: "missing",
    message: "No open alert is called “payments”. Open are Disk full and Checkout errors.",
  });
  await expect(db("alerts snooze chekout errors 2h")).rejects.toThrow("Did you mean “Checkout errors”?");
});

test("without an open alert, each says that there is none", async () => {
  const { db } = await workspaceWith();
  for (const line of ["alerts ack disk", "alerts snooze disk", "alerts mute disk", "alerts ack 1"])
    await expect(db(line)).rejects.toThrow("No alerts are open");
  expect(await db("alerts ack all")).toMatchObject({
    text: expect.stringContaining("nothing to acknowledge"),
  });
});

test("each asks for an alert that it isn't given", async () => {
  const { db } = await workspaceWith(disk);
  for (const word of ["ack", "snooze", "mute"])
    await expect(db(`alerts ${word}`)).rejects.toThrow("Which alert?");
});

test("all alerts are acknowledged in one entry, after a question, and what someone has stays", async () => {
  const { db, press, states, recorded } = await workspaceWith(disk, checkout, queue);
  await db("alerts ack queue", { userId: "UADA" });
  const question = await db("alerts ack all");
  expect(question.text).toBe("Acknowledge all 2 alerts that no one has: Disk full and Checkout errors?");
  expect(await states()).toMatchObject({ "Disk full": "firing", "Checkout errors": "firing" });
  expect(await press(question, "Acknowledge all 2")).toMatchObject({
    text: expect.stringContaining("You acknowledged 2 alerts: Disk full and Checkout errors."),
  });
  expect(await states()).toEqual({
    "Disk full": "acknowledged UBOB",
    "Checkout errors": "acknowledged UBOB",
    "Queue is long": "acknowledged UADA",
  });
  expect(await recorded()).toEqual([
    "storm.acknowledge 2 alerts: Disk full and Checkout errors",
    "alert.acknowledge Queue is long",
  ]);
});

test("“all” of one alert needs no question, and of none changes nothing", async () => {
  const one = await workspaceWith(disk);
  expect(await one.db("alerts ack all")).toMatchObject({
    text: expect.stringContaining("You acknowledged *Disk full*"),
  });
  expect(await one.db("alerts ack all")).toMatchObject({
    text: expect.stringContaining("nothing to acknowledge"),
  });
});

test("a typed yes acknowledges all without the question, and a program's yes does not", async () => {
  const { db, states } = await workspaceWith(disk, checkout);
  expect((await db("alerts ack all yes", { mayConfirm: false })).text).toContain("Acknowledge all 2");
  expect(Object.values(await states())).toEqual(["firing", "firing"]);
  await db("alerts ack all yes");
  expect(Object.values(await states())).toEqual(["acknowledged UBOB", "acknowledged UBOB"]);
});

test("a muted alert isn't one of all", async () => {
  const { db, states } = await workspaceWith(disk, checkout);
  await db("alerts mute disk yes");
  await db("alerts ack all");
  expect(await states()).toEqual({ "Disk full": "firing", "Checkout errors": "acknowledged UBOB" });
});

test.each([
  ["alerts snooze disk", 60],
  ["alerts snooze 1 30m", 30],
  ["alerts snooze disk full for 1d 2h", 26 * 60],
  ["alerts snooze “disk full” 90 min", 90],
])("%s holds the alert back for %i minutes, and is taken back by a button", async (line, minutes) => {
  const { db, list, press, states, incidents, idOf, nowMs, recorded } = await workspaceWith(disk, checkout);
  await list();
  const untilMs = nowMs() + minutes * 60_000;
  const shown = await db(line);
  expect(shown.text).toContain(`Snoozed *Disk full* until ${slackDate(new Date(untilMs))}`);
  expect((await incidents.find(await idOf("id:disk")))?.snoozed?.untilMs).toBe(untilMs);
  expect(await recorded()).toEqual(["alert.snooze Disk full"]);
  await press(shown, "Take back");
  expect(await states()).toMatchObject({ "Disk full": "firing" });
});

test("a snooze lasts a minute at least and 30 days at most", async () => {
  const { db, states } = await workspaceWith(disk);
  await expect(db("alerts snooze disk 31d")).rejects.toThrow("30 days at most");
  await expect(db("alerts snooze disk 0.5m")).rejects.toThrow("a minute at least");
  expect(await states()).toEqual({ "Disk full": "firing" });
});

test("a mute asks as the menu does, and its answer means the same alert when the list has changed", async () => {
  const { db, list, press, hooks, accept, pass, ingest, recorded } = await workspaceWith(checkout);
  await list();
  const question = await db("alerts mute 1");
  expect(question.text).toContain("Mute “Checkout errors” (hook checkout)? No one is notified");
  expect((await hooks.find("T1-checkout"))?.muted).toEqual({});
  pass(1_000);
  await accept(disk);
  await ingest();
  expect(await press(question, "Mute it")).toMatchObject({
    text: "Muted “Checkout errors” (hook checkout). To unmute it: `/db alerts hooks mutes checkout`.",
  });
  expect(Object.keys((await hooks.find("T1-checkout"))?.muted ?? {})).toEqual(["id:checkout"]);
  expect(await recorded()).toEqual(["alert.mute Checkout errors"]);
  expect((await db("alerts mute checkout")).text).toContain("is already muted, by <@UBOB>");
});

test("the audit log names an alert as people read it, and records its mute once", async () => {
  const title = 'Alert for "p95 latency of checkout (ms)" in "Checkout" - 2432 meets or exceeds 2000';
  const { db, list, hooks, recorded } = await workspaceWith({ title, value: "2432", threshold: "2000" });
  await list();
  await db("alerts ack 1");
  await db("alerts mute 1 yes");
  const [mute] = Object.values((await hooks.find("T1-checkout"))?.muted ?? {});
  expect(mute?.title).toBe("p95 latency of checkout");
  expect(await recorded()).toEqual([
    "alert.mute p95 latency of checkout",
    "alert.acknowledge p95 latency of checkout",
  ]);
});

test("a mute has no end, so one for a time offers a snooze", async () => {
  const { db, press, hooks, states } = await workspaceWith(disk);
  const shown = await db("alerts mute disk 2h");
  expect(labels(shown)).toEqual(["Snooze for 2h", "Mute it"]);
  expect((await hooks.find("T1-checkout"))?.muted).toEqual({});
  expect(await press(shown, "Snooze for 2h")).toMatchObject({ text: expect.stringContaining("Snoozed") });
  expect(await states()).toEqual({ "Disk full": "snoozed" });
});

test("titles from senders are escaped and say no Slack codes", async () => {
  const { db } = await workspaceWith({ ...disk, title: "<!channel> *down*", alertName: "Down" });
  const { text } = await db("alerts ack down");
  expect(text).toContain("You acknowledged");
  expect(text).not.toContain("<!channel>");
});

test.each([
  ["alerts snooze disk for half an hour", "2026-11-20T10:32"],
  ["alerts snooze disk two hours", "2026-11-20T12:02"],
  ["alerts snooze 1 until 12:30", "2026-11-20T11:30"],
  ["alerts snooze disk until noon", "2026-11-20T11:00"],
  ["alerts snooze disk full till tomorrow morning", "2026-11-21T08:00"],
])("%s holds it back until %s by the clock of its person", async (line, until) => {
  const { db, list, context, incidents, idOf } = await workspaceWith(disk, checkout);
  await list();
  context.messenger.timeZoneOf = async () => "Europe/Berlin";
  await db(line);
  const untilMs = (await incidents.find(await idOf("id:disk")))?.snoozed?.untilMs ?? 0;
  expect(new Date(untilMs).toISOString().slice(0, 16)).toBe(until);
});

test("a snooze of all that no one has asks first, and leaves what someone has", async () => {
  const { db, press, states, recorded } = await workspaceWith(disk, checkout, queue);
  await db("alerts ack queue", { userId: "UADA" });
  const question = await db("alerts snooze all 2h");
  expect(question.text).toContain("Snooze all 2 alerts that no one has until");
  expect(await states()).toMatchObject({ "Disk full": "firing", "Checkout errors": "firing" });
  expect((await press(question, "Snooze all 2"))?.text).toContain("Snoozed 2 alerts until");
  expect(await states()).toEqual({
    "Disk full": "snoozed",
    "Checkout errors": "snoozed",
    "Queue is long": "acknowledged UADA",
  });
  expect((await recorded())[0]).toBe("storm.snooze 2 alerts: Disk full and Checkout errors");
  expect((await db("alerts snooze all")).text).toContain("nothing to snooze");
});

test("a snooze of all is of the only one without a question", async () => {
  const { db, states } = await workspaceWith(disk);
  expect((await db("alerts snooze all")).text).toContain("Snoozed *Disk full* until");
  expect(await states()).toEqual({ "Disk full": "snoozed" });
});

test("a mute is of one alert, so “all” offers each", async () => {
  const { db, hooks } = await workspaceWith(disk, checkout);
  expect(labels(await db("alerts mute all"))).toEqual(["Disk full", "Checkout errors"]);
  expect((await hooks.find("T1-checkout"))?.muted).toEqual({});
});

test("a snooze until a time that is over or too far ahead changes nothing", async () => {
  const { db, states } = await workspaceWith(disk);
  await expect(db("alerts snooze disk until 2027-11-20")).rejects.toThrow("30 days at most");
  await expect(db("alerts snooze disk until 2026-11-19")).rejects.toThrow("in the past");
  expect(await states()).toEqual({ "Disk full": "firing" });
});

test("the list of what no one has offers to acknowledge all of it, which asks first", async () => {
  const { list, press, states } = await workspaceWith(disk, checkout);
  const shown = await list({ only: "unacknowledged" });
  expect((await press(shown, "Acknowledge all"))?.text).toContain("Acknowledge all 2 alerts that no one has");
  expect(Object.values(await states())).toEqual(["firing", "firing"]);
  expect(labels(await list({ only: "mine" }))).not.toContain("Acknowledge all");
});
