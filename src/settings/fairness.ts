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
