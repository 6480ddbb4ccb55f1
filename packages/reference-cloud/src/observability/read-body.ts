import type { z } from "zod";
import { closestIssues } from "../contract.ts";
import { refuseWithMessage } from "./refusals.ts";

/** Reads a body by the contract's schema. A 400 lists each problem, as `field: message; …`. */
export function readAs<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  return refuseWithMessage(400, closestIssues(read.error).map(inWords).join("; "));
}

function inWords({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}
