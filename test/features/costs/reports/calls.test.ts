import { expect, test } from "vitest";
import { z } from "zod";
import { readEvery } from "../../../../src/features/costs/reports/every.ts";
import { readingOf, refusalOf } from "../question.ts";
import * as texts from "../../../../src/features/costs/reports/texts.ts";

const finance = { channel: "C1FINANCE" };
const channel = "<#C1FINANCE|finance>";

test.each([
  [
    `daily at 09:00 in ${channel} by service Europe/Berlin`,
    { every: "daily", at: "09:00", by: "service", timeZone: "Europe/Berlin", ...finance },
  ],
  [
    `weekly 9am ${channel} by metric Europe/Berlin`,
    { every: "weekly", at: "09:00", by: "metric", timeZone: "Europe/Berlin", ...finance },
  ],
  ["monthly", { every: "monthly" }],
  [
    "every week at 7.30 pm, new york time, by day",
    { every: "weekly", at: "19:30", by: "day", timeZone: "America/New_York" },
  ],
  [
    `Every Day at 9 o'clock to ${channel} per services`,
    { every: "daily", at: "09:00", by: "service", ...finance },
  ],
  ["UTC daily 12am", { every: "daily", at: "00:00", timeZone: "UTC" }],
  ["each month at noon by metrics", { every: "monthly", at: "12:00", by: "metric" }],
  ["daily 9h UTC −5:30", { every: "daily", at: "09:00", timeZone: "-05:30" }],
  ["daily 18h15 time zone Berlin", { every: "daily", at: "18:15", timeZone: "Europe/Berlin" }],
  ["every morning 12:05pm UTC+2", { every: "daily", at: "12:05", timeZone: "+02:00" }],
  [
    `in ${channel} at 8:05 weekly in Paris`,
    { every: "weekly", at: "08:05", timeZone: "Europe/Paris", ...finance },
  ],
  ["every monday", { every: "weekly", on: "monday" }],
  ["mondays", { every: "weekly", on: "monday" }],
  ["weekly on Fridays 9am", { every: "weekly", on: "friday", at: "09:00" }],
  ["every wed at noon by metric", { every: "weekly", on: "wednesday", at: "12:00", by: "metric" }],
  ["weekdays", { every: "weekdays" }],
  ["every weekday at 9", { every: "weekdays", at: "09:00" }],
  ["on working days 8:30 Berlin", { every: "weekdays", at: "08:30", timeZone: "Europe/Berlin" }],
  ["Monday to Friday at 9", { every: "weekdays", at: "09:00" }],
  ["mon-fri 9am UTC", { every: "weekdays", at: "09:00", timeZone: "UTC" }],
  ["every month", { every: "monthly" }],
])("“%s” is read", (words, { channel: to, ...read }: { channel?: string; [setting: string]: unknown }) => {
  const { entry, args } = readingOf(`schedule ${words}`);
  const { every, channel: inChannel } = z
    .object({ every: z.string(), channel: z.string().optional() })
    .parse(args);
  expect([entry.name, inChannel, readEvery(every)]).toEqual(["cost_reports_set", to, read]);
});

test.each([
  ["at 09:00", "How often? Choose `daily`, `weekdays`, `weekly`, `every monday` or `monthly`."],
  ["dayly at 09:00", "Did you mean `daily`?"],
  ["daily weekly", "Choose one rhythm."],
  ["daily at 25:00", "“at 25:00” isn't a time of day"],
  ["daily at 9:75", "“at 9:75” isn't a time of day"],
  ["daily 13pm", "“13pm” isn't a time of day"],
  ["daily 9am 10am", "“10am” isn't a time of day. Enter one time"],
  ["daily 0900", "“0900” isn't a time of day"],
  ["daily at 9 eastern time", "Did you mean `America/New_York`?"],
  ["daily by cluster", "I can list costs by service, team, metric or day, but not by “cluster”."],
  ["daily Europe/Berln", "Did you mean `Europe/Berlin`?"],
  ["daily at 9am PST", "Did you mean `America/Los_Angeles`?"],
  ["daily quickly", "I don't recognize the time zone “quickly”."],
  ["mondays and fridays", "Choose one rhythm."],
  ["daily on mondays", "Choose one rhythm."],
  ["monthly on the 1st", "Leave “1st” out"],
])("“%s” is refused with a reason: %s", async (words, sentence) => {
  const refusal = await refusalOf(`schedule ${words}`);
  expect(refusal).toContain(sentence);
  expect(refusal).toContain(texts.example);
});

test("the example in every refusal can be read", () => {
  const [, example = ""] = /`\/db costs schedule (.+)`/.exec(texts.example) ?? [];
  expect(readEvery(example)).toMatchObject({ every: "weekly", on: "monday", at: "09:00" });
});

test("a FOCUS file comes monthly, in a version that there is", () => {
  expect(readEvery("monthly focus")).toMatchObject({ every: "monthly", focus: "1.2" });
  for (const words of [
    "monthly focus 1.3",
    "every month as a FOCUS file v1.3 at 9",
    "1.3 monthly focus file",
  ])
    expect(readEvery(words)).toMatchObject({ every: "monthly", focus: "1.3" });
  expect(() => readEvery("weekly focus")).toThrow("A FOCUS file comes monthly.");
  expect(() => readEvery("monthly focus 1.4")).toThrow("1.4");
});
