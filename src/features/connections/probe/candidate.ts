import { z } from "zod";
import type { CloudCredentials } from "../../../platform/cloud/connection.ts";
import type { WireNames } from "../../../platform/cloud/wire-names.ts";
import { Connection } from "../records.ts";

/** What one of a connection's secrets is given as: itself, or where it is kept. */
const Secret = z.discriminatedUnion("by", [
  z.object({ by: z.literal("value"), value: z.string() }),
  z.object({ by: z.literal("reference"), reference: z.string() }),
]);
export type Secret = z.infer<typeof Secret>;

/** A connection as somebody typed it: its values fit, and what is secret is in it. To be kept sealed. */
export const Candidate = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("managed"),
    name: z.string(),
    baseUrl: z.string(),
    organizationId: z.string(),
    consoleObservabilityUrl: z.string().optional(),
    keyId: Secret,
    keySecret: Secret,
  }),
  z.object({
    kind: z.literal("standalone"),
    name: z.string(),
    appUrl: z.string(),
    consoleObservabilityUrl: z.string().optional(),
    token: Secret,
  }),
]);
export type Candidate = z.infer<typeof Candidate>;

/** The secrets of a candidate by name, as its connection names their references. */
function secretsIn(candidate: Candidate): Record<string, Secret> {
  if (candidate.kind === "standalone") return { token: candidate.token };
  return { keyId: candidate.keyId, keySecret: candidate.keySecret };
}

/** Those secrets that were given themselves, by name: what is to be kept somewhere. */
export function valuesIn(candidate: Candidate): Record<string, string> {
  const given = Object.entries(secretsIn(candidate));
  return Object.fromEntries(
    given.flatMap(([name, secret]) => (secret.by === "value" ? [[name, secret.value]] : [])),
  );
}

/** The connection with its secrets' references; `kept` has those of the secrets that were given themselves. */
export function connectionOf(
  candidate: Candidate,
  kept: Readonly<Record<string, string>>,
  wireNames: WireNames,
): Connection {
  const references = Object.entries(secretsIn(candidate)).map(([name, secret]) => [
    `${name}Ref`,
    secret.by === "reference" ? secret.reference : kept[name],
  ]);
  return Connection.parse({ ...candidate, ...Object.fromEntries(references), wireNames });
}

/** Makes the credentials to try a candidate with; `resolve` finds what is given by reference. */
export async function credentialsOf(
  candidate: Candidate,
  resolve: (reference: string) => Promise<string>,
): Promise<CloudCredentials> {
  const read = async (secret: Secret) => (secret.by === "value" ? secret.value : resolve(secret.reference));
  if (candidate.kind === "standalone") return { token: await read(candidate.token) };
  return { keyId: await read(candidate.keyId), keySecret: await read(candidate.keySecret) };
}

/** Where a candidate leads, without its path. */
export function hostOf(candidate: Candidate | Connection): string {
  return new URL(candidate.kind === "managed" ? candidate.baseUrl : candidate.appUrl).host;
}
