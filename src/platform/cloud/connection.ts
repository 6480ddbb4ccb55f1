import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import type { Operation } from "./operation.ts";

/** A deployment's address and the words it uses. Its credentials come separately. */
export type CloudConnection =
  | { kind: "managed"; baseUrl: string; organizationId: string; wireNames: WireNames }
  | { kind: "standalone"; appUrl: string; wireNames: WireNames };

/** A key id and secret for a managed connection (HTTP Basic), or a token for a stand-alone one (Bearer). */
export type CloudCredentials = { keyId: string; keySecret: string } | { token: string };

const wordsOf = {
  managed: {
    server: "The cloud",
    key: "key",
    keySettings: "CLOUD_KEY_ID_REF and CLOUD_KEY_SECRET_REF, or the connection's key",
    addressSetting: "CLOUD_BASE_URL, or the connection's address",
  },
  standalone: {
    server: "The observability server",
    key: "token",
    keySettings: "OBSERVABILITY_TOKEN_REF, or the connection's token",
    addressSetting: "OBSERVABILITY_URL, or the connection's address",
  },
};

/** The names for a deployment, for what opens it, and for the settings in which an admin finds these. */
export type DeploymentWords = (typeof wordsOf)["managed"];

/** The words for a connection's deployment in sentences for people. */
export function deploymentWords({ kind }: CloudConnection): DeploymentWords {
  return wordsOf[kind];
}

/** The operation's name for people and logs: method and path template, without values. */
export function operationLabel({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** The deployment's address without a trailing slash. Fails as `auth` if it is not an HTTP address. */
export function baseAddress(connection: CloudConnection): URL {
  const given = connection.kind === "managed" ? connection.baseUrl : connection.appUrl;
  const address = URL.canParse(given) ? new URL(given) : undefined;
  if (!address || !["http:", "https:"].includes(address.protocol)) {
    const { addressSetting } = deploymentWords(connection);
    const message = `The connection has no web address. Ask an admin to set ${addressSetting}, such as https://api.example.com.`;
    throw new AppError("auth", message);
  }
  // A user name and password in the address would get into logs, and a query or fragment has no meaning here.
  const base = new URL(address.origin);
  base.pathname = address.pathname.replace(/\/+$/, "");
  return base;
}

/** Fails as `user` if the connection's deployment does not have the operation's API. */
export function assertServed(connection: CloudConnection, operation: Operation): void {
  const wanted = operation.surface === "standalone-observability" ? "standalone" : "managed";
  if (connection.kind === wanted) return;
  const message =
    wanted === "managed"
      ? "This needs a connection to the cloud's management API. Choose another connection."
      : "This needs a connection to a stand-alone observability server. Choose another connection.";
  throw new AppError("user", message, { operation: operationLabel(operation) });
}

/** The words that a deployment uses on the wire in place of the specification's neutral ones. */
export const WireNames = z.object({
  /** The name of the field with a service's version. */
  engineVersion: z.string().min(1).default("engineVersion"),
  /** The ending of all names of cost fields. */
  credits: z.string().min(1).default("Credits"),
  /** The path segment of the managed observability resources. */
  observability: z.string().min(1).default("observability"),
});

export type WireNames = z.output<typeof WireNames>;

/** The specification's own words. */
export const neutralWireNames: Readonly<WireNames> = Object.freeze(WireNames.parse({}));

/** An answer of the management API with the specification's names in place of the wire's, at every depth. */
export function fromWire(value: unknown, names: WireNames): unknown {
  return renameKeys(value, (key) => rename(key, names, neutralWireNames));
}

/** The reverse of `fromWire`, for code that answers in a deployment's own words. */
export function toWire(value: unknown, names: WireNames): unknown {
  return renameKeys(value, (key) => rename(key, neutralWireNames, names));
}

/** A path or path template of the specification, as the deployment serves it. */
export function toWirePath(path: string, names: WireNames): string {
  return path
    .split("/")
    .map((segment) => (segment === neutralWireNames.observability ? names.observability : segment))
    .join("/");
}

function rename(key: string, from: WireNames, to: WireNames): string {
  if (key === from.engineVersion) return to.engineVersion;
  if (key.endsWith(from.credits)) return key.slice(0, -from.credits.length) + to.credits;
  return key;
}

function renameKeys(value: unknown, renamed: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, renamed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [renamed(key), renameKeys(inner, renamed)]),
  );
}
