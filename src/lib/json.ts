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

/** JSON's reading of a value that JSON can hold: what is undefined is not there. */
export function asJson<Value extends object>(value: Value): Value {
  // The same fields as before.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(JSON.stringify(value)) as Value;
}
