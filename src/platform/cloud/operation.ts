import type { z } from "zod";

/** The API that serves an operation: the management API, or one of the two deployments of the observability API. */
export type Surface = "management" | "managed-observability" | "standalone-observability";

/**
 * One endpoint of the specification as data. The client calls it, the reference server serves it, and tests walk
 * through it.
 */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Result extends z.ZodType = z.ZodType,
> {
  readonly surface: Surface;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Path;
  /** False if the specification does not show the operation and it follows the evident REST pattern. */
  readonly documented: boolean;
  /** Query parameters, strings on the wire. */
  readonly query?: Query;
  /** The JSON request body. */
  readonly body?: Body;
  /** The schema of the envelope's content (`result` or `data`). It reads tolerantly. */
  readonly result: Result;
  /** True if `result` reads `{ items, total }`: the content of the envelope and the total beside it. */
  readonly isPage?: true;
  /** True if the result may hold a secret, so it is never kept. */
  readonly holdsSecret?: true;
  /** True if `readExact` reads the result, so all of it can be written back as it came. */
  readonly isExact?: boolean;
}

/** The names between braces in a path template. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** One part of the input. It is optional if its schema takes undefined. */
type PartInput<Key extends string, Schema> = Schema extends z.ZodType
  ? undefined extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : unknown;

/** The input of an operation: its path parameters except `organizationId`, and `query` and `body` if it has them. */
export type OperationInput<Op extends Operation> =
  Op extends Operation<infer Path, infer Query, infer Body>
    ? { [Name in Exclude<PathNames<Path>, "organizationId">]: string } & PartInput<"query", Query> &
        PartInput<"body", Body>
    : never;

/** The result of an operation, without its envelope. */
export type OperationResult<Op extends Operation> = z.output<Op["result"]>;

const verbs = { POST: "create", PUT: "update", PATCH: "change", DELETE: "delete" };

/** A short name that is the same at all deployments, such as "list_services". */
export function operationName({ method, path }: Pick<Operation, "method" | "path">): string {
  const parts = path.split("/").filter(Boolean);
  const isOne = parts.at(-1)?.startsWith("{") ?? false;
  const noun = parts.findLast((part) => !part.startsWith("{")) ?? "";
  const verb = method === "GET" ? (isOne ? "get" : "list") : verbs[method];
  return `${verb}_${noun.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** Declares an operation and keeps its literal types. */
export function operation<
  const Path extends string,
  Result extends z.ZodType,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Operation<Path, Query, Body, Result>): Operation<Path, Query, Body, Result> {
  return Object.freeze(definition);
}
