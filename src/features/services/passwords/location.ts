import { isAppError } from "../../../lib/errors.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/** The reference under which a new service's password is to be written, where its connection names such a place. */
export async function placeForPassword(
  { requestId, submission, context }: Wish,
  serviceId = requestId,
): Promise<string | undefined> {
  const prefix = await newPasswordsRef(submission.connection, context);
  if (prefix === undefined) return undefined;
  const name = submission.request.name ?? "";
  return `${prefix}${letters(name).join("-") || "service"}-${letters(serviceId).join("").slice(0, 8)}`;
}

async function newPasswordsRef(connection: string, { connections }: Wish["context"]) {
  try {
    const found = await connections.find(connection);
    return found.kind === "managed" ? found.newPasswordsRef : undefined;
  } catch (error) {
    // Deleted since the service was asked for.
    if (isAppError(error, "auth")) return undefined;
    throw error;
  }
}

/** The runs of signs that any place for secrets takes. */
function letters(name: string): string[] {
  return name.toLowerCase().match(/[a-z\d]+/g) ?? [];
}
