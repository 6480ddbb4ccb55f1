import { expect, test } from "vitest";
import { survey } from "../../src/lib/json.ts";
import { operations } from "./operations.ts";
import type { ServiceRequest } from "../../src/platform/cloud/services/request.ts";
import type { ReferenceCloud, SeededOrganization } from "@quartermaster/reference-cloud";
import { basic, cloudInTest, control, organizationOf, passTime } from "../support/asking.ts";
import { clientFor } from "./contract-client.ts";
import { wireTo } from "./on-the-wire.ts";

const password = "told-once";

/** A server with an organization of a tier, and a recorded client. */
async function listenedTo(tier: SeededOrganization["tier"]) {
  const cloud = await cloudInTest({ newPassword: () => password });
  const organization = organizationOf(cloud, tier);
  const wire = await wireTo(cloud);
  const client = clientFor({ ...cloud, url: wire.url }, organization);
  const { organizationId } = organization;
  const base = `/v1/organizations/${organizationId}`;
  const last = (names: Record<string, string>) =>
    wire.last({ ...names, base, authorization: basic(organization) });
  return { cloud, organization, client, last };
}

async function newService(cloud: ReferenceCloud, organization: SeededOrganization) {
  const { service } = await clientFor(cloud, organization).call(operations.createService, {
    body: { name: "orders" },
  });
  return { serviceId: service.id ?? "", dataWarehouseId: service.dataWarehouseId ?? "" };
}

const sent = { authorization: "{authorization}", contentType: undefined, body: "" };
const answered = { status: "200", answerType: "application/json" };

// All fields that are valid together, in the order of the specification's table, like the answers below.
const request: ServiceRequest = {
  name: "orders 2",
  provider: "aws",
  region: "eu-west-1",
  ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
  minReplicaMemoryGb: 48,
  maxReplicaMemoryGb: 116,
  numReplicas: 3,
  idleScaling: false,
  idleTimeoutMinutes: 5,
  encryptionKey: "arn:key",
  encryptionAssumedRoleIdentifier: "arn:role",
  privateEndpointIds: [],
  privatePreviewTermsChecked: true,
  releaseChannel: "fast",
  byocId: "byoc-1",
  hasTransparentDataEncryption: true,
  endpoints: [{ protocol: "mysql", enabled: true }],
  profile: "v1-default",
  complianceType: "hipaa",
};

test("the client creates a service byte for byte", async () => {
  const { client, last } = await listenedTo("ENTERPRISE");
  const { service } = await client.call(operations.createService, { body: request });
  const { id = "", dataWarehouseId = "", transparentDataEncryptionKeyId = "" } = service;
  const shortId = id.slice(0, 8);
  const host = `${shortId}.eu-west-1.db.example.com`;
  const created = {
    id: "{serviceId}",
    name: "orders 2",
    engineVersion: "26.8",
    endpoints: [
      { protocol: "https", host, port: 8443, username: "default" },
      { protocol: "mysql", host, port: 3306, username: "default" },
    ],
    minTotalMemoryGb: 144,
    maxTotalMemoryGb: 348,
    minReplicaMemoryGb: 48,
    maxReplicaMemoryGb: 116,
    numReplicas: 3,
    idleScaling: false,
    idleTimeoutMinutes: 5,
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
    createdAt: "2026-11-20T12:00:00.000Z",
    encryptionKey: "arn:key",
    encryptionAssumedRoleIdentifier: "arn:role",
    iamRole: `arn:aws:iam::123456789012:role/service-${shortId}`,
    privateEndpointIds: [],
    availablePrivateEndpointIds: [],
    dataWarehouseId: "{dataWarehouseId}",
    isPrimary: true,
    isReadonly: false,
    byocId: "byoc-1",
    hasTransparentDataEncryption: true,
    transparentDataEncryptionKeyId: "{encryptionKeyId}",
    encryptionRoleId: `service-${shortId}-encryption`,
    // Beyond the specification, as running servers respond.
    provider: "aws",
    region: "eu-west-1",
    tier: "production",
    releaseChannel: "fast",
    profile: "v1-default",
    complianceType: "hipaa",
    state: "provisioning",
  };
  const result = { service: created, password };
  expect(last({ serviceId: id, dataWarehouseId, encryptionKeyId: transparentDataEncryptionKeyId })).toEqual({
    ...sent,
    ...answered,
    request: "POST {base}/services",
    contentType: "application/json",
    body: JSON.stringify(request),
    answer: JSON.stringify({ status: 200, requestId: "{requestId}", result }),
  });
});

test("the client lists backups byte for byte", async () => {
  const { cloud, organization, client, last } = await listenedTo("BASIC");
  const { serviceId } = await newService(cloud, organization);
  await passTime(cloud, 60 * 60_000);
  const [made] = survey(await client.call(operations.listBackups, { serviceId })).readable;
  const backupId = made?.id ?? "";
  const backup = {
    id: "{backupId}",
    serviceId: "{serviceId}",
    startedAt: "2026-11-20T12:05:00.000Z",
    finishedAt: "2026-11-20T12:05:21.000Z",
    sizeInBytes: made?.sizeInBytes,
    durationInSeconds: 21,
    backupName: "initial",
    bucket: {
      bucketPath: "s3://backups-ap-northeast-1/{serviceId}/{backupId}",
      iamRoleArn: "arn:aws:iam::123456789012:role/database-backups",
      iamRoleSessionName: `backup-${backupId.slice(0, 8)}`,
    },
    // Beyond the specification, as running servers respond.
    status: "done",
    type: "full",
  };
  expect(last({ serviceId, backupId })).toEqual({
    ...sent,
    ...answered,
    request: "GET {base}/services/{serviceId}/backups",
    answer: JSON.stringify({ status: 200, requestId: "{requestId}", result: [backup] }),
  });
});

test("the client reads usage costs byte for byte", async () => {
  const { cloud, organization, client, last } = await listenedTo("BASIC");
  const { serviceId, dataWarehouseId } = await newService(cloud, organization);
  await passTime(cloud, 60 * 60_000);
  await control(cloud, "/costs", { shape: "object" });
  const query = { from_date: "2026-11-20", to_date: "2026-11-20" };
  const { costs, grandTotalCredits } = await client.call(operations.readUsageCost, { query });
  const { metrics = {} } = costs[0] ?? {};
  const record = {
    dataWarehouseId: "{dataWarehouseId}",
    serviceId: "{serviceId}",
    entityId: "{serviceId}",
    date: "2026-11-20",
    entityName: "orders",
    metrics: {
      computeCredits: metrics["computeCredits"],
      initialLoadCredits: metrics["initialLoadCredits"],
      publicDataTransferCredits: metrics["publicDataTransferCredits"],
      interRegionTier1DataTransferCredits: metrics["interRegionTier1DataTransferCredits"],
    },
    totalCredits: grandTotalCredits,
    locked: false,
    // Beyond the specification, as running servers respond.
    entityType: "service",
  };
  const result = { grandTotalCredits, costs: record };
  expect(last({ serviceId, dataWarehouseId })).toEqual({
    ...sent,
    ...answered,
    request: "GET {base}/usageCost?from_date=2026-11-20&to_date=2026-11-20",
    answer: JSON.stringify({ status: 200, requestId: "{requestId}", result }),
  });
});
