import { z } from "zod";
import * as texts from "./texts.ts";

/** A new name for a connection, as people type it. */
export const ConnectionName = z
  .string()
  .transform((typed) => typed.toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, texts.badName));

const WireNames = z.object({ engineVersion: z.string(), credits: z.string(), observability: z.string() });

/** The name of the connection to the cloud that the environment describes. */
export const defaultConnection = "default";

/** The name of the environment's connection to a stand-alone observability server, if it has one. */
export const observabilityConnection = "observability";

/** A link to a cloud: its management API, and the observability API of its services. */
export const ManagedConnection = z.object({
  name: z.string(),
  kind: z.literal("managed"),
  baseUrl: z.url(),
  organizationId: z.string(),
  keyIdRef: z.string(),
  keySecretRef: z.string(),
  wireNames: WireNames,
  /** The beginning of the references under which new passwords are saved, if the operator gave one. */
  newPasswordsRef: z.string().optional(),
  /** An address in the cloud's console with `{serviceId}` in it, and one for costs with `{day}`, if there are any. */
  consoleServiceUrl: z.url().optional(),
  consoleCostsUrl: z.url().optional(),
  /** The address of a service's dashboards, with `{serviceId}` in it if services differ. */
  consoleObservabilityUrl: z.url().optional(),
});
export type ManagedConnection = z.infer<typeof ManagedConnection>;

/** A link to a stand-alone observability server. */
export const StandaloneConnection = z.object({
  name: z.string(),
  kind: z.literal("standalone"),
  appUrl: z.url(),
  tokenRef: z.string(),
  wireNames: WireNames,
  /** The address of its dashboards, if it differs from the server's own. */
  consoleObservabilityUrl: z.url().optional(),
});

/** A workspace's named link to a deployment. It holds credential references and no secrets. */
export const Connection = z.discriminatedUnion("kind", [ManagedConnection, StandaloneConnection]);

export type Connection = z.infer<typeof Connection>;
