import { expect } from "vitest";
import type { CloudClient } from "../../src/platform/cloud/client.ts";
import { operations } from "./operations.ts";
import { minuteMs } from "../../src/lib/duration.ts";
import { passTime } from "../support/asking.ts";
import type { ReferenceCloud, SeededOrganization } from "@quartermaster/reference-cloud";

/** One call of an operation through the client, and a pattern for its result. */
export interface ManagementCase {
  /** What comes before, on a server without faults. */
  readonly prepare?: (
    cloud: ReferenceCloud,
    client: CloudClient,
    organization: SeededOrganization,
  ) => Promise<unknown>;
  readonly call: (client: CloudClient, organization: SeededOrganization) => Promise<unknown>;
  readonly answer: (organization: SeededOrganization) => object;
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

  changeService: {
    call: (client, organization) =>
      client.call(operations.changeService, {
        serviceId: firstService(organization).id,
        body: {
          name: "orders live",
          ipAccessList: {
            add: [{ source: "198.51.100.7", description: "build" }],
            remove: [{ source: "203.0.113.0/24" }],
          },
        },
      }),
    answer: (organization) => ({
      id: firstService(organization).id,
      name: "orders live",
      engineVersion: expect.any(String),
      ipAccessList: [{ source: "198.51.100.7", description: "build" }],
    }),
  },

  changeServiceState: {
    call: (client, organization) =>
      client.call(operations.changeServiceState, {
        serviceId: firstService(organization).id,
        body: { command: "stop" },
      }),
    answer: (organization) => ({ ...firstService(organization), state: "stopping" }),
  },

  scaleService: {
    call: (client, organization) =>
      client.call(operations.scaleService, {
        serviceId: firstService(organization).id,
        body: { maxReplicaMemoryGb: 32, idleScaling: true, idleTimeoutMinutes: 5 },
      }),
    answer: (organization) => ({
      ...firstService(organization),
      numReplicas: 3,
      minReplicaMemoryGb: 16,
      maxReplicaMemoryGb: 32,
      maxTotalMemoryGb: 96,
      idleScaling: true,
      idleTimeoutMinutes: 5,
    }),
  },

  deleteService: {
    prepare: async (cloud, client, organization) => {
      const { id: serviceId } = firstService(organization);
      await client.call(operations.changeServiceState, { serviceId, body: { command: "stop" } });
      await passTime(cloud, minuteMs);
    },
    call: async (client, organization) => {
      await client.call(operations.deleteService, { serviceId: firstService(organization).id });
      return client.call(operations.listServices, {});
    },
    answer: ({ services: [, ...rest] }) => rest,
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

function firstService({ services }: SeededOrganization) {
  const [service] = services;
  if (service === undefined) throw new Error("the organization has no service");
  return service;
}
