import { expect } from "vitest";
import type { CloudClient } from "../../src/platform/cloud/client.ts";
import { operations } from "./operations.ts";
import type { SandboxOrganization } from "../../src/sandbox/cloud/server.ts";

/** One call of an operation through the client, and a pattern for its result. */
export interface ManagementCase {
  readonly call: (client: CloudClient, organization: SandboxOrganization) => Promise<unknown>;
  readonly answer: (organization: SandboxOrganization) => object;
}

const newService = { name: "contract", provider: "aws", region: "eu-west-2", numReplicas: 2 } as const;

/** A case for every management operation, by its name. Each expects the facts of the organization. */
export const managementCases: Readonly<Record<string, ManagementCase>> = {
  createService: {
    call: (client) => client.call(operations.createService, { body: newService }),
    answer: () => ({
      service: { ...newService, engineVersion: expect.any(String), state: "provisioning" },
      password: expect.stringMatching(/^[\w-]{16,}$/),
    }),
  },

  listServices: {
    call: (client) => client.call(operations.listServices, {}),
    answer: ({ services }) => services.map(({ id, name }) => ({ id, name, state: "running" })),
  },

  getService: {
    call: (client, organization) =>
      client.call(operations.getService, { serviceId: firstService(organization).id }),
    answer: (organization) => ({ ...firstService(organization), engineVersion: expect.any(String) }),
  },

  listBackups: {
    call: (client, organization) =>
      client.call(operations.listBackups, { serviceId: firstService(organization).id }),
    answer: (organization) =>
      Array.from({ length: 120 }, () => ({
        serviceId: firstService(organization).id,
        startedAt: expect.stringMatching(/^2026-\d\d-\d\dT/),
      })),
  },

  readUsageCost: {
    call: (client) =>
      client.call(operations.readUsageCost, { query: { from_date: "2026-11-01", to_date: "2026-11-18" } }),
    answer: ({ services }) => ({
      grandTotalCredits: expect.any(Number),
      costs: expect.arrayContaining(
        services.map(({ id }) =>
          expect.objectContaining({
            serviceId: id,
            date: "2026-11-18",
            metrics: expect.objectContaining({ computeCredits: expect.any(Number) }),
          }),
        ),
      ),
    }),
  },
};

function firstService({ services }: SandboxOrganization) {
  const [service] = services;
  if (service === undefined) throw new Error("the organization has no service");
  return service;
}
