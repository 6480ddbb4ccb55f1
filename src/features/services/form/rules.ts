import type { FormPerson, FormState } from "../../../platform/forms/form.ts";
import type { RateFinding } from "../../costs/index.ts";
import { formatApproval } from "../approval/message.ts";
import type { ServicesContext } from "../context.ts";
import { whyDeniedSoFar } from "../hard-limits/denied.ts";
import type { CreateFacts } from "./facts.ts";
import { connectionIn, ownerIn, requestIn } from "./request.ts";

/** What the rules of the workspace say about a filled-in form. */
export type Rules = Pick<CreateFacts, "approval" | "denial">;

/** Who must approve a filled-in form, and why the hard limits deny it, at a rate that was found or is kept. */
export async function rulesFor(
  state: Pick<FormState, "values" | "facts">,
  person: FormPerson,
  context: ServicesContext,
  finding?: RateFinding,
): Promise<Rules> {
  const request = requestIn(state.values);
  if (!request) return { approval: undefined, denial: undefined };
  const wanted = { request, connection: connectionIn(state.values), owner: ownerIn(state.values) };
  const [approval, denial] = await Promise.all([
    formatApproval(state, person, context),
    whyDeniedSoFar(wanted, context, finding),
  ]);
  return { approval, denial };
}
