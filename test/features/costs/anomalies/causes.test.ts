import { expect, test } from "vitest";
import { causeText as cause, unusualPost } from "../../../../src/features/costs/budget/unusual-post.ts";
import { type Cause, causeIn } from "../../../../src/features/costs/anomalies/causes.ts";
import { addDays } from "../../../../src/lib/day.ts";
import type { AuditEntry } from "../../../../src/platform/audit/log.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";

const day = "2026-11-18";
const entry = (parts: Partial<AuditEntry>): AuditEntry => ({
  at: `${day}T10:00:00.000Z`,
  userId: "UADA",
  userName: "Ada",
  action: "service.create",
  subject: "orders prod",
  result: "done",
  ...parts,
});
const up = { day, direction: "up" as const, services: ["Orders  prod"] };
const down = { ...up, direction: "down" as const };
type Value = AuditEntry["after"];
const scaled = (before: Value, after: Value) => entry({ action: "service.change", before, after });

test.each([
  ["created", up, [entry({})]],
  [
    "restored",
    up,
    [
      entry({ requestId: "r" }),
      entry({ action: "service.request", requestId: "r", after: { backupId: "b" } }),
    ],
  ],
  ["enlarged", up, [scaled({ numReplicas: 1 }, { numReplicas: 3 })]],
  ["enlarged", up, [scaled({ idleScaling: true }, { idleScaling: false })]],
  ["started", up, [entry({ action: "service.start" })]],
  ["reduced", down, [scaled({ maxReplicaMemoryGb: 64 }, { maxReplicaMemoryGb: 16 })]],
  ["stopped", down, [entry({ action: "service.stop" })]],
  ["deleted", down, [entry({ action: "service.delete" })]],
] as const)("a service that was %s explains its day", (what, unexplained, entries) => {
  expect(causeIn(unexplained, entries)).toMatchObject({ what, service: "orders prod", userId: "UADA" });
});

test.each([
  ["another service", up, [entry({ subject: "web analytics" })]],
  ["the wrong direction", up, [entry({ action: "service.stop" })]],
  ["a change of addresses", up, [scaled({ ipAccessList: [] }, { ipAccessList: [] })]],
  [
    "a change both ways",
    up,
    [scaled({ numReplicas: 1, maxReplicaMemoryGb: 64 }, { numReplicas: 3, maxReplicaMemoryGb: 8 })],
  ],
  ["a refusal", up, [entry({ result: "refused" })]],
  ["the day after", up, [entry({ at: `${addDays(day, 1)}T00:00:00.000Z` })]],
  ["two days before", up, [entry({ at: `${addDays(day, -2)}T23:59:59.000Z` })]],
  ["two people", up, [entry({}), entry({ userId: "UBEA", action: "service.start" })]],
] as const)("%s isn't a cause", (_, unexplained, entries) => {
  expect(causeIn(unexplained, entries)).toBeUndefined();
});

test("a service that was created from a preset names it", () => {
  const created = entry({ after: { serviceId: "s1", preset: "small _staging_" } });
  const found = causeIn(up, [created]);
  expect(found).toMatchObject({ what: "created", preset: "small _staging_" });
  expect(cause(found ?? null)).toContain("was created from the preset small ˍstagingˍ by Ada, ");
  // A change has its own facts.
  expect(causeIn(up, [entry({ action: "service.start", after: { preset: "x" } })])).not.toHaveProperty(
    "preset",
  );
});

type Doing = readonly [action: string, what: Cause["what"]];
const upward: readonly Doing[] = [
  ["service.create", "created"],
  ["service.start", "started"],
  ["service.change", "enlarged"],
];
const downward: readonly Doing[] = [
  ["service.stop", "stopped"],
  ["service.delete", "deleted"],
  ["service.change", "reduced"],
];

/** What people do at the same time. Three of them move costs. */
const others = [
  "service.create",
  "service.stop",
  "service.start",
  "budget.set",
  "hook.rotate",
  "report.set",
  "password.show",
  "backup-watch.set",
  "approval.approve",
  "access.grant",
];

/** A seeded case: an unusual day with its true cause in the log, among what others did at that time. */
function seededCase(seed: string): {
  unexplained: typeof up | typeof down;
  entries: AuditEntry[];
  truth: Partial<Cause>;
} {
  const pick = <T>(from: readonly T[], ...names: string[]): T => {
    const index = Math.floor(seededBetween(0, from.length, seed, ...names));
    const found = from[Math.min(index, from.length - 1)];
    if (found === undefined) throw new Error("Nothing to pick from.");
    return found;
  };
  const isUp = seededBetween(0, 1, seed, "direction") < 0.6;
  const causes = isUp ? upward : downward;
  const [action, what] = pick(causes, "action");
  const sizes = [{ numReplicas: 1 }, { numReplicas: 3 }] as const;
  const [before, after] = action === "service.change" ? (isUp ? sizes : sizes.toReversed()) : [];
  const hours = Math.floor(seededBetween(0, 47.9, seed, "hour"));
  const at = new Date(Date.parse(addDays(day, -1)) + hours * 3_600_000).toISOString();
  const userId = pick(["UADA", "UBEA", "UCEM"], "person");
  const truth = entry({ at, userId, action, ...(before && { before, after }) });
  const noise = Array.from({ length: 25 }, (_, index): AuditEntry => {
    const n = String(index);
    const hour = Math.floor(seededBetween(-120, 120, seed, "noise-hour", n));
    return entry({
      at: new Date(Date.parse(day) + hour * 3_600_000).toISOString(),
      userId: pick(["UADA", "UBEA", "UCEM", "UDAN"], "noise-person", n),
      action: pick(others, "noise-action", n),
      subject: pick(
        ["web analytics", "billing", "staging", "search", "users", "carts", "logs", "orders prod"],
        "noise-subject",
        n,
      ),
      result: pick(["done", "done", "refused", "failed"], "noise-result", n),
    });
  });
  return { unexplained: isUp ? up : down, entries: [...noise, truth], truth: { what, userId } };
}

test("of 30 seeded unusual days at least 27 have their cause, and none has a wrong person", () => {
  const cases = Array.from({ length: 30 }, (_, index) => seededCase(`case ${index}`));
  const named = cases.flatMap(({ unexplained, entries, truth }) => {
    const found = causeIn(unexplained, entries);
    return found ? [{ found, truth }] : [];
  });
  for (const { found, truth } of named) expect(found.userId).toBe(truth.userId);
  expect(named.length).toBeGreaterThanOrEqual(27);
});

test("the post names the likely cause without a mention, or says that nothing is known", () => {
  const links = { value: "{}", console: undefined };
  const unusual = { day, direction: "up", total: "90", usual: "20", movers: [] } as const;
  const at = "2026-11-18T10:00:00.000Z";
  const cause = {
    what: "enlarged",
    service: "orders prod",
    userId: "UADA",
    userName: "Ada <!here>",
    at,
  } as const;
  const { text } = unusualPost({ ...unusual, movers: [], cause }, links);
  expect(text).toContain("*Likely:* orders prod was made larger by Ada &lt;\u200b!here&gt;, <!date^");
  expect(text).not.toContain("<@");
  expect(unusualPost({ ...unusual, movers: [], cause: null }, links).text).toContain(
    "I know of nothing that explains it",
  );
  expect(unusualPost({ ...unusual, movers: [] }, links).text).not.toContain("known here");
});
