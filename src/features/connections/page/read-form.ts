import { z } from "zod";
import { Candidate } from "../probe/candidate.ts";
import { readAddress } from "../probe/typed-address.ts";
import { readConsole } from "../probe/typed-console.ts";
import type { ConnectionsContext } from "../context.ts";
import { ConnectionName } from "../name.ts";
import { type Connection, observabilityConnection } from "../records.ts";
import type { FieldErrors, FormValues } from "./form-values.ts";
import { readSecret } from "./read-secret.ts";

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
