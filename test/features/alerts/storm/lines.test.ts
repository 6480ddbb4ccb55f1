import type { ModalView } from "@slack/types";
import { beforeEach, expect, test } from "vitest";
import { acknowledgeLineAction, openLineAction } from "../../../../src/features/alerts/actions/lines.ts";
import { snoozeForm } from "../../../../src/features/alerts/actions/snooze.ts";
import * as snoozeTexts from "../../../../src/features/alerts/actions/texts.ts";
import type { AlertsContext } from "../../../../src/features/alerts/context.ts";
import { lineValue } from "../../../../src/features/alerts/open/narrow.ts";
import type { Taken, WantedList } from "../../../../src/features/alerts/open/wanted.ts";
import { linesByRule, openIncidents } from "../../../../src/features/alerts/open/open-incidents.ts";
import * as texts from "../../../../src/features/alerts/open/texts.ts";
import { auditLog } from "../../../../src/platform/audit/log.ts";
import { unrecorded } from "../../../../src/platform/audit/recorder.ts";
import { say } from "../../../../src/platform/blocks/reply.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../fixture.ts";

const redis = useRedis();
const bob = { userId: "UBOB", userName: "bob", triggerId: "t1", channelId: "C1" };

/** Fifty open alerts of one rule. What the list shows after a press is in `listed`. */
async function fifty() {
  const fixture = alertFixture(redis.client);
  await fixture.begin();
  await fixture.accept(...Array.from({ length: 50 }, (_, n) => ({ key: `id:${n}`, group: `Host:web-${n}` })));
  await fixture.ingest();
  const listed: { wanted: WantedList; taken: Taken }[] = [];
  const opened: ModalView[] = [];
  const context: AlertsContext = {
    ...fixture.context,
    audit: { ...auditLog(redis.client, "T1"), ...unrecorded },
    openAlerts: async (wanted, _person, taken) => {
      listed.push({ wanted, taken });
      return say(taken.text);
    },
    messenger: Object.assign(Object.create(fixture.context.messenger), {
      openModal: async (_: string, view: ModalView) => {
        opened.push(view);
        return { viewId: "V1" };
      },
    }),
  };
  const lines = async () => linesByRule(await openIncidents(context));
  const valueOf = async (wanted: WantedList = {}) => {
    const [line] = await lines();
    return line ? lineValue(line, wanted) : "";
  };
  return { ...fixture, context, listed, opened, lines, valueOf };
}

let storm: Awaited<ReturnType<typeof fifty>>;
beforeEach(async () => {
  storm = await fifty();
});

test("“Acknowledge” takes all alerts of a line and shows the same page of the same list", async () => {
  const value = await storm.valueOf({ page: 2, only: "unacknowledged" });
  await acknowledgeLineAction.run({ ...bob, value }, storm.context);
  await storm.ingest();
  const [line, ...others] = await storm.lines();
  expect([line?.group, line?.incidents.length, others]).toEqual(["acknowledged", 50, []]);
  expect(storm.listed.map(({ wanted }) => wanted)).toEqual([
    { page: 2, only: "unacknowledged", service: undefined },
  ]);
  expect(storm.listed[0]?.taken.ids.size).toBe(50);
  await acknowledgeLineAction.run({ ...bob, value }, storm.context);
  expect(storm.listed[1]?.taken).toEqual({ ids: new Set(), text: texts.notFiring });
});

test("a line of a narrower list is only what that list has", async () => {
  const value = await storm.valueOf({ service: "s-other" });
  await acknowledgeLineAction.run({ ...bob, value }, storm.context);
  await storm.ingest();
  expect(storm.listed[0]?.taken.text).toBe(texts.notFiring);
  expect((await storm.lines()).map(({ group }) => group)).toEqual(["firing"]);
});

test("“Snooze” of a line snoozes all of it, and says until when", async () => {
  const facts = { incidentId: "", pressed: await storm.valueOf(), timeZone: "UTC" };
  const values = { until: "2 h", reason: "deploy" };
  const submitted = {
    ...bob,
    formId: "f1",
    form: snoozeForm.name,
    attempt: 1,
    step: "snooze",
    viewId: "V1",
    filling: 0,
    values,
    facts,
    touched: true,
    submitted: false,
    savedAt: "2026-11-20T10:00:00.000Z",
  };
  const done = await snoozeForm.accept(submitted, storm.context);
  expect(JSON.stringify(done)).toContain("Snoozed 50 alerts until");
  await storm.ingest();
  const [line] = await storm.lines();
  expect([line?.group, line?.worst.snoozed?.reason]).toEqual(["snoozed", "deploy"]);
  const again = await snoozeForm.accept(submitted, storm.context);
  expect(JSON.stringify(again)).toContain(texts.notOpen.slice(0, 40));
  expect(JSON.stringify(again)).toContain(snoozeTexts.snoozeForm.refused);
});

test("“Open” of a line lists its alerts in a modal, each with its details", async () => {
  await openLineAction.run({ ...bob, value: await storm.valueOf() }, storm.context);
  const shown = JSON.stringify(storm.opened);
  expect(shown).toContain("50 open alerts of Checkout errors");
  expect(shown.match(/"alerts:details"/g)).toHaveLength(40);
  expect(shown).toContain(texts.moreOfRule(10));
});
