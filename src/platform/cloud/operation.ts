import type { z } from "zod";

/** Which API serves an operation: the management API, or one of the two deployments of the observability API. */
export type Surface = "management" | "managed-observability" | "standalone-observability";

/** One endpoint of the specification as data: the client calls it, the reference server serves it, tests walk it. */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Result extends z.ZodType = z.ZodType,
> {
  readonly surface: Surface;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: Path;
  /** False where the specification leaves the operation open and it follows the evident REST pattern. */
  readonly documented: boolean;
  /** Query parameters, strings on the wire. */
  readonly query?: Query;
  /** The JSON request body. */
  readonly body?: Body;
  /** What is inside the envelope (`result` or `data`), read tolerantly. */
  readonly result: Result;
  /** True where `result` reads `{ items, total }`: what is in the envelope, and the number of items in all beside it. */
  readonly isPage?: true;
  /** True where `result` is read by `readExact`, so that all of it can be written back as it came. */
  readonly isExact?: boolean;
}

/** The names between braces in a path template. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** One part of the input, which may be left out where its schema takes undefined. */
type PartInput<Key extends string, Schema> = Schema extends z.ZodType
  ? undefined extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : unknown;

/** What a caller gives an operation: its path parameters but `organizationId`, and `query` and `body` where it has them. */
export type OperationInput<Op extends Operation> =
  Op extends Operation<infer Path, infer Query, infer Body>
    ? { [Name in Exclude<PathNames<Path>, "organizationId">]: string } & PartInput<"query", Query> &
        PartInput<"body", Body>
    : never;

/** What an operation answers, without its envelope. */
export type OperationResult<Op extends Operation> = z.output<Op["result"]>;

/** Declares an operation, keeping its literal types. */
export function operation<
  const Path extends string,
  Result extends z.ZodType,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Operation<Path, Query, Body, Result>): Operation<Path, Query, Body, Result> {
  return Object.freeze(definition);
}
