import { expect, test } from "vitest";
import { readScheduleWords, scheduleExample } from "../../../../src/features/costs/reports/read-words.ts";

const finance = { channelId: "C1FINANCE" };
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
])("“%s” is read", (words, read) => {
  expect(readScheduleWords(words)).toEqual(read);
});

test.each([
  ["at 09:00", "Say how often: `daily`, `weekly` or `monthly`."],
  ["dayly at 09:00", "Did you mean `daily`?"],
  ["daily weekly", "Choose one of daily, weekly and monthly"],
  ["daily at 25:00", "“at 25:00” is no time of day"],
  ["daily at 9:75", "“at 9:75” is no time of day"],
  ["daily 13pm", "“13pm” is no time of day"],
  ["daily 9am 10am", "“10am” is no time of day; write a single one"],
  ["daily 0900", "“0900” is no time of day"],
  ["daily at 9 eastern time", "Did you mean `America/New_York`?"],
  ["daily by cluster", "Costs are told by service, metric or day, not by “cluster”."],
  ["daily Europe/Berln", "Did you mean `Europe/Berlin`?"],
  ["daily at 9am PST", "Did you mean `America/Los_Angeles`?"],
  ["daily quickly", "I took “quickly” for a time zone and know none of this name."],
  ["weekly on Fridays", "leave “Fridays” out"],
  ["monthly on the 1st", "leave “1st” out"],
])("“%s” is refused with a reason: %s", (words, sentence) => {
  expect(() => readScheduleWords(words)).toThrow(sentence);
  expect(() => readScheduleWords(words)).toThrow("For example: `/db costs schedule weekly at 09:00");
});

test("the example in every refusal can be read", () => {
  const [, example = ""] = /`\/db costs schedule (.+)`/.exec(scheduleExample) ?? [];
  expect(readScheduleWords(example)).toMatchObject({ every: "weekly", at: "09:00" });
});
