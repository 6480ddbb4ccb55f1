import { pino } from "pino";
import { expect, test } from "vitest";
import {
  type SeenName,
  learnNames,
  learningPeople,
  mostSeen,
  namesInTokens,
  seenNames,
} from "../../../src/platform/ask/names.ts";
import { AppError } from "../../../src/lib/errors.ts";
import type { PersonFacts } from "../../../src/platform/access/known-people.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const log = pino({ level: "silent" });
const at = (day: string) => new Date(`2026-${day}T10:00:00Z`);
const channel = (value: string, name: string): SeenName => ({ kind: "channel", value, name });

test("a name that was seen is known in its workspace for 90 days, also one that changed", async () => {
  const seen = seenNames(redis.client, "T1");
  await seen.learn([channel("C1", "alerts")], at("08-01"));
  await seen.learn([channel("C1", "db-alerts")], at("10-01"));
  expect(await seen.list()).toEqual([channel("C1", "db-alerts"), channel("C1", "alerts")]);
  expect(await seenNames(redis.client, "T2").list()).toEqual([]);

  await seen.learn([channel("C2", "finance")], at("11-15"));
  expect(await seen.list()).toEqual([channel("C2", "finance"), channel("C1", "db-alerts")]);
});

test("of more names than are kept, the newest stay", async () => {
  const seen = seenNames(redis.client, "T1");
  await seen.learn([channel("C0", "oldest")], at("11-01"));
  const newer = Array.from({ length: mostSeen }, (_, index) => channel(`C${index + 1}`, `name ${index}`));
  await seen.learn(newer, at("11-02"));
  const names = (await seen.list()).map(({ name }) => name);
  expect(names).toHaveLength(mostSeen);
  expect(names).not.toContain("oldest");
});

test("a name that is too long, and one of a broken record, is left out", async () => {
  const seen = seenNames(redis.client, "T1");
  await seen.learn([channel("C1", "x".repeat(101)), channel("C2", "ops")], at("11-01"));
  await redis.client.zadd("qm:{T1}:seen-names:channel", Date.now(), "not a record");
  expect(await seen.list()).toEqual([channel("C2", "ops")]);
});

const ada: PersonFacts = {
  userId: "U1",
  handle: "ada",
  name: "Ada Lovelace",
  teamIds: ["T1"],
  isAdmin: false,
  isOrganizationAdmin: false,
  isGuest: false,
  isGone: false,
  isBot: false,
};

test("whom Slack told of is known by handle and by name, and a bot isn't", async () => {
  const seen = seenNames(redis.client, "T1");
  const answers: Record<string, PersonFacts> = { U1: ada, B1: { ...ada, handle: "bot", isBot: true } };
  const people = learningPeople(
    {
      find: async (id) => answers[id] ?? ada,
      membersOf: async () => [],
      someAdmins: async () => [],
      groups: async () => [],
      findByEmail: async () => undefined,
      managerOf: async () => undefined,
    },
    { seenNames: seen, now: () => at("11-01"), log },
  );
  expect(await people.find("U1")).toEqual(ada);
  await people.find("B1");
  const known = (await seen.list()).map(({ name, value }) => `${name} ${value}`);
  expect(known.toSorted()).toEqual(["Ada Lovelace U1", "ada U1"]);
});

test("people that are made at the first call answer everything else too", async () => {
  const made = {
    find: async () => ada,
    membersOf: async () => ["U1"],
    someAdmins: async () => [ada],
    groups: async () => [{ id: "S1", handle: "oncall" }],
    findByEmail: async () => undefined,
    managerOf: async () => "U2",
  };
  // As the clients of a workspace are: without properties of its own.
  const late: typeof made = Object.create(made);
  const people = learningPeople(late, {
    seenNames: seenNames(redis.client, "T1"),
    now: () => at("11-01"),
    log,
  });
  const answers = [people.membersOf("S1"), people.someAdmins(), people.groups(), people.managerOf("U1")];
  expect(await Promise.all(answers)).toEqual([["U1"], [ada], [{ id: "S1", handle: "oncall" }], "U2"]);
});

test("names that can't be kept stop nothing", async () => {
  const away = { list: async () => [], learn: () => Promise.reject(new AppError("upstream", "away")) };
  await expect(
    learnNames([channel("C1", "alerts")], { seenNames: away, now: () => at("11-01"), log }),
  ).resolves.toBeUndefined();
});

test("names are read from Slack's tokens, and not from what a person typed like one", () => {
  const text = "hook create x <#C1|alerts> <!subteam^S1|@oncall> <#C2> &lt;#C3|finance&gt; <@U9|eve>";
  expect(namesInTokens(text)).toEqual([
    channel("C1", "alerts"),
    { kind: "group", value: "S1", name: "oncall" },
  ]);
});
