import { expect, test } from "vitest";
import { detailsOf } from "../../../../src/platform/cloud/services/details.ts";
import { Service } from "../../../../src/platform/cloud/services/service.ts";
import { detailsReply } from "../../../../src/features/services/list/show.ts";
import { validateMessage } from "../../../../src/sandbox/slack/validate/index.ts";

const known = {
  name: "orders prod",
  serviceId: "e36f776b-0000-4000-8000-000000000001",
  connection: "default",
  addedBy: "U1",
  addedAt: "2026-11-20T10:00:00.000Z",
};

test("every documented field that the cloud sent is shown", () => {
  const answer = Service.parse({
    id: known.serviceId,
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
  const said = detailsReply(known, detailsOf(answer), "As the cloud says now.");
  expect(validateMessage(said)).toBeNull();
  const shown = [known.serviceId, "Orders Prod", "25.8", "db.example.com", "24 GB", "48 GB", "8 GB", "16 GB"];
  const more = ["Replicas:* 3", "idle:* yes", "15 minutes", "203.0.113.0/24", "office", "<!date^1795168800^"];
  const ids = [
    "your own",
    "assumed-role",
    "iam-role",
    "pe-1",
    "pe-2",
    "warehouse-1",
    "byoc-1",
    "tde-key",
    "tde-role",
  ];
  const facts = ["Primary of its warehouse:* yes", "Read-only:* no", "Transparent data encryption:* yes"];
  expect([...shown, ...more, ...ids, ...facts].filter((each) => !said.text.includes(each))).toEqual([]);
  expect(JSON.stringify(said)).not.toContain("a-secret-key");
});

test("a service without details is shown with its id and where to read more", () => {
  const said = detailsReply(known, {}, "Its console shows the rest.");
  expect(validateMessage(said)).toBeNull();
  expect(said.text).toContain(known.serviceId);
});
