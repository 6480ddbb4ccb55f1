import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import {
  type AlertEdit,
  alertBody,
  applyAlertEdit,
} from "../../../../src/features/observability/alert-rules/edit.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import { control } from "../../../support/asking.ts";
import { useRedis } from "../../../support/redis.ts";
import { anyAlert } from "../observed-arbitraries.ts";
import { observedFixture } from "../fixture.ts";

const redis = useRedis();

const plainEdit: fc.Arbitrary<AlertEdit> = fc.record(
  {
    name: fc.constantFrom("Renamed", "É <b>"),
    message: fc.constantFrom("Look at the logs", "É <b>"),
    threshold: fc.constantFrom(0, -2.5, 7),
    thresholdType: fc.constantFrom("below", "above_exclusive"),
    interval: fc.constantFrom("15m", "1d"),
  },
  { requiredKeys: [] },
);

test("an edit changes only its fields, and keeps all others of an alert, even unknown fields and nulls", () => {
  fc.assert(
    fc.property(anyAlert, plainEdit, (alert, edit) => {
      const before = structuredClone(alert);
      const { id: _id, ...expected } = { ...structuredClone(alert), ...edit };
      expect(applyAlertEdit(alert, edit)).toStrictEqual(expected);
      expect(alert).toStrictEqual(before);
    }),
  );
});

test("an empty edit writes back the alert as it was read", () => {
  fc.assert(
    fc.property(anyAlert, (alert) => {
      expect(applyAlertEdit(alert, {})).toStrictEqual(alertBody(alert));
    }),
  );
});

test("a new webhook replaces the present one in the server's own field, and other channels stay", () => {
  fc.assert(
    fc.property(anyAlert, (alert) => {
      const { channel, channels, ...others } = applyAlertEdit(alert, { webhookId: "w9" });
      const { channel: before, channels: listBefore, id: _id, ...othersBefore } = alert;
      const changed = { type: "webhook", webhookId: "w9" };
      const list = channels ?? [];
      const isOneChanged = list.filter((one, index) => one !== listBefore?.[index]).length === 1;
      expect(others).toStrictEqual(othersBefore);
      expect(channel).toStrictEqual(before || !listBefore ? { ...before, ...changed } : before);
      expect(listBefore ? isOneChanged : channels === listBefore).toBe(true);
      expect(list).toHaveLength(listBefore ? Math.max(1, listBefore.length) : 0);
      expect(listBefore ? list : [changed]).toContainEqual(expect.objectContaining(changed));
    }),
  );
});

test("of several channels, the one that the alert's own channel names changes, else the first webhook", () => {
  const mail = { type: "email", address: "a@b.c" };
  const channels = [mail, { type: "webhook", webhookId: "w1" }, { type: "webhook", webhookId: "w2", own: 1 }];
  const alert = { id: "a1", channels };
  expect(applyAlertEdit(alert, { webhookId: "w9" }).channels?.[1]).toEqual({
    type: "webhook",
    webhookId: "w9",
  });
  const channel = { type: "webhook", webhookId: "w2" };
  expect(applyAlertEdit({ ...alert, channel }, { webhookId: "w9" }).channels).toEqual([
    channels[0],
    channels[1],
    { type: "webhook", webhookId: "w9", own: 1 },
  ]);
});

test.each<[string, Partial<Alert>, object]>([
  ["older", { dashboard: "d1", source: "tile" }, { dashboard: "d2" }],
  ["newer", { dashboardId: "d1", source: "tile" }, { dashboardId: "d2" }],
  ["no", {}, { dashboardId: "d2" }],
  ["both", { dashboard: "d1", dashboardId: "d1" }, { dashboard: "d2", dashboardId: "d2" }],
])("a new tile's dashboard is written under the server's own field name: %s name", (_, own, changed) => {
  const edited = applyAlertEdit({ id: "a1", own: 1, ...own }, { tile: { dashboardId: "d2", tileId: "t2" } });
  expect(edited).toStrictEqual({ own: 1, source: "tile", tileId: "t2", ...changed });
});

test("an alert that moves to a tile loses its saved search", () => {
  const alert = { id: "a1", source: "saved_search", savedSearchId: "s1", savedSearch: "s1" };
  expect(applyAlertEdit(alert, { tile: { dashboardId: "d1", tileId: "t1" } })).toStrictEqual({
    source: "tile",
    tileId: "t1",
    dashboardId: "d1",
  });
});

test("the upper threshold of a range can be set and removed", () => {
  const alert = { id: "a1", threshold: 1, thresholdMax: 5 };
  expect(applyAlertEdit(alert, { thresholdMax: 9 })).toStrictEqual({ threshold: 1, thresholdMax: 9 });
  expect(applyAlertEdit(alert, { thresholdMax: null })).toStrictEqual({ threshold: 1 });
});

const namings = [
  ["stand-alone", "older"],
  ["managed", "newer"],
] as const;

test.each(namings)(
  "%s, with %s names: after a read, a change of one field and a write, all other fields are unchanged",
  async (deployment, naming) => {
    const { cloud, context, target } = await observedFixture(redis.client, deployment);
    await control(cloud, "/observability", { naming });
    const there = observabilityClientOf(target, context);
    const [seeded] = await there.alerts.list();
    const id = seeded?.id ?? "";
    const unknown = fc.dictionary(fc.stringMatching(/^x[a-z]{1,4}$/), fc.constantFrom(null, 1, "a", [null]));
    await fc.assert(
      fc.asyncProperty(plainEdit, unknown, async (edit, own) => {
        await there.alerts.update(id, { ...alertBody(await there.alerts.get(id)), ...own });
        const before = await there.alerts.get(id);
        await there.alerts.update(id, applyAlertEdit(before, edit));
        expect(await there.alerts.get(id)).toStrictEqual({ ...before, ...edit });
      }),
      { numRuns: 15 },
    );
  },
);
