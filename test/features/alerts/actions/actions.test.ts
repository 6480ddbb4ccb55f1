import { alertsWith } from "../../../../src/features/alerts/index.ts";
import { expect, test } from "vitest";
import { acknowledgeAction } from "../../../../src/features/alerts/actions/acknowledge.ts";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { hookOf, incidentOf, minutesIn } from "../message/incident-of.ts";
import { actionFixture, now } from "./fixture.ts";
import { mrkdwnOf } from "../message/mrkdwn-in.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import * as texts from "../../../../src/features/alerts/actions/texts.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";

const by = { kind: "action", incidentId: "i1", atMs: now.getTime(), userId: "UBOB", userName: "Bob Ross" };
const acknowledged = { userId: "UADA", atMs: minutesIn(6) };
const resolved = { atMs: minutesIn(9), how: "person" as const, userId: "UADA" };
const at6 = slackDate(new Date(minutesIn(6)));

test("acknowledge, resolve and take back go through the inbox without an answer", async () => {
  const fixture = actionFixture();
  expect(await fixture.interact(actionIds.acknowledge, "i1")).toEqual([]);
  expect(await fixture.interact(actionIds.resolve, "i1")).toEqual([]);
  expect(fixture.queued).toEqual([
    { ...by, verb: "acknowledge" },
    { ...by, verb: "resolve" },
  ]);
  expect(fixture.notified).toEqual(["T1-h1", "T1-h1"]);
  const taken = actionFixture({ incident: incidentOf({ state: "acknowledged", acknowledged }) });
  expect(await taken.interact(actionIds.release, "i1")).toEqual([]);
  expect(taken.queued).toEqual([{ ...by, verb: "release" }]);
});

test("an acknowledgement in a link card gets an answer, because the card does not change", async () => {
  const { context, queued } = actionFixture();
  const interaction = { value: "i1", userId: "UBOB", userName: "bob", triggerId: "t1", channelId: "C1" };
  expect(await acknowledgeAction.run(interaction, context)).toMatchObject({
    text: texts.acknowledged("Checkout errors"),
  });
  expect(queued).toEqual([{ ...by, verb: "acknowledge" }]);
});

test("an acknowledged alert stays with its person, and only the other person gets an answer", async () => {
  const fixture = actionFixture({ incident: incidentOf({ state: "acknowledged", acknowledged }) });
  expect(await fixture.interact(actionIds.acknowledge, "i1")).toContain(texts.otherHasIt("<@UADA>", at6));
  expect(await fixture.interact(actionIds.acknowledge, "i1", { userId: "UADA" })).toContain(
    texts.youHaveIt(at6),
  );
  expect(fixture.queued).toEqual([]);
});

test.each([actionIds.acknowledge, actionIds.resolve, actionIds.release, actionIds.snooze])(
  "%s on an alert that was resolved meanwhile changes nothing and says who resolved it",
  async (actionId) => {
    const fixture = actionFixture({ incident: incidentOf({ state: "resolved", resolved }) });
    const value = actionId === actionIds.snooze ? "1h i1" : "i1";
    expect(await fixture.interact(actionId, value)).toContain(
      texts.alreadyResolved(" by <@UADA>", slackDate(new Date(minutesIn(9)))),
    );
    expect(fixture.queued).toEqual([]);
  },
);

test("take back on an alert without a person changes nothing and says so", async () => {
  expect(await actionFixture().interact(actionIds.release, "i1")).toContain(texts.nothingToTakeBack);
});

test("every action on an alert that is gone or has no hook says so and changes nothing", async () => {
  const gone = actionFixture({ incident: undefined });
  const unhooked = actionFixture({ hook: undefined });
  const others = new Set<string>([
    actionIds.pageNext,
    actionIds.pageBack,
    actionIds.acknowledgeRule,
    actionIds.acknowledgeLine,
    actionIds.snoozeLine,
    actionIds.openLine,
    actionIds.stormAll,
    actionIds.stormAcknowledge,
    actionIds.stormSnooze,
    actionIds.stormMute,
    actionIds.stormMuteRule,
  ]);
  for (const { actionId } of (alertsWith([]).interactions ?? []).filter(
    (action) => !others.has(action.actionId),
  )) {
    const values: Record<string, string> = { [actionIds.snooze]: "1h i1", [actionIds.more]: "history i1" };
    const value = values[actionId] ?? "i1";
    expect(await gone.interact(actionId, value)).toContain(`${texts.alertGone()} ${texts.nothingChanged}`);
    expect(await unhooked.interact(actionId, value)).toContain(`${texts.hookGone} ${texts.nothingChanged}`);
  }
  expect([...gone.queued, ...unhooked.queued]).toEqual([]);
});

test("the history shows who did what, the latest last", async () => {
  const history = [
    { n: 1, atMs: minutesIn(0), what: "fired" as const, isQuiet: true as const },
    { n: 2, atMs: minutesIn(6), what: "acknowledged" as const, userId: "UADA", userName: "ada" },
  ];
  const fixture = actionFixture({ incident: incidentOf({ history }) });
  expect(await fixture.interact(actionIds.more, "history i1")).toEqual([]);
  expect(fixture.views.map(({ blocks }) => mrkdwnOf(blocks))).toEqual([
    [
      `${texts.historyOf("Checkout errors")}\n• ${slackDate(new Date(minutesIn(0)))}: fired.\n• ${at6}: acknowledged by <@UADA>.`,
    ],
  ]);
});

test("a long history shows its latest lines and where the rest is", async () => {
  const history = Array.from({ length: 100 }, (_, index) => ({
    n: index + 1,
    atMs: minutesIn(index),
    what: "word changed" as const,
    note: `word ${index} ${"&".repeat(490)}`,
  }));
  const fixture = actionFixture({ incident: incidentOf({ history }) });
  await fixture.interact(actionIds.more, "history i1");
  const said = fixture.views.flatMap(({ blocks }) => mrkdwnOf(blocks)).join("\n");
  expect(said).toContain("word 99 ");
  expect(said).not.toContain("word 0 ");
  expect(said).toContain(texts.olderInDetails);
  expect(fixture.views.map((view) => validateView(view))).toEqual([null]);
});

test("a mute asks first, then stops the posts of the key", async () => {
  const fixture = actionFixture();
  await fixture.interact(actionIds.more, "mute i1");
  expect(fixture.views.flatMap(({ blocks }) => mrkdwnOf(blocks)).join("\n")).toContain(
    "Mute “Checkout errors” (hook Shop alerts)? No one is notified until it's unmuted: `/db alerts hooks mutes Shop alerts`.",
  );
  expect(fixture.queued).toEqual([]);
  expect(await fixture.interact(actionIds.mute, "i1")).toContain(
    texts.muted(texts.named("Checkout errors", "Shop alerts"), "/db alerts hooks mutes Shop alerts"),
  );
  expect(fixture.hook()?.muted).toEqual({
    "evt-1": { title: "Checkout errors", userId: "UBOB", at: now.toISOString() },
  });
  expect(fixture.queued).toEqual([{ ...by, verb: "mute" }]);
});

test("a muted alert is not muted again", async () => {
  const muted = {
    "evt-1": { title: "Checkout errors", userId: "UADA", at: new Date(minutesIn(6)).toISOString() },
  };
  const fixture = actionFixture({ hook: hookOf({ muted }) });
  for (const [actionId, value] of [
    [actionIds.more, "mute i1"],
    [actionIds.mute, "i1"],
  ] as const) {
    const answer = await fixture.interact(actionId, value);
    const shown = [answer, ...fixture.views.flatMap(({ blocks }) => mrkdwnOf(blocks))].join("\n");
    expect(shown).toContain(
      texts.mutedAlready(texts.named("Checkout errors", "Shop alerts"), "<@UADA>", at6),
    );
  }
  expect(fixture.queued).toEqual([]);
});

test("a key may be any text", async () => {
  const fixture = actionFixture({ incident: incidentOf({ key: "__proto__" }) });
  await fixture.interact(actionIds.mute, "i1");
  expect(Object.keys(fixture.hook()?.muted ?? {})).toEqual(["__proto__"]);
});

test("the trace opens at once, and a link that Slack opens gets no answer", async () => {
  const fixture = actionFixture();
  expect(await fixture.interact(actionIds.more, "trace i1")).toEqual([]);
  expect(fixture.views).toHaveLength(1);
  expect(JSON.stringify(fixture.views)).toContain("Checkout errors");
  expect(await fixture.interact(actionIds.more, "silence i1")).toEqual([]);
  expect(await fixture.interact(actionIds.more, "unheard-of i1")).toHaveLength(2);
});
