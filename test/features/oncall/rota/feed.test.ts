import process from "node:process";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { feedReader } from "../../../../src/features/oncall/rota/feed.ts";
import { AppError } from "../../../../src/lib/errors.ts";

const nowMs = Date.parse("2026-11-26T08:00:00Z");

function calendar(...events: (readonly string[])[]): string {
  const lines = events.flatMap((event, index) => [
    ...(event[0] === "BEGIN:VTIMEZONE" ? event : ["BEGIN:VEVENT", `UID:${index}`, ...event, "END:VEVENT"]),
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

const week = ["DTSTART:20261123T080000Z", "DTEND:20261130T080000Z", "SUMMARY:Ada Park"];

function read(text: string, readFeed = feedReader()) {
  return readFeed("T1", async () => text, nowMs);
}

test("a feed is read in a thread of its own", async () => {
  const { shifts } = await read(calendar(week));
  expect(shifts).toMatchObject([
    {
      fromMs: Date.parse("2026-11-23T08:00:00Z"),
      toMs: Date.parse("2026-11-30T08:00:00Z"),
      name: "Ada Park",
    },
  ]);
});

const sixty = [...Array(60).keys()].join();
const sinceTheEpoch = ["DTSTART:19700101T000000Z", "DURATION:PT1S"];

// Reading each of them date by date would take minutes, or forever.
test("events that happen every second or minute are left out, and what never happens or seldom counts as any other", async () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Mine",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=SECONDLY",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  const { shifts, leftOut, zones } = await read(
    calendar(
      week,
      [...sinceTheEpoch, "RRULE:FREQ=SECONDLY", "SUMMARY:Each second"],
      [...sinceTheEpoch, "RRULE:FREQ=MINUTELY", "SUMMARY:Each minute"],
      [
        ...sinceTheEpoch,
        `RRULE:FREQ=DAILY;BYMINUTE=${sixty};BYSECOND=${sixty}`,
        "SUMMARY:Each second of a day",
      ],
      ["DTSTART:19000101T000000Z", "RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", "SUMMARY:Never"],
      ["DTSTART:19260101T000000Z", "DURATION:PT30M", "RRULE:FREQ=HOURLY;INTERVAL=12", "SUMMARY:Seldom"],
      zone,
      ["DTSTART;TZID=Mine:20261123T080000", "DTEND;TZID=Mine:20261130T080000", "SUMMARY:In an odd zone"],
    ),
  );
  const times = (name: string) => shifts.filter((shift) => shift.name === name).length;
  expect([times("Ada Park"), times("Never"), times("Seldom"), times("In an odd zone")]).toEqual([
    1, 0, 62, 1,
  ]);
  expect(leftOut.toSorted()).toEqual(["Each minute", "Each second", "Each second of a day"]);
  // A zone that changes its clocks every second is not known for sure, and that is said.
  expect(zones).toEqual([{ name: "Mine", as: "UTC" }]);
});

test("a feed that takes too long is given up", async () => {
  await expect(read(calendar(week), feedReader(0))).rejects.toThrow("takes too long to read");
});

test("what isn't a calendar is refused in words that don't quote it", async () => {
  const failure = await read("BEGIN:VCARD\r\ns3cret\r\n").catch((error: unknown) => String(error));
  expect(failure).toContain("isn't an iCal calendar");
  expect(failure).not.toContain("s3cret");
  const broken = calendar(["DTSTART:2026", ...week.slice(1)]);
  await expect(read(broken)).rejects.toThrow("can be read");
});

/** Counts the threads of this process from now on. */
function countThreads(): { most: () => number } {
  let [alive, most] = [0, 0];
  const count = (worker: Worker) => {
    most = Math.max(most, (alive += 1));
    worker.once("exit", () => (alive -= 1));
  };
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  return { most: () => most };
}

test("one feed is read at a time, few are in memory, and more than some that wait are refused at once", async () => {
  const threads = countThreads();
  const readFeed = feedReader();
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const download = async () => {
    const isOneOfTheFirst = (begun += 1) <= 4;
    await gate.promise;
    if (!isOneOfTheFirst) throw new AppError("upstream", "It is away.");
    return calendar(week);
  };
  const ask = async (owner: string) => {
    try {
      await readFeed(owner, download, nowMs);
      return "read";
    } catch (error) {
      return error instanceof AppError ? error.kind : "bug";
    }
  };
  const owners = ["T1", "T2", "T3", "T4", "T5"];
  const asked = owners.flatMap((owner) => Array.from({ length: 8 }, () => ask(owner)));
  await new Promise(setImmediate);
  expect(begun).toBe(4);
  gate.resolve();
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter((each) => each === "read")).toHaveLength(4);
  expect(outcomes.filter((each) => each === "upstream")).toHaveLength(16);
  expect(outcomes.filter((each) => each === "limited")).toHaveLength(20);
  expect(threads.most()).toBe(1);
  expect(await ask("T1")).toBe("upstream");
});

test("a workspace with many feeds delays another by one of its own at most", async () => {
  const readFeed = feedReader();
  const order: string[] = [];
  const ask = async (owner: string) => {
    await readFeed(owner, async () => calendar(week), nowMs);
    order.push(owner);
  };
  await Promise.all([...Array.from({ length: 4 }, () => ask("busy")), ask("quiet")]);
  expect(order.indexOf("quiet")).toBeLessThanOrEqual(2);
});
