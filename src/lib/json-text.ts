import { z } from "zod";

/** A text of JSON, parsed; whatever it says is for the next schema to judge. */
export const JsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("This is not JSON.");
    return z.NEVER;
  }
});
