import type { z } from "zod";
import type { Operation } from "./contract.ts";
import type { Organization } from "./organization.ts";
import type { World } from "./world.ts";

/** A call of a route. Everything up to the key is checked, and nothing further. */
export interface Call {
  readonly world: World;
  /** The organization of the key and the path. The stand-alone API has a token and no organization. */
  readonly organization: Organization;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON for operations with a body. Undefined for others. */
  readonly body: unknown;
}

/** An operation of the specification, and its implementation. */
export interface Route {
  readonly operation: Operation;
  /** The result without its envelope, in the specification's names. Throws refusals. */
  readonly answer: (call: Call) => unknown;
}

/** Declares a route. The compiler checks its answer against the operation's result. */
export function route<Op extends Operation>(
  operation: Op,
  answer: (call: Call) => z.input<Op["result"]>,
): Route {
  return { operation, answer };
}
