import { z } from "zod";
import type { ConnectionsContext } from "../context.ts";
import type { FieldErrors, FormValues } from "./form-values.ts";
import { type Connection, ConnectionName, observabilityConnection } from "../records.ts";
import { Candidate, type Secret, readAddress, readConsole } from "../probe/candidate.ts";
import { isAppError } from "../../../lib/errors.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";

type Reading = { value: Secret } | { problem: string };

const words = { keyId: "key id", keySecret: "key secret", token: "token" };

// Longer than any key, shorter than what was pasted by mistake.
const mostCharacters = 2_000;

/** One secret as it was typed, or where it is kept; no problem repeats any of it. */
async function readSecret(
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

/** What was typed for a new connection, or for new credentials of one that is there; or what is wrong, by field. */
export async function readForm(
  values: FormValues,
  existing: Connection | undefined,
  context: ConnectionsContext,
): Promise<{ candidate: Candidate } | { errors: FieldErrors }> {
  const errors: FieldErrors = {};
  /** The value of a field, or its problem among the errors. */
  function take(field: keyof FormValues, reading: { value: unknown } | { problem: string }): unknown {
    if ("value" in reading) return reading.value;
    errors[field] = reading.problem;
    return undefined;
  }

  const kind = existing?.kind ?? values.kind;
  const secret = async (name: "keyId" | "keySecret" | "token") => {
    const field = values.by === "value" ? name : (`${name}Ref` as const);
    return take(field, await readSecret(name, values[field], values.by, context));
  };
  const address = (field: "baseUrl" | "appUrl") =>
    take(field, readAddress(values[field], context.allowedHosts));
  const newPlace = async () => ({
    name: take("name", await readName(values.name, context)),
    ...(kind === "managed"
      ? {
          baseUrl: address("baseUrl"),
          organizationId: take("organizationId", readOrganizationId(values.organizationId)),
        }
      : { appUrl: address("appUrl") }),
    consoleObservabilityUrl: take("consoleObservabilityUrl", readConsole(values.consoleObservabilityUrl)),
  });
  const secrets = async () =>
    kind === "managed"
      ? { keyId: await secret("keyId"), keySecret: await secret("keySecret") }
      : { token: await secret("token") };

  const typed = { ...(existing ?? (await newPlace())), kind, ...(await secrets()) };
  return Object.keys(errors).length > 0 ? { errors } : { candidate: Candidate.parse(typed) };
}

async function readName(
  typed: string,
  { connections }: ConnectionsContext,
): Promise<{ value: string } | { problem: string }> {
  const read = ConnectionName.safeParse(typed);
  if (!read.success) return { problem: read.error.issues[0]?.message ?? "That is no name." };
  const name = read.data;
  // Where the environment describes no such server any more, a connection of that name is not found.
  if (name === observabilityConnection) {
    return {
      problem:
        "That name is kept for the server of whoever runs Quartermaster. Choose another one, such as observe.",
    };
  }
  const taken = (await connections.list()).some((known) => known.name === name);
  if (taken) return { problem: "There is a connection of that name already. Choose another name." };
  return { value: name };
}

function readOrganizationId(typed: string): { value: string } | { problem: string } {
  const parsed = z.guid().safeParse(typed.toLowerCase());
  if (parsed.success) return { value: parsed.data };
  return {
    problem:
      "An organization id looks like 5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10. Copy it from the cloud's console.",
  };
}
