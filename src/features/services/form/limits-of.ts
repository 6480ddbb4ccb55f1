import type { Person } from "../../../platform/access/standing.ts";
import type { ServicesContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import type { CreateLimits } from "../../../platform/access/create-limits.ts";
import type { FormFacts } from "../../../platform/forms/form.ts";
import { type CreateFacts, factsOf } from "./facts.ts";

type Reading = Pick<ServicesContext, "access" | "createLimits">;
type Limited = Pick<CreateFacts, "limitedAs" | "limits">;

/** What somebody may create, by their role at this moment; undefined where it is not limited. */
export async function limitsOf(person: Person, context: Reading): Promise<CreateLimits | undefined> {
  return (await limitedNow(person, context)).limits;
}

async function limitedNow(person: Person, { access, createLimits }: Reading): Promise<Limited> {
  // Most workspaces have none, and then nobody needs to be looked up.
  if ((await createLimits.list()).length === 0) return {};
  const role = await access.roleOf(person);
  return role ? { limitedAs: role, limits: await createLimits.of(role) } : {};
}

/** The same for a form that opens: what cannot be told just now is asked again when it is submitted. */
export async function limitsAtOpening(person: Person, context: Reading): Promise<Limited> {
  try {
    return await limitedNow(person, context);
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug") return {};
    throw error;
  }
}

/** The limits of the role that a form was opened with, as they are now; Redis is all that it reads. */
export async function limitsNow(
  facts: FormFacts,
  { createLimits }: Pick<ServicesContext, "createLimits">,
): Promise<Limited> {
  const { limitedAs } = factsOf(facts);
  return limitedAs ? { limits: await createLimits.of(limitedAs) } : {};
}
