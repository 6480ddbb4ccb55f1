import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ServiceToWrite, terraformFile } from "../../../../src/features/services/terraform/send.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";

const names = { source: "example/cloud", resource: "cloud_service", attributes: {} };
const orders: ServiceToWrite = {
  serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
  name: "orders prod",
  connection: "default",
  source: "both",
  details: {
    name: "orders prod",
    provider: "aws",
    region: "eu-west-1",
    tier: "production",
    numReplicas: 3,
    minReplicaMemoryGb: 16,
    maxReplicaMemoryGb: 64,
    minTotalMemoryGb: 48,
    maxTotalMemoryGb: 192,
    idleScaling: true,
    idleTimeoutMinutes: 15,
    ipAccessList: [{ source: "10.0.0.0/8", description: "office ${var.password}" }, { source: "192.0.2.7" }],
    hasEncryptionKey: true,
    dataWarehouseId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    isPrimary: true,
    isReadonly: false,
  },
};
const reader: ServiceToWrite = {
  ...orders,
  serviceId: "1c7a",
  name: "Orders (prod)",
  source: "live",
  details: {
    provider: "aws",
    region: "eu-west-1",
    numReplicas: 1,
    dataWarehouseId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    isReadonly: true,
    privateEndpointIds: ["vpce-1", "vpce-2"],
  },
};
const kept: ServiceToWrite = {
  ...orders,
  serviceId: "2d8b",
  name: "billing",
  source: "kept",
  details: {
    provider: "gcp",
    region: "us-east1",
    minTotalMemoryGb: 24,
    maxTotalMemoryGb: 48,
    idleScaling: false,
  },
};
const unknown: ServiceToWrite = {
  ...orders,
  serviceId: "3e9c",
  name: "9 lives",
  source: "none",
  details: {},
};

test("each service is a resource with an import block and a variable for each secret, with comments about what is unknown", async () => {
  await expect(terraformFile([unknown, orders, kept, reader], names)).toMatchFileSnapshot("golden/all.tf");
});

test("a deployment's own provider has its own names", async () => {
  const own = {
    source: "registry.acme.example/acme/acme",
    resource: "acme_database",
    attributes: { cloud_provider: "platform", ip_access_list: "ip_access" },
  };
  await expect(terraformFile([orders, kept], own)).toMatchFileSnapshot("golden/own-names.tf");
});

test("the order of the services makes no difference", () => {
  const all = [unknown, orders, kept, reader];
  expect(terraformFile(all.toReversed(), names)).toBe(terraformFile(all, names));
});

test("no name begins a block or a template of its own", () => {
  const hostile = fc.constantFrom(
    ...hostileNames,
    '"\n}\nresource "x" "y" {',
    "${file(1)}",
    "*/ %{ if x }",
    "#\u2028x = 1",
  );
  fc.assert(
    fc.property(hostile, hostile, (name, description) => {
      const details = {
        ...orders.details,
        name,
        region: description,
        ipAccessList: [{ source: name, description }],
      };
      const text = terraformFile([{ ...orders, name, details }], names);
      const code = text.split("\n").filter((line) => !line.startsWith("#"));
      const blocks = code.filter((line) => /^\S/.test(line) && line !== "}");
      expect(blocks.map((line) => line.split(" ")[0])).toEqual([
        "terraform",
        "variable",
        "variable",
        "import",
        "resource",
      ]);
      expect(code.join("\n")).not.toMatch(/(?<![$%])[$%](?:[$%]{2})*\{/);
    }),
  );
});
