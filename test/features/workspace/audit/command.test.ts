import { product } from "../../../../src/app/features.ts";
import { beforeEach, expect, test } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import { audit } from "../../../../src/features/workspace/audit/command.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { runSchedule } from "../../../../src/platform/jobs/schedules/schedules.ts";
import { AuditEntry } from "../../../../src/platform/audit/log.ts";
import { useRedis } from "../../../support/redis.ts";
import { type HookFixture, buttonsOf, hookFixture } from "../../alerts/hooks/fixture.ts";
import { lineOfButton } from "../../../support/pressed.ts";
import { AuditMirrorSchedule } from "../../../../src/features/workspace/audit/mirror.ts";

const redis = useRedis();
const now = new Date("2026-11-20T10:00:00.000Z");
let fixture: HookFixture;
let posted: { channelId: string; text: string }[];
let files: { name: string; bytes: Buffer }[];

beforeEach(() => {
  fixture = hookFixture(redis.client, audit);
  [posted, files] = [[], []];
  Object.assign(fixture.context, {
    scheduleQueue: { ensure: async () => undefined, wake: async () => undefined },
    messenger: {
      presenceIn: async (channelId: string) => fixture.presence[channelId] ?? "member",
      people: { find: async () => ({ name: "Ada Park" }) },
      findMarked: async () => undefined,
      async post(channelId: string, { text }: Reply) {
        posted.push({ channelId, text });
        return { channelId, ts: `${posted.length}.0` };
      },
      share: async (file: { name: string; bytes: Buffer }) => void files.push(file),
    },
  });
});

async function record(facts: Partial<AuditEntry> = {}): Promise<void> {
  const usual = {
    at: now.toISOString(),
    userId: "U1",
    userName: "ada",
    action: "hook.rotate",
    subject: "checkout",
  };
  await fixture.context.audit.record({ ...usual, result: "done", ...facts });
}

/** A step of the mirror, as its job takes it. */
async function mirrorStep() {
  const item = { workspaceId: "T1", scheduleId: "audit-mirror" };
  return runSchedule(() => fixture.context, product.schedules, 3_600_000)("T1.audit-mirror", item);
}

test("words that read like an unknown time are refused", async () => {
  expect(await fixture.refusal("last 7 dayz")).toContain(
    "“last 7 dayz” looks like a time, but I don't understand it.",
  );
});

test("an empty log says what it will contain, and a search without results says how to see all", async () => {
  expect((await fixture.db("")).text).toMatch(/^The audit log is empty\. /);
  await record();
  expect((await fixture.db("billing")).text).toMatch(/^I can't find `billing` in the audit log\. /);
  expect((await fixture.db("billing october")).text).toMatch(
    /^I can't find `billing` in the audit log of October 2026\. /,
  );
  expect((await fixture.db("october 2020")).text).toMatch(/^The audit log has nothing from October 2020\. /);
});

test("pages go from the newest to the oldest, with nothing twice and nothing left out", async () => {
  for (let number = 1; number <= 40; number++) await record({ subject: `hook ${number}` });
  const seen: string[] = [];
  for (let words: string | undefined = ""; words !== undefined;) {
    const answer: Reply = await fixture.db(words);
    seen.push(...[...answer.text.matchAll(/\*hook (\d+)\*/g)].map(([, number]) => number ?? ""));
    const older = buttonsOf(answer)["Older"];
    words = older && lineOfButton(older).replace(/^admin audit /, "");
  }
  expect(seen.map(Number)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index));
});

test("the longest entries still make a page that Slack takes", async () => {
  const after = Object.fromEntries(
    Array.from({ length: 30 }, (_, number) => [`field${number}`, "<".repeat(300)]),
  );
  for (let number = 1; number <= 20; number++)
    await record({ subject: "&".repeat(300), detail: "<".repeat(1_000), before: after, after });
  expect((await fixture.db("")).text).toContain("*Audit log*");
});

test("an export is a file of JSON Lines in direct messages, the oldest first", async () => {
  await record({ subject: "first" });
  await record({ subject: "second", userId: "U2" });
  expect((await fixture.db("export")).text).toMatch(/^I sent you the audit log as a file \(2 entries and /);
  const lines = String(files[0]?.bytes).trim().split("\n");
  const entries = lines.map((line) => AuditEntry.parse(JSON.parse(line)));
  expect(entries.map(({ subject }) => subject)).toEqual(["first", "second"]);
  expect([files[0]?.name, posted[0]?.channelId]).toEqual(["audit-2026-11-20.jsonl", "U1"]);
});

test("the mirror posts each new entry once, and mentions no one", async () => {
  await record({ subject: "before" });
  expect((await fixture.db("mirror <#C11|audit>")).text).toBe(
    "I'll post new audit entries in <#C11>, at most once a minute.",
  );
  expect(await mirrorStep()).toEqual({ againInMs: 60_000 });
  await record({ subject: "after" });
  await mirrorStep();
  expect(await mirrorStep()).toEqual({ againInMs: 60_000 });
  await mirrorStep();
  expect(posted.map(({ channelId }) => channelId)).toEqual(["C11"]);
  expect(posted[0]?.text).toMatch(/\*Ada Park\* .*\*after\*/);
  expect(posted[0]?.text).not.toContain("before*");
});

test("an entry without a name gets the name that Slack knows, or else the id", async () => {
  Object.assign(fixture.context.messenger, {
    people: {
      find: async (userId: string) => {
        if (userId === "U2") return { name: "Noor Haddad" };
        throw new AppError("missing", "There is no such person.");
      },
    },
  });
  await fixture.db("mirror <#C11|audit>");
  await record({ userId: "U2", userName: undefined });
  await record({ userId: "U3", userName: undefined });
  await mirrorStep();
  await mirrorStep();
  expect(posted[0]?.text).toMatch(/\*Noor Haddad\* rotated .*\n.*`U3` rotated /);
});

test("a crash after a post of the mirror and before its next step posts nothing twice", async () => {
  await fixture.db("mirror <#C11|audit>");
  await record();
  await mirrorStep();
  const [schedule] = await fixture.context.schedules.list(AuditMirrorSchedule);
  await mirrorStep();
  await record({ subject: "more" });
  if (schedule) await fixture.context.schedules.add(schedule);
  await mirrorStep();
  expect(posted).toHaveLength(1);
});

test("the mirror can be stopped, and says where it posts", async () => {
  expect((await fixture.db("mirror")).text).toMatch(/^I don't post audit entries anywhere\./);
  await fixture.db("mirror <#C11|audit>");
  expect((await fixture.db("mirror")).text).toMatch(/^I post audit entries in <#C11>\./);
  expect((await fixture.db("mirror off")).text).toMatch(/^Stop posting .* in <#C11>\?/);
  expect((await fixture.db("mirror")).text).toMatch(/^I post audit entries in <#C11>\./);
  expect((await fixture.db("mirror off yes")).text).toMatch(/^I stopped posting audit entries in <#C11>\./);
  expect(await mirrorStep()).toBe("done");
});
