import type { OncallContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";

/** How another system calls a person. */
export interface NamedPerson {
  name?: string | undefined;
  email?: string | undefined;
}

/** What finding a person uses. */
export type FindingContext = Pick<OncallContext, "messenger" | "people" | "seenNames">;

/**
 * The Slack id of a person: by their e-mail address if Slack lets us look, else by a name that only one person has whom
 * we know. Undefined if no one here is called that, or several are, or they left. Fails if Slack doesn't answer.
 */
export async function findPerson(
  { name, email }: NamedPerson,
  context: FindingContext,
): Promise<string | undefined> {
  const byEmail = email === undefined ? undefined : await withEmail(email, context);
  if (byEmail !== undefined || name === undefined) return byEmail;
  const wanted = foldName(name);
  const known = await context.seenNames.list();
  const ids = new Set(
    known.flatMap((each) => (each.kind === "person" && foldName(each.name) === wanted ? [each.value] : [])),
  );
  const [first] = ids;
  return first !== undefined && ids.size === 1 && (await isHere(first, context)) ? first : undefined;
}

async function withEmail(email: string, { messenger }: FindingContext): Promise<string | undefined> {
  try {
    return await messenger.people.findByEmail(email);
  } catch (error) {
    // Without the scope, names have to do.
    if (!isAppError(error, "auth")) throw error;
    return undefined;
  }
}

async function isHere(userId: string, { people }: FindingContext): Promise<boolean> {
  try {
    return !(await people.find(userId)).isGone;
  } catch (error) {
    if (!isAppError(error, "missing")) throw error;
    return false;
  }
}
