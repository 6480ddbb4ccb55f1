import { onTestFinished } from "vitest";
import {
  type CloudClient,
  type CloudClientOptions,
  createCloudClient,
} from "../../src/platform/cloud/client.ts";
import { neutralWireNames } from "../../src/platform/cloud/connection.ts";
import type { ReferenceCloud, SeededOrganization } from "@quartermaster/reference-cloud";

/** A client for one of the server's organizations that does not wait between its attempts. */
export function clientFor(
  cloud: ReferenceCloud,
  organization: SeededOrganization,
  {
    wireNames = neutralWireNames,
    ...options
  }: Partial<CloudClientOptions> & { wireNames?: typeof neutralWireNames } = {},
): CloudClient {
  const { organizationId, keyId, keySecret } = organization;
  const client = createCloudClient({
    connection: { kind: "managed", baseUrl: cloud.url, organizationId, wireNames },
    credentials: () => Promise.resolve({ keyId, keySecret }),
    random: () => 0,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}
