import { z } from "zod";
import { settingFacts } from "./setting.ts";

/** Settings that keep one person or workspace from taking what the others need. */
export const fairnessSettings = {
  PERSON_REQUESTS_PER_MINUTE: wholeNumber(30).register(settingFacts, {
    about:
      "How many commands, presses and submissions a person may make in a minute; paging and incidents four times as many.",
    example: "60",
  }),

  WORKSPACE_REQUESTS_PER_MINUTE: wholeNumber(300).register(settingFacts, {
    about: "How many everybody in a workspace may make in a minute; paging and incidents four times as many.",
    example: "600",
  }),

  HOOK_ALERTS_PER_MINUTE: wholeNumber(30_000).register(settingFacts, {
    about: "How many alerts one hook takes in a minute; what is above that is answered with 429.",
    example: "60000",
  }),

  HOOK_MB_PER_MINUTE: wholeNumber(60).register(settingFacts, {
    about: "How many MB of alerts one hook takes in a minute.",
    example: "120",
  }),

  WORKSPACE_ALERTS_PER_MINUTE: wholeNumber(100_000).register(settingFacts, {
    about: "How many alerts all hooks of a workspace take in a minute.",
    example: "200000",
  }),

  WORKSPACE_ALERT_MB_PER_MINUTE: wholeNumber(200).register(settingFacts, {
    about: "How many MB of alerts all hooks of a workspace take in a minute.",
    example: "400",
  }),

  WORKSPACE_ALERT_TEXTS_MB: wholeNumber(16).register(settingFacts, {
    about:
      "How many MB of Redis a workspace has for the whole texts of long alerts, compressed and for a day; the oldest make room.",
    example: "64",
  }),
};

function wholeNumber(usual: number) {
  return z
    .string()
    .refine(
      (value) => /^[1-9]\d{0,5}$/.test(value),
      `must be a whole number from 1 to 999999, such as ${usual}.`,
    )
    .transform(Number)
    .default(usual);
}
