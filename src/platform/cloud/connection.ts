import { AppError } from "../../lib/errors.ts";
import type { Operation } from "./operation.ts";
import type { WireNames } from "./wire-names.ts";

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
