import { z } from "zod";

/** A schema of one of several things with a `type`. */
export interface Typed {
  readonly type: string;
  readonly schema: z.ZodType;
}

/** Accepts an object with one of the given types that matches that type's schema. */
export function byType(allowed: readonly Typed[]): z.ZodType {
  const schemas = new Map(allowed.map(({ type, schema }) => [type, schema]));
  return z.looseObject({ type: z.string() }).superRefine((value, context) => {
    const schema = schemas.get(value.type);
    if (schema === undefined) {
      context.addIssue({ code: "custom", path: ["type"], message: `unsupported type: ${value.type}` });
      return;
    }
    for (const issue of schema.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue });
  });
}
