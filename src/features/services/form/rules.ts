import { isDeepStrictEqual } from "node:util";
import type { Finding, FormPerson, FormState, FormValues } from "../../../platform/forms/form.ts";
import { readPriceBasis } from "../../costs/index.ts";
import { formatApproval } from "../approval/message.ts";
import type { ServicesContext } from "../context.ts";
import { type Known, whyDeniedSoFar } from "../hard-limits/denied.ts";
import { type CreateFacts, factsOf } from "./facts.ts";
import { sizeIn } from "./prices.ts";
import { connectionIn, ownerIn, requestIn } from "./request.ts";

/** What the rules of the workspace say about a filled-in form. */
export type Rules = Pick<CreateFacts, "approval" | "denial">;

/** Who must approve a filled-in form, and why the hard limits deny it, at the price that the form shows. */
export async function rulesFor(
  state: Pick<FormState, "values" | "facts">,
  person: FormPerson,
  context: ServicesContext,
  known: Known = {},
): Promise<Rules> {
  const request = requestIn(state.values);
  if (!request) return { approval: undefined, denial: undefined };
  const wanted = { request, connection: connectionIn(state.values), owner: ownerIn(state.values) };
  const [approval, denial] = await Promise.all([
    formatApproval(state, person, context, known.basis),
    whyDeniedSoFar(wanted, context, known),
  ]);
  return { approval, denial };
}

/** Reads the basis of prices, and who must approve at such a price. */
export async function readPrices(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const connection = connectionIn(state.values);
  const basis = await readPriceBasis(connection, context);
  // A rule of approval may depend on the price.
  const rules = await rulesFor(state, person, context, { basis, readsBudgets: true });
  const known = factsOf(state.facts);
  const before = { basis: known.basis, approval: known.approval, denial: known.denial };
  if (isDeepStrictEqual({ basis, ...rules }, before)) return undefined;
  return {
    facts: { basis, ...rules },
    counts: (now) => isDeepStrictEqual(ruled(now.values), ruled(state.values)),
  };
}

/** What the price and the rules depend on. */
function ruled(values: FormValues): unknown {
  return [connectionIn(values), values["size"], sizeIn(values), values["team"]];
}
