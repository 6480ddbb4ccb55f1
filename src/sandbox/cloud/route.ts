import type { z } from "zod";
import type { Operation } from "../../platform/cloud/operation.ts";
import type { Organization } from "./organization.ts";
import type { World } from "./world.ts";

/** What a route is asked: everything is checked as far as the key, and nothing further. */
export interface Call {
  readonly world: World;
  /** The organization of the key, which is also the one in the path; the stand-alone API, which has a token, knows none. */
  readonly organization: Organization;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON for operations with a body; undefined for others. */
  readonly body: unknown;
}

/** An operation of the specification, and how this server answers it. */
export interface Route {
  readonly operation: Operation;
  /** The result without its envelope, in the specification's own names; refusals are thrown. */
  readonly answer: (call: Call) => unknown;
}

/** Declares a route; the compiler holds its answer against the operation's result. */
export function route<Op extends Operation>(
  operation: Op,
  answer: (call: Call) => z.input<Op["result"]>,
): Route {
  return { operation, answer };
}
