import { z } from "zod";
import type { Redis } from "ioredis";
import type { WireNames } from "../../../../src/platform/cloud/connection.ts";
import { type RateParts, computeRates } from "../../../../src/features/costs/estimates/find-compute-rate.ts";
import type { ReferenceCloud, SeededOrganization } from "@quartermaster/reference-cloud";
import { knownServices } from "../../../../src/features/connections/known-services.ts";
import { clientFor } from "../../../contract/contract-client.ts";
import { cloudInTest, control, organizationOf } from "../../../support/asking.ts";

/** The connection of the known services. */
export const connection = "default";

// The reference server's present day, so the window is from 21 Oct to 19 Nov.
const now = () => new Date("2026-11-20T12:00:00.000Z");

const RequestsOnTheWire = z.array(z.looseObject({ operation: z.string().nullish() }));

/** A workspace with a reference server. */
export interface RateLocation {
  cloud: ReferenceCloud;
  organization: SeededOrganization;
  parts: RateParts;
  /** Makes a service known to the workspace. */
  know(name: string, serviceId: string, through?: string): Promise<void>;
}

interface Options {
  /** The names of the seeded services that the workspace knows. All of them by default. */
  known?: string[];
  wireNames?: WireNames;
}

/** The workspace T1 with a reference server of its own as its cloud. */
export async function rateLocation(redis: Redis, { known, wireNames }: Options = {}): Promise<RateLocation> {
  const names = wireNames && { wireNames };
  const cloud = await cloudInTest({ ...names });
  const organization = organizationOf(cloud, "SCALE");
  const services = knownServices(redis, "T1");
  const know: RateLocation["know"] = async (name, serviceId, through = connection) => {
    await services.add({
      name,
      serviceId,
      connection: through,
      addedBy: "U1",
      addedAt: now().toISOString(),
    });
  };
  for (const { id, name } of organization.services) {
    if (known?.includes(name) ?? true) await know(name, id);
  }
  const client = clientFor(cloud, organization, { ...names });
  const parts = { cloud: client, services, computeRates: computeRates(redis, "T1"), now };
  return { cloud, organization, parts, know };
}

/** The operations of the server's requests. */
export async function asked({ cloud }: RateLocation): Promise<string[]> {
  const { body } = await control(cloud, "/requests", undefined, "GET");
  return RequestsOnTheWire.parse(body)
    .map(({ operation }) => operation ?? "unknown")
    .toSorted();
}

/** Makes the server misbehave from now on. */
export async function misbehaving({ cloud }: RateLocation, ...faults: object[]): Promise<void> {
  await control(cloud, "/faults", faults);
}

/** The fault of a server that does not offer an operation. */
export function unserved(operation: string): object {
  return { kind: "unserved", match: { operation } };
}
