import { expect, test } from "vitest";
import type { Alert } from "../../../../../src/platform/cloud/observability/alert.ts";
import { preview } from "../../../../../src/features/observability/alert-rules/forms.ts";
import { ruleFields } from "../../../../../src/features/observability/alert-rules/form/fields.ts";
import { bodyIn } from "../../../../../src/features/observability/alert-rules/form/values.ts";
import { copyOf } from "../../../../../src/features/observability/alert-rules/form/copy.ts";

const alert: Alert = {
  id: "a1",
  name: "Errors",
  message: "Look at the logs",
  threshold: 5,
  thresholdType: "above",
  interval: "10m",
  source: "tile",
  dashboardId: "d1",
  tileId: "t1",
  channel: { type: "webhook", webhookId: "w2" },
  state: "OK",
  teamId: "t",
  createdAt: "2026-11-01T10:00:00.000Z",
};
const search: Alert = { ...alert, source: "saved_search", savedSearchId: "s1", groupBy: "host" };

const targets = {
  managed: { connection: "default", serviceId: "s-1", name: "orders prod" },
  "stand-alone": { connection: "observability", name: "observability" },
};

/** A form that copies this alert, after all reads. */
function copied(given: Alert, deployment: keyof typeof targets) {
  const facts = {
    target: targets[deployment],
    given: { alertId: "a1" },
    isRead: true,
    publicUrl: "https://qm.example.com",
    webhooks: [
      { webhookId: "w1", usedBy: 7 },
      { webhookId: "w2", usedBy: 1 },
    ],
  };
  const begun = copyOf(given, facts);
  const known: Record<string, unknown> = { ...facts, ...begun.facts };
  return { values: begun.values ?? {}, facts: known };
}

/** The choices of a field. */
function offered(name: string, state: ReturnType<typeof copied>): string[] {
  const field = ruleFields.find((one) => one.name === name);
  return (field?.choices?.(state) ?? []).map(({ value }) => value);
}

const inWords = (given: Alert, deployment: keyof typeof targets) =>
  copied(given, deployment).facts["trouble"];

test("a copy has all fields of its alert, even its webhook and an interval that only servers know", () => {
  const state = copied(alert, "managed");
  expect(bodyIn(state)).toEqual({
    dashboardId: "d1",
    tileId: "t1",
    threshold: 5,
    interval: "10m",
    source: "tile",
    thresholdType: "above",
    channel: { type: "webhook", webhookId: "w2" },
    name: "Errors (copy)",
    message: "Look at the logs",
  });
  expect(inWords(alert, "managed")).toBeUndefined();
});

test.each(["managed", "stand-alone"] as const)(
  "%s: words that only the server knows are offered for a copy",
  (deployment) => {
    const state = copied({ ...alert, thresholdType: "sideways" }, deployment);
    expect(offered("interval", state)).toContain("10m");
    expect(offered("thresholdType", state)).toContain("sideways");
  },
);

test("a copy of a saved search's alert on a stand-alone server keeps its groups, but only for that search", () => {
  const state = copied(search, "stand-alone");
  expect(bodyIn(state)).toMatchObject({ savedSearchId: "s1", groupBy: "host" });
  expect(JSON.stringify(preview(state))).toContain("for any `host`");
  const another = { ...state, values: { ...state.values, savedSearch: "s2" } };
  expect(bodyIn(another)).not.toHaveProperty("groupBy");
});

test("a form for a service offers no range, even if the copied alert has one", () => {
  const range = { ...alert, thresholdType: "between", thresholdMax: 9 };
  const state = copied(range, "managed");
  expect(state.values["thresholdType"]).toBeUndefined();
  expect(offered("thresholdType", state)).not.toContain("between");
  expect(inWords(range, "managed")).toMatch(/^The original has two thresholds/);
  expect(copied(range, "stand-alone").values["thresholdType"]).toBe("between");
  expect(inWords(range, "stand-alone")).toBeUndefined();
  expect(inWords(search, "managed")).toContain("The original watches a saved search.");
});

test.each<[string, Partial<Alert>, string | undefined]>([
  ["unknown fields", { note: "n", scheduleStartAt: "x" }, "Not copied: `note` and `scheduleStartAt`."],
  ["empty fields", { note: null, own: [], scheduleOffsetMinutes: 0, ["x"]: "" }, undefined],
  ["fields of the server", { silenced: { until: 1 }, executionErrors: [{ message: "m" }] }, undefined],
  [
    "several channels",
    { channels: [{ webhookId: "w2" }, { webhookId: "w1" }] },
    "Not copied: who else it notifies.",
  ],
  ["one channel in a list", { channels: [{ type: "webhook", webhookId: "w2" }] }, undefined],
  ["a channel other than a webhook", { channel: { type: "email" } }, "Not copied: who else it notifies."],
  ["no channel", { channel: null }, undefined],
  ["groups of a tile", { groupBy: "host" }, "Not copied: `groupBy`."],
  [
    "many fields",
    { f1: 1, f2: 1, f3: 1, f4: 1, f5: 1, f6: 1, f7: 1 },
    "Not copied: `f1`, `f2`, `f3`, `f4`, `f5` and 2 more.",
  ],
])("the form names the fields that are not copied: %s", (_, own, words) => {
  expect(inWords({ ...alert, ...own }, "stand-alone")).toBe(words);
});

test("the form says that it cuts a message, and a copy's name has space for its suffix", () => {
  const long = { ...alert, name: "n".repeat(512), message: "m".repeat(4_000) };
  expect(inWords(long, "managed")).toMatch(/^The original's message is longer/);
  expect(copied(long, "managed").values["name"]).toBe(`${"n".repeat(505)} (copy)`);
});

test("above the fields, the form shows that it is reading, or the problem, and then the rule", () => {
  const target = targets.managed;
  const said = (facts: object) => {
    const known = {
      target,
      given: {},
      publicUrl: "https://qm.example.com",
      webhooks: [],
      hooks: [],
      ...facts,
    };
    return preview({ values: {}, facts: known }).map((block) => JSON.stringify(block));
  };
  const [reading, failed] = [said({ isRead: false }), said({ isRead: false, trouble: "It is away." })];
  expect([reading, failed]).toEqual([
    [expect.stringContaining("Reading *orders prod*…")],
    [expect.stringContaining(":warning: It is away.")],
  ]);
  const rule = expect.stringContaining("when the rule is complete");
  expect(said({ isRead: true })).toEqual([rule]);
  expect(said({ isRead: true, trouble: "No webhook is known." })).toEqual([
    expect.stringContaining(":warning: No webhook is known."),
    rule,
  ]);
});
