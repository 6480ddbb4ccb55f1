import type { Redis } from "ioredis";
import { product } from "../../../../src/app/features.ts";
import { jobPrefix, keys } from "../../../../src/platform/redis/keys.ts";
import type { Held } from "../../../../src/platform/redis/people.ts";
import { people } from "../../../../src/platform/redis/people.ts";
import { bindingOf } from "../../../../src/platform/secrets/rotation/sealed-locations.ts";
import { SealingKeys, createSealer, sealedTextsIn } from "../../../../src/platform/secrets/seal.ts";
import { contentsOf } from "../../../support/redis.ts";
import { goldenKeys, goldens, loadGolden } from "../../../golden/dump.ts";

/** The workspace of the golden data. */
export const workspaceId = "T0ACME0001";
/** Who did everything in it. */
export const ada = { userId: "U0ADAPARK1", names: ["Ada Park", "ada"], direct: ["D0ADADIRECT"] };

export const sealer = createSealer(SealingKeys.parse(goldenKeys));

/** The kinds of keys that hold something of people. */
export const kindsWithPeople = Object.entries(people).flatMap(([kind, held]): [string, Held][] =>
  held === undefined ? [] : [[kind, held]],
);

const at = "2026-11-20T10:00:00.000Z";
const { userId, direct } = ada;
const [dm = ""] = direct;
const json = JSON.stringify;
const T = workspaceId;

/** What the golden data has not: records as the product writes them, with Ada in each. */
const others: readonly (readonly [command: string, key: string, ...args: (string | number)[]])[] = [
  ["hset", keys.connectLink(T, "h1"), "link", json({ userId, purpose: { kind: "add" }, expiresAt: at })],
  [
    "hset",
    keys.owners(T),
    "s1",
    json({ connection: "default", serviceId: "s1", name: "one", ownerId: userId, since: at, by: userId }),
  ],
  [
    "hset",
    keys.owners(T),
    "s2",
    json({
      connection: "default",
      serviceId: "s2",
      name: "two",
      ownerId: userId,
      team: { kind: "named", name: "payments" },
      since: at,
      by: "U0SAMRIV01",
    }),
  ],
  [
    "set",
    keys.request(T, "r1"),
    json({ status: "created", passwordNotice: { at, messageRef: { channelId: dm, ts: "1.2" } } }),
  ],
  [
    "set",
    keys.conversation(T, userId, dm, ""),
    json({ entry: "services_show", args: {}, known: { person: userId } }),
  ],
  [
    "set",
    keys.conversation(T, "U0SAMRIV01", "C0DATABAS1", ""),
    json({ entry: "audit", args: { person: userId }, known: {} }),
  ],
  [
    "zadd",
    keys.seenNames(T, "person"),
    1,
    json([userId, "Ada Park"]),
    2,
    json([userId, "ada"]),
    3,
    json(["U0SAMRIV01", "Sam Rivera"]),
  ],
  [
    "hset",
    keys.schedules(T),
    "mine",
    json({ id: "mine", channelId: userId, kind: "report", createdBy: userId }),
  ],
  ["set", keys.post(T, `welcome:${userId}`), json({ channelId: dm, ts: "1.3" }), "EX", 500],
  ["hset", keys.unusualDays(T, "all"), "2026-11-01", json({ expected: { by: userId, at } })],
  ["set", keys.rateLimits(T, "usual", userId), "3"],
  [
    "rpush",
    keys.inbox(T, "h1"),
    json({ act: { kind: "acknowledge", userId, userName: "ada" } }),
    json({ other: 1 }),
  ],
  [
    "set",
    keys.incident(T, "i1"),
    json({
      id: "i1",
      acknowledged: { userId },
      log: [{ kind: "acknowledged", userId, userName: "ada" }, { text: "ADA PARK took it elsewhere" }],
    }),
    "EX",
    500,
  ],
  ["rpush", keys.eventLog(T, "h1"), json({ title: "Deploy by Ada Park" })],
  ["set", keys.shown(T, "note-1"), json({ root: { channelId: dm, ts: "1.4" } }), "EX", 500],
  ["set", keys.storm(T, "C1"), json({ id: "st1", mutedRules: [{ name: "r", userId }] })],
  ["set", keys.stormSummary(T, "st1"), json({ id: "st1", mutedRules: [{ name: "r", userId }] })],
  ["hset", keys.stormMembers(T, "st1"), "i1", json({ id: "i1", takenBy: userId, takenByName: "Ada Park" })],
  ["set", keys.change(T, "c1"), json({ status: "sent", userId })],
  ["set", keys.submittedChange(T, "c1"), json({ userId, userName: "ada" })],
  ["set", keys.serviceChange(T, "c2"), json({ status: "sent", userId })],
  ["set", keys.submittedServiceChange(T, "c2"), json({ userId, userName: "ada" })],
  [
    "set",
    keys.managedParts(T),
    json({ parts: { access: { [`person ${userId}`]: { role: "admin", name: "Ada Park" } } } }),
  ],
  ["set", keys.wantedFile(T, "f1"), json({ text: `access:\n  person ${userId}:\n    role: admin` })],
  [
    "hset",
    keys.grants(T),
    `user:${userId}`,
    json({ kind: "user", id: userId, name: "Ada Park", role: "admin", grantedBy: userId, grantedAt: at }),
  ],
  ["hset", keys.approval(T, "a1"), `by:${userId}`, json({ userId, at }), "members", `${userId} U0SAMRIV01`],
  ["set", keys.workflowAsk(T, "r1"), json({ answer: "yes", userId, userName: "ada" })],
  [
    "hset",
    keys.approvedWorkflows(T),
    "nightly",
    json({ name: "nightly", requesterId: userId, approvedBy: userId }),
  ],
  ["set", keys.hardLimits(T), json({ setBy: userId, at })],
  ["hset", keys.failingItems(T), "reports", json({ job: "reports", toldUserId: userId })],
  ["set", keys.handover(T, "i1"), json({ note: "acknowledged by Ada Park" })],
  [
    "set",
    keys.rota(T, "h1"),
    json({
      shifts: [
        { name: "Ada Park", userId },
        { name: "ada", userId },
        { name: "ada" },
        { name: "Sam Rivera" },
      ],
    }),
    "EX",
    500,
  ],
  ["hset", keys.madeAlerts(T), "m1", json({ name: "ada", userId, at })],
  ["hset", keys.mcpTokens(T), "hash1", json({ id: "t1", name: "laptop", userId, userName: "ada" })],
  ["hset", keys.mcpOffer(T, "o1"), "offer", json({ id: "o1", userId }), "state", "waiting"],
  ["hset", keys.mcpWaiting(T, userId), "hash", "hash 1 o1"],
  ["set", keys.modelQuestion(T, userId), "1"],
  ["hset", keys.erasures(T), userId, json({ userId, names: ada.names })],
  [
    "xadd",
    keys.audit(T),
    "1795200000000-0",
    "entry",
    json({
      at,
      userId: "U0SAMRIV01",
      userName: "sam",
      action: "access.grant",
      subject: "ada",
      after: { role: "admin", userId },
      result: "done",
    }),
  ],
  [
    "xadd",
    keys.audit(T),
    "1795200000000-1",
    "entry",
    json({
      at,
      userId,
      userName: "ada",
      channelId: dm,
      action: "hook.create",
      subject: "ada",
      result: "done",
      detail: "For Ada Park.",
    }),
  ],
  [
    "hset",
    `${jobPrefix}:reports:T0ACME0001.done`,
    "data",
    json({ workspaceId: T, userId, userName: "ada" }),
    "failedReason",
    `No ${userId}`,
  ],
  ["rpush", `${jobPrefix}:reports:wait`, "T0ACME0001.done"],
  ["hset", `${jobPrefix}:reports:T0ACME0001.report-${userId}`, "data", json({ workspaceId: T })],
  ["rpush", `${jobPrefix}:reports:wait`, `T0ACME0001.report-${userId}`],
  ["hset", `${jobPrefix}:reports:meta`, "opts.maxLenEvents", "10000"],
  ["set", "qm:{T0OTHER001}:hard-limits", json({ setBy: userId, at })],
];

/** Fills a Redis with the golden data and one of everything else by Ada. */
export async function furnish(client: Redis): Promise<void> {
  const [golden] = await goldens();
  if (!golden) throw new Error("There is no golden data.");
  await loadGolden(client, golden);
  for (const [command, ...args] of others) await client.call(command, ...args);
}

/** What Redis has, each key with its value, and what is sealed in it opened. */
async function opened(client: Redis): Promise<string[]> {
  return (await contentsOf(client)).map((line) => {
    const key = /qm:\{[^"\s]*/.exec(line)?.[0] ?? "";
    const binding = bindingOf({ key, text: "", type: "string", isReplaceable: true }, product.sealed);
    if (!binding) return line;
    const open = (text: string) => sealer.forWorkspace(binding.workspaceId).open(text, binding.purpose);
    return sealedTextsIn(line).reduce((text, each) => {
      try {
        return text.replaceAll(each, open(each));
      } catch {
        // The purpose of a secret is its field.
        return text;
      }
    }, line);
  });
}

/** The keys of the workspace and of its jobs that name Ada, each with how often. */
export async function traces(client: Redis): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const line of await opened(client)) {
    const key = /(?:qm:|\{qm-jobs)[^"\s]*/.exec(line)?.[0] ?? line.slice(0, 60);
    const hits = line.match(/U0ADAPARK1|D0ADADIRECT|Ada Park|"ada(?:\\*)"/gi)?.length ?? 0;
    if (hits > 0 && !key.includes("T0OTHER001")) found.set(key, hits);
  }
  return found;
}
