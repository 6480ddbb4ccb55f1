import { stdSerializers } from "pino";
import { holdsSecret, withoutSecret } from "./secrets-in-text.ts";

/** Our errors are never nested this deep. */
const deepest = 10;

/**
 * An error for the log without a secret. It has no `command` field: a refused Redis command holds its arguments, and one
 * of them may be a secret.
 */
export function loggedError(error: unknown): unknown {
  return withoutCommands(error instanceof Error ? stdSerializers.err(error) : error, 0);
}

function withoutCommands(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) return "[too deep]";
  if (Array.isArray(value)) return value.map((each) => withoutCommands(each, depth + 1));
  const plain = value instanceof Error ? stdSerializers.err(value) : value;
  const kept = Object.entries(plain).filter(([name]) => name !== "command");
  return withoutQuoted(
    Object.fromEntries(kept.map(([name, each]) => [name, withoutCommands(each, depth + 1)])),
  );
}

/** A message may quote what a person typed. A stack repeats it. */
function withoutQuoted(error: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { message, stack } = error;
  if (typeof message !== "string" || !holdsSecret(message)) return error;
  const safe = withoutSecret(message);
  return {
    ...error,
    message: safe,
    ...(typeof stack === "string" && { stack: stack.replaceAll(message, safe) }),
  };
}
