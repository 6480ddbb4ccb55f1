import type { Secret } from "../probe/candidate.ts";
import type { ConnectionsContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";

type Reading = { value: Secret } | { problem: string };

const words = { keyId: "key id", keySecret: "key secret", token: "token" };

// Longer than any key, shorter than what was pasted by mistake.
const mostCharacters = 2_000;

/** One secret as it was typed, or where it is kept; no problem repeats any of it. */
export async function readSecret(
  name: keyof typeof words,
  typed: string,
  by: "value" | "reference",
  context: Pick<ConnectionsContext, "secrets">,
): Promise<Reading> {
  if (by === "reference") return readReference(typed, context);
  const what = words[name];
  if (typed === "") return { problem: `Type the ${what}.` };
  if (typed.length > mostCharacters) return { problem: `That is too long for a ${what}.` };
  // RFC 7617 and RFC 6750: what a header can carry.
  if (!/^[\x21-\x7e]+$/.test(typed))
    return { problem: `A ${what} has no spaces and no odd characters. Copy it anew.` };
  if (name === "keyId" && typed.includes(":")) return { problem: "A key id holds no colon. Copy it anew." };
  return { value: { by: "value", value: typed } };
}

async function readReference(
  typed: string,
  { secrets }: Pick<ConnectionsContext, "secrets">,
): Promise<Reading> {
  const reference = CredentialReference.safeParse(typed);
  if (!reference.success) {
    return { problem: "Say where it is kept, such as vault:kv/data/databases#key. Not the secret itself." };
  }
  try {
    await secrets.assertMine(reference.data);
    return { value: { by: "reference", reference: reference.data } };
  } catch (error) {
    if (!isAppError(error, "user")) throw error;
    return { problem: error.message };
  }
}
