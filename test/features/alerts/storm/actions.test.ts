import { beforeEach, expect, test } from "vitest";
import { auditLog } from "../../../../src/platform/audit/log.ts";
import { recorder } from "../../../../src/platform/audit/recorder.ts";
import {
  acknowledgeRuleAction,
  stormAcknowledgeAction,
  stormMuteAction,
  stormMuteRuleAction,
  stormSnoozeAction,
} from "../../../../src/features/alerts/actions/storm.ts";
import { usualStormLimits, wantedSummary } from "../../../../src/features/alerts/storm/storm.ts";
import { ruleRef } from "../../../../src/features/alerts/storm/members.ts";
import * as texts from "../../../../src/features/alerts/storm/texts.ts";
import { ruleMuteKey } from "../../../../src/features/alerts/hooks/record.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../fixture.ts";
import { said } from "../../../support/said.ts";
import { hookRecord } from "../../../support/alerts.ts";

const redis = useRedis();
const who = { userId: "UBOB", userName: "bob", triggerId: "t1", channelId: "C1" };
const groups = 40;

/** A storm of one rule in a channel. */
async function stormy() {
  const fixture = alertFixture(redis.client);
  await fixture.begin();
  const events = Array.from({ length: groups }, (_, n) => ({ key: `id:${n}`, group: `Host:web-${n}` }));
  await fixture.accept(...events);
  await fixture.ingest();
  await fixture.runOutbox("C1");
  const summary = await fixture.storms.present("C1");
  const id = summary?.id ?? "";
  const { now } = fixture.context;
  const log = auditLog(redis.client, "T1");
  const audit = recorder(
    { ...who, action: "storm.acknowledge" },
    { audit: log, now, log: fixture.context.log },
  );
  const context = { ...fixture.context, audit: { ...log, ...audit } };
  const states = async () => {
    await fixture.ingest();
    const all = await fixture.incidents.many(await fixture.incidents.open("T1-checkout"));
    return [
      ...new Set(all.map(({ state, acknowledged }) => `${state} ${acknowledged?.userId ?? ""}`.trim())),
    ];
  };
  const act = async (action: typeof stormAcknowledgeAction, value = id, more = {}) =>
    said(await action.run({ ...who, place: "channel", value, ...more }, context));
  const entries = async () =>
    (await log.read({ limit: 100 })).map(({ action, subject }) => ({ action, subject }));
  return { ...fixture, context, id, states, act, entries };
}

let storm: Awaited<ReturnType<typeof stormy>>;
beforeEach(async () => {
  storm = await stormy();
});

test("“Acknowledge all” is one write and one entry of the audit log, and the message changes once", async () => {
  expect(await storm.act(stormAcknowledgeAction)).toMatchObject({ text: texts.acknowledged(groups) });
  expect(await redis.client.llen(keys.inbox("T1", "T1-checkout"))).toBe(groups);
  expect(await storm.states()).toEqual(["acknowledged UBOB"]);
  expect(await storm.entries()).toEqual([
    { action: "storm.acknowledge", subject: expect.stringContaining("40 alerts") },
  ]);
  storm.pass(5_000);
  await storm.runOutbox("C1");
  expect(storm.posts).toHaveLength(1);
  expect(storm.posts[0]?.text).toContain("0 still firing");
});

test("a line of `/db alerts` acknowledges what fires of its rule, once and in one write", async () => {
  const value = `${ruleRef({ hookId: "T1-checkout", alertName: "Checkout errors" })} T1-checkout`;
  expect(await storm.act(acknowledgeRuleAction, value)).toMatchObject({ text: texts.acknowledged(groups) });
  expect(await storm.states()).toEqual(["acknowledged UBOB"]);
  expect(await storm.entries()).toEqual([
    { action: "storm.acknowledge", subject: expect.stringContaining("40 alerts") },
  ]);
  expect(await storm.act(acknowledgeRuleAction, value)).toMatchObject({ text: texts.noneFires });
  expect(await storm.act(acknowledgeRuleAction, "other T1-gone")).toMatchObject({ text: texts.noneFires });
});

test("a second “Acknowledge all” changes nothing, even if both were clicked at once", async () => {
  await Promise.all([
    storm.act(stormAcknowledgeAction),
    storm.act(stormAcknowledgeAction, storm.id, { userId: "UADA", userName: "ada" }),
  ]);
  const [state, ...others] = await storm.states();
  expect(others).toEqual([]);
  const [incident] = await storm.incidents.presentOf("T1-checkout", ["id:1"]);
  expect(incident?.history.filter(({ what }) => what === "acknowledged")).toHaveLength(1);
  storm.pass(5_000);
  await storm.runOutbox("C1");
  expect(await storm.act(stormAcknowledgeAction)).toMatchObject({ text: texts.nothingFires });
  expect(await storm.states()).toEqual([state]);
});

test("“Acknowledge all” takes nothing from its person", async () => {
  const [taken] = await storm.incidents.presentOf("T1-checkout", ["id:3"]);
  await storm.inbox.addAction("T1-checkout", {
    kind: "action",
    verb: "acknowledge",
    incidentId: taken?.id ?? "",
    atMs: storm.nowMs(),
    userId: "UADA",
  });
  await storm.act(stormAcknowledgeAction);
  expect((await storm.states()).toSorted()).toEqual(["acknowledged UADA", "acknowledged UBOB"]);
});

test("“Snooze all” snoozes what is open, each once", async () => {
  await storm.act(stormSnoozeAction, `1h ${storm.id}`);
  await storm.act(stormSnoozeAction, `4h ${storm.id}`, { userId: "UADA" });
  expect(await storm.states()).toEqual(["snoozed"]);
  const [incident] = await storm.incidents.presentOf("T1-checkout", ["id:1"]);
  expect(incident?.snoozed).toMatchObject({ userId: "UBOB" });
});

test("“Mute this rule” asks, then mutes all alerts of the rule, once", async () => {
  const question = await storm.act(stormMuteAction);
  expect(question && validateMessage(question)).toBeNull();
  expect(question?.text).toBe(texts.muteQuestion(1));
  const [, value] = /"value":"([^"]+)"/.exec(JSON.stringify(question?.blocks)) ?? [];
  const muted = await storm.act(stormMuteRuleAction, value);
  expect(muted?.text).toContain("/db alerts hooks mutes checkout");
  const again = await storm.act(stormMuteRuleAction, value, { userId: "UADA" });
  expect(again?.text).toContain("already muted, by <@UBOB>");
  const hook = await storm.hooks.find(hookRecord().id);
  expect(Object.keys(hook?.muted ?? {})).toEqual([ruleMuteKey("Checkout errors")]);
  expect((await storm.entries()).map(({ action }) => action)).toEqual(["alert-rule.mute"]);
  await storm.accept({ key: "id:new", group: "Host:new" });
  await storm.ingest();
  expect(await storm.incidents.presentOf("T1-checkout", ["id:new"])).toEqual([undefined]);
  const wanted = await wantedSummary(storm.context, storm.id, usualStormLimits);
  expect(JSON.stringify(wanted?.root)).toContain(texts.mutedRule("Checkout errors", "<@UBOB>"));
});

test("the buttons of a storm that is gone change nothing", async () => {
  const actions = [stormAcknowledgeAction, stormMuteAction, stormMuteRuleAction];
  for (const action of actions)
    expect(await storm.act(action, "storm-summary:old")).toMatchObject({ text: texts.gone() });
  expect(await storm.act(stormSnoozeAction, "1h storm-summary:old")).toMatchObject({ text: texts.gone() });
  expect(await storm.entries()).toEqual([]);
});
