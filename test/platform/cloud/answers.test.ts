import { describe, expect, test } from "vitest";
import { Backup, listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { CreatedService, Service, serviceStates } from "../../../src/platform/cloud/services/service.ts";

describe("services", () => {
  test("the answer to a creation is read completely, with unknown fields", () => {
    const answer = {
      service: {
        id: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
        name: "orders prod",
        engineVersion: "26.8",
        endpoints: [{ protocol: "https", host: "db.example.com", port: 8443, username: "default" }],
        numReplicas: 3,
        idleScaling: true,
        createdAt: "2026-11-03T14:04:58.120Z",
        state: "provisioning",
        shape: "new",
      },
      password: "not-a-real-password",
    };
    expect(CreatedService.parse(answer)).toEqual(answer);
  });

  test("null, absent and odd fields read as absent, and never cost the password", () => {
    const service = {
      id: "s",
      endpoints: [null, { protocol: "mysql", username: null, port: "3306" }, { protocol: "https", port: {} }],
      numReplicas: "3",
    };
    const read = CreatedService.parse({ service, password: "kept" });
    expect(read.password).toBe("kept");
    expect(read.service.endpoints).toEqual([
      { protocol: "mysql", username: undefined, port: 3306 },
      { protocol: "https", port: undefined },
    ]);
    expect(read.service.numReplicas).toBeUndefined();
  });

  test.each([{}, { service: null }, { service: { name: "orders" } }, { service: { id: 7 } }])(
    "a password is read even if the service beside it is empty or odd (%j)",
    (answer) => {
      const { service, password } = CreatedService.parse({ ...answer, password: "kept" });
      expect({ id: service.id, password }).toEqual({ id: undefined, password: "kept" });
    },
  );

  test.each([{}, { service: {} }, { service: "created" }, { password: null }])(
    "an answer without a service and a password is not a created service (%j)",
    (answer) => {
      expect(CreatedService.safeParse(answer).success).toBe(false);
    },
  );

  test.each([...serviceStates, "levitating"])("the state %s is read as it is, known or not", (state) => {
    expect(Service.parse({ id: "s", state }).state).toBe(state);
  });
});

describe("backups", () => {
  test("a backup in progress has no end, size or duration", () => {
    const backup = { id: "b", serviceId: "s", startedAt: "2026-11-04T02:00:02Z", status: "in_progress" };
    expect(Backup.parse(backup)).toEqual(backup);
  });

  test("the bucket of another cloud does not matter", () => {
    const read = Backup.parse({ id: "b", bucket: { bucketPath: "p", iamRoleArn: null, account: "x" } });
    expect(read.bucket).toEqual({ bucketPath: "p", iamRoleArn: undefined, account: "x" });
  });

  test("a size that a server writes as a text counts like a number", () => {
    expect(Backup.parse({ id: "b", sizeInBytes: "9007199254740991" }).sizeInBytes).toBe(9007199254740991);
  });

  test.each([null, undefined, []])("a service without backups has an empty list (%j)", (result) => {
    expect(listBackups.result.parse(result)).toEqual([]);
  });
});
