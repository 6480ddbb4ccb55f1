import { stdSerializers } from "pino";

/** Our errors are never nested this deep. */
const deepest = 10;

/**
 * An error for the log without any `command` field: a refused Redis command holds its arguments, and one of them may be
 * a secret.
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
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutCommands(each, depth + 1)]));
}
