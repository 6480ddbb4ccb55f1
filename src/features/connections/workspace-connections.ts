import type { CloudClient } from "../../platform/cloud/client.ts";
import type { WireNames } from "../../platform/cloud/wire-names.ts";
import { Connection, defaultConnection, observabilityConnection } from "./records.ts";

/**
 * A client that finds its connection when it is first called, and asks before each call whether it may be made. Reads end
 * when `stopping` is aborted; a change goes on to its end, since its outcome is worth knowing.
 */
export function lazyClient(
  mayCall: () => Promise<unknown>,
  make: () => Promise<CloudClient>,
  stopping?: AbortSignal,
): Pick<CloudClient, "call"> {
  let client: Promise<CloudClient> | undefined;
  return {
    async call(operation, input, options) {
      await mayCall();
      client ??= make();
      const signals = [options?.signal, operation.method === "GET" ? stopping : undefined];
      const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
      return (await client).call(operation, input, { ...options, signal });
    },
  };
}

/** The connections that the environment describes: to a cloud, and perhaps to a stand-alone observability server. */
export function environmentConnections({
  cloud,
  ownCloud,
  observability,
}: {
  cloud: { wireNames: WireNames };
  ownCloud: object | undefined;
  observability: object | undefined;
}): Connection[] {
  const managed = ownCloud && {
    name: defaultConnection,
    kind: "managed",
    wireNames: cloud.wireNames,
    ...ownCloud,
  };
  const standalone = observability && {
    name: observabilityConnection,
    kind: "standalone",
    wireNames: cloud.wireNames,
    ...observability,
  };
  return [managed, standalone].filter((one) => one !== undefined).map((one) => Connection.parse(one));
}
