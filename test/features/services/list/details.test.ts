import { expect, test } from "vitest";
import { Service, detailsOf } from "../../../../src/platform/cloud/services/service.ts";
import { detailLines, settingsToCopy } from "../../../../src/features/services/list/details.ts";
import { endpointText } from "../../../../src/features/services/announcement/endpoints.ts";

// Every field of spec/api.md, "Service object returned in `result.service`".
const answer = Service.parse({
  id: "e36f776b-0000-4000-8000-000000000001",
  name: "Orders Prod",
  engineVersion: "25.8",
  endpoints: [{ protocol: "mysql", host: "db.example.com", port: 3306, username: "default" }],
  minTotalMemoryGb: 24,
  maxTotalMemoryGb: 48,
  minReplicaMemoryGb: 8,
  maxReplicaMemoryGb: 16,
  numReplicas: 3,
  idleScaling: true,
  idleTimeoutMinutes: 15,
  ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
  createdAt: "2026-11-20T10:00:00.000Z",
  encryptionKey: "a-secret-key",
  encryptionAssumedRoleIdentifier: "assumed-role",
  iamRole: "iam-role",
  privateEndpointIds: ["pe-1"],
  availablePrivateEndpointIds: ["pe-2"],
  dataWarehouseId: "warehouse-1",
  isPrimary: true,
  isReadonly: false,
  byocId: "byoc-1",
  hasTransparentDataEncryption: true,
  transparentDataEncryptionKeyId: "tde-key",
  encryptionRoleId: "tde-role",
});

test("every documented field that the cloud sent is shown, except the key itself", () => {
  const details = detailsOf(answer);
  const shown = [
    ...detailLines(details, { name: "orders prod" }),
    endpointText(details.endpoints ?? []),
  ].join("\n");
  const texts = [
    "Orders Prod",
    "25.8",
    "db.example.com",
    "24 GB",
    "48 GB",
    "8 GB",
    "16 GB",
    "15 minutes",
    "replicas:* 3",
    "203.0.113.0/24",
    "office",
    "<!date^1795168800^",
    "your own",
    "assumed-role",
    "iam-role",
    "pe-1",
    "pe-2",
    "warehouse-1",
    "byoc-1",
    "tde-key",
    "tde-role",
    "Idle scaling:* yes",
    "Primary in its warehouse:* yes",
    "Read-only:* no",
    "Transparent data encryption:* yes",
  ];
  expect(texts.filter((each) => !shown.includes(each))).toEqual([]);
  expect(shown).not.toContain("a-secret-key");
});

test("a copy has a service's settings, and neither its ids nor its key", () => {
  expect(
    settingsToCopy({ ...detailsOf(answer), provider: "aws", region: "eu-west-1", tier: "production" }),
  ).toEqual({
    provider: "aws",
    region: "eu-west-1",
    numReplicas: 3,
    minReplicaMemoryGb: 8,
    maxReplicaMemoryGb: 16,
    idleScaling: true,
    idleTimeoutMinutes: 15,
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
    byocId: "byoc-1",
    hasTransparentDataEncryption: true,
    encryptionAssumedRoleIdentifier: "assumed-role",
  });
});
