import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { inWords } from "../../../lib/problem-words.ts";
import { type CloudConnection, baseAddress, operationLabel, toWirePath } from "../connection.ts";
import type { Operation } from "../operation.ts";

/** A request as it goes out, without its Authorization header. */
export interface Outgoing {
  operation: string;
  /** Our own id of the call, the same for each attempt. The server's operator can find an unanswered call by it. */
  callId: string;
  method: Operation["method"];
  origin: string;
  /** Includes the query. */
  path: string;
  body: unknown;
  /** The names of the fields in the operation's query and body. */
  fieldNames: string[];
}

const Input = z.looseObject({ query: z.unknown().optional(), body: z.unknown().optional() });

/** Checks an operation's input with its schemas, so an invalid request is never sent. Fails as `user`. */
export function outgoing(
  connection: CloudConnection,
  operation: Operation,
  input: unknown,
  callId: string,
): Outgoing {
  const label = operationLabel(operation);
  const { query, body, ...parameters } = Input.parse(input);
  const base = baseAddress(connection);
  const organizationId = connection.kind === "managed" ? connection.organizationId : undefined;
  const template = toWirePath(operation.path, connection.wireNames);
  const path = base.pathname.replace(/\/$/, "") + fillIn(template, { ...parameters, organizationId }, label);
  return {
    operation: label,
    callId,
    method: operation.method,
    origin: base.origin,
    path: path + queryString(checked(operation.query, query, label)),
    body: checked(operation.body, body, label),
    fieldNames: [...fieldNames(operation.query), ...fieldNames(operation.body)],
  };
}

function fillIn(template: string, values: Record<string, unknown>, operation: string): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // Encoding leaves dots alone, and they would lead to another resource.
    if (typeof value === "string" && value.isWellFormed() && !/^\.{0,2}$/.test(value)) {
      return encodeURIComponent(value);
    }
    const message = `That isn't a valid ${readable(name)}. Copy it from the cloud's console or from a list.`;
    throw new AppError("user", message, { operation, field: name });
  });
}

function readable(parameter: string): string {
  return parameter.replace(/Id$/, " id");
}

function checked(schema: z.ZodType | undefined, value: unknown, operation: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, inWords);
  if (parsed.success) return parsed.data;
  const issues = closestIssues(parsed.error);
  const messages = issues.map(({ path, message }) =>
    // A message within a list or an object does not say which item it is about.
    path.length > 1 ? `${path.join(".")}: ${message}.` : `${message}.`,
  );
  const [field] = issues[0]?.path ?? [];
  throw new AppError("user", [...new Set(messages)].join(" "), {
    operation,
    field: field === undefined ? undefined : String(field),
  });
}

/** The issues of a value. For a union, the issues of the variant with the fewest. */
export function closestIssues({ issues }: z.ZodError): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const [closest = []] = issue.errors.toSorted((one, other) => one.length - other.length);
    return closest.length === 0 ? [issue] : closest.map((part) => within(issue.path, part));
  });
}

function within(path: readonly PropertyKey[], issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [...path, ...issue.path] };
}

function queryString(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function fieldNames(schema: unknown): string[] {
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(fieldNames))];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
