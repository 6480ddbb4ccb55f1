import type { Context } from "hono";
import { z } from "zod";
import { refuse } from "./answers.ts";
import type { ServerEnv } from "./environment.ts";

/** A control's body by its schema, an absent one as `{}`. A 400 names the problem. */
export async function bodyAs<Schema extends z.ZodType>(
  schema: Schema,
  context: Context<ServerEnv>,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  const parsed = schema.safeParse(text === "" ? {} : jsonOf(text));
  return parsed.success ? parsed.data : refuse(400, z.prettifyError(parsed.error));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(400, "The body is not valid JSON.");
  }
}
