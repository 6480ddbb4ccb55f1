import { z } from "zod";

/** A JSON text, parsed. The next schema judges its content. */
export const JsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("This is not JSON.");
    return z.NEVER;
  }
});

/** A value as JSON has it: without the fields that are undefined. */
export function asJson<Value extends object>(value: Value): Value {
  // JSON keeps all other fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(JSON.stringify(value)) as Value;
}
