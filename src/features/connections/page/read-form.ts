import { z } from "zod";
import { isAppError } from "../../../lib/errors.ts";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";
import type { ConnectionsContext } from "../context.ts";
import { Candidate, readAddress, readConsole } from "../probe/candidate.ts";
import { type Connection, ConnectionName, observabilityConnection } from "../connection.ts";
import { shownFields } from "./form.ts";
import { takenName } from "../texts.ts";
import * as texts from "./texts.ts";

/** Reads the values for a new connection or new credentials, or the problems by field. */
export async function readForm(
  values: FormValues,
  existing: Connection | undefined,
  context: ConnectionsContext,
): Promise<{ candidate: Candidate } | { problems: FormProblem[] }> {
  const problems: FormProblem[] = [];
  const read: Record<string, unknown> = { ...existing, kind: values["kind"] };
  for (const { name } of shownFields(existing, values)) {
    const reader = readers[name];
    if (!reader) continue;
    const reading = await reader(textIn(values, name), context);
    if ("problem" in reading) problems.push({ field: name, message: reading.problem });
    else read[name.replace(/Ref$/, "")] = reading.value;
  }
  return problems.length > 0 ? { problems } : { candidate: Candidate.parse(read) };
}

type Reading = { value: unknown } | { problem: string };

/** Readers by field. A problem with a secret never repeats it. */
const readers: Record<string, (typed: string, context: ConnectionsContext) => Reading | Promise<Reading>> = {
  name: readName,
  baseUrl: (typed, { allowedHosts }) => readAddress(typed, allowedHosts),
  organizationId: readOrganizationId,
  appUrl: (typed, { allowedHosts }) => readAddress(typed, allowedHosts),
  consoleObservabilityUrl: readConsole,
  keyId: readKeyId,
  keySecret: (typed) => readSecret(typed, "key secret"),
  token: (typed) => readSecret(typed, "token"),
  keyIdRef: readReference,
  keySecretRef: readReference,
  tokenRef: readReference,
};

async function readName(typed: string, { connections }: ConnectionsContext): Promise<Reading> {
  const parsed = ConnectionName.safeParse(typed);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? texts.noName };
  const name = parsed.data;
  // If the environment no longer describes such a server, this name is never found.
  if (name === observabilityConnection) {
    return { problem: texts.reservedName };
  }
  const isTaken = (await connections.list()).some((known) => known.name === name);
  return isTaken ? { problem: takenName } : { value: name };
}

function readOrganizationId(typed: string): Reading {
  const parsed = z.guid().safeParse(typed.toLowerCase());
  if (parsed.success) return { value: parsed.data };
  return { problem: texts.badOrganizationId };
}

function readKeyId(typed: string): Reading {
  const reading = readSecret(typed, "key id");
  return "value" in reading && typed.includes(":") ? { problem: texts.colonInKeyId } : reading;
}

// Longer than any key, and shorter than most accidental pastes.
const mostCharacters = 2_000;

function readSecret(typed: string, what: string): Reading {
  if (typed === "") return { problem: texts.missingSecret(what) };
  if (typed.length > mostCharacters) return { problem: texts.longSecret(what) };
  // RFC 7617 and RFC 6750: what a header can carry.
  if (!/^[\x21-\x7e]+$/.test(typed)) {
    return { problem: texts.badSecret(what) };
  }
  return { value: { by: "value", value: typed } };
}

async function readReference(typed: string, { secrets }: ConnectionsContext): Promise<Reading> {
  const reference = CredentialReference.safeParse(typed);
  if (!reference.success) {
    return { problem: texts.badReference };
  }
  try {
    await secrets.assertMine(reference.data);
    return { value: { by: "reference", reference: reference.data } };
  } catch (error) {
    if (!isAppError(error, "user")) throw error;
    return { problem: error.message };
  }
}
