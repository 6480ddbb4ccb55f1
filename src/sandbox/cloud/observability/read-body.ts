import { z } from "zod";
import { refuseWithMessage } from "./refusals.ts";

/** A body by the contract's own schema; 400 with what is wrong with it. */
export function readAs<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  return read.success ? read.data : refuseWithMessage(400, z.prettifyError(read.error));
}
