import { z } from "zod";
import type { CloudCredentials, WireNames } from "../../../platform/cloud/connection.ts";
import { Connection, ManagedConnection, StandaloneConnection } from "../connection.ts";
import { isIP } from "node:net";
import {
  type AllowedHosts,
  isAllowedHost,
  isPublicAddress,
  withoutBrackets,
} from "../../../lib/addresses.ts";
import * as texts from "./texts.ts";

// Longer than any real address.
const mostCharacters = 300;

/**
 * Reads a deployment's address as typed, and drops a slash at its end. Returns a problem for people if it is not
 * valid.
 */
export function readAddress(
  text: string,
  allowedHosts: AllowedHosts,
): { value: string } | { problem: string } {
  const typed = text.trim();
  if (typed === "") return { problem: texts.missingAddress };
  if (typed.length > mostCharacters || !URL.canParse(typed)) return { problem: texts.badAddress() };
  const url = new URL(typed);
  if (!["https:", "http:"].includes(url.protocol) || url.hostname === "")
    return { problem: texts.badAddress() };
  const problem = problemWith(url, isAllowedHost(url, allowedHosts));
  return problem === undefined ? { value: url.href.replace(/\/+$/, "") } : { problem };
}

function problemWith(url: URL, isAllowed: boolean): string | undefined {
  const extra = problemWithParts(url);
  if (extra !== undefined || isAllowed) return extra;
  if (url.protocol !== "https:") return texts.needsHttps;
  const host = withoutBrackets(url.hostname);
  if (isIP(host) && !isPublicAddress(host)) return texts.notPublic;
  // Ports below 1024 belong to other protocols.
  if (url.port && Number(url.port) < 1_024) return texts.badPort;
  return undefined;
}

function problemWithParts({ username, password, search, hash }: URL): string | undefined {
  if (username || password) return texts.noUserInfo;
  return search || hash ? texts.noQuery : undefined;
}

const example = "https://console.example.com/services/{serviceId}/observability";

/**
 * Reads the address of a deployment's dashboards as typed, without a slash at its end. Undefined if it was left out,
 * or a problem for people. The app only makes links of it and never calls it.
 */
export function readConsole(text: string): { value: string | undefined } | { problem: string } {
  const typed = text.trim().replace(/\/+$/, "");
  if (typed === "") return { value: undefined };
  const filledIn = typed.replaceAll("{serviceId}", "service");
  if (typed.length > mostCharacters || !URL.canParse(filledIn) || /[{}]/.test(filledIn))
    return { problem: texts.badAddress(example) };
  const url = new URL(filledIn);
  if (!["https:", "http:"].includes(url.protocol)) return { problem: texts.consoleNeedsHttps };
  const problem = problemWithParts(url);
  return problem === undefined ? { value: typed } : { problem };
}

/** A secret of a connection: the value itself, or where it is kept. */
const Secret = z.discriminatedUnion("by", [
  z.object({ by: z.literal("value"), value: z.string() }),
  z.object({ by: z.literal("reference"), reference: z.string() }),
]);
export type Secret = z.infer<typeof Secret>;

const facts = { name: true, kind: true, consoleObservabilityUrl: true } as const;

/** A connection as typed, with valid values and its secrets. Keep it sealed. */
export const Candidate = z.discriminatedUnion("kind", [
  ManagedConnection.pick({ ...facts, baseUrl: true, organizationId: true }).extend({
    keyId: Secret,
    keySecret: Secret,
  }),
  StandaloneConnection.pick({ ...facts, appUrl: true }).extend({ token: Secret }),
]);
export type Candidate = z.infer<typeof Candidate>;

/** The secret that must not be seen, in place of a key's id. */
export function mainSecretOf(candidate: Candidate): Secret {
  return candidate.kind === "managed" ? candidate.keySecret : candidate.token;
}

/** A candidate's secrets by name, as its connection names their references. */
function secretsIn(candidate: Candidate): Record<string, Secret> {
  if (candidate.kind === "standalone") return { token: candidate.token };
  return { keyId: candidate.keyId, keySecret: candidate.keySecret };
}

/** The secrets that were typed as values, by name. They must be saved. */
export function valuesIn(candidate: Candidate): Record<string, string> {
  const given = Object.entries(secretsIn(candidate));
  return Object.fromEntries(
    given.flatMap(([name, secret]) => (secret.by === "value" ? [[name, secret.value]] : [])),
  );
}

/** The connection with its secrets' references. `kept` has the references of typed values. */
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

/** The credentials to try a candidate with. `resolve` reads secrets that were given by reference. */
export async function credentialsOf(
  candidate: Candidate,
  resolve: (reference: string) => Promise<string>,
): Promise<CloudCredentials> {
  const read = async (secret: Secret) => (secret.by === "value" ? secret.value : resolve(secret.reference));
  if (candidate.kind === "standalone") return { token: await read(candidate.token) };
  return { keyId: await read(candidate.keyId), keySecret: await read(candidate.keySecret) };
}
