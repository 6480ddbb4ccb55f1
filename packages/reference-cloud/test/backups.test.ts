import { expect, test } from "vitest";
import { z } from "zod";
import { Backup } from "../../../src/platform/cloud/services/backup.ts";
import { CreatedService } from "../../../src/platform/cloud/services/service.ts";
import type { ReferenceCloud } from "../src/server.ts";
import { askJson, cloudInTest, control, organizationOf, passTime } from "../../../test/support/asking.ts";
import { dayMs, hourMs, minuteMs } from "../src/duration.ts";

async function backupsOf(cloud: ReferenceCloud, serviceId: string | undefined) {
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), `/services/${serviceId}/backups`);
  return z.array(Backup).parse(answer.result);
}

function seededServiceId(cloud: ReferenceCloud) {
  return organizationOf(cloud, "SCALE").services[0]?.id;
}

async function createdServiceId(cloud: ReferenceCloud) {
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", { name: "fresh" });
  return CreatedService.parse(answer.result).service.id ?? "";
}

test("an older service has a full backup each day and others every six hours between, for 30 days", async () => {
  const cloud = await cloudInTest();
  const backups = await backupsOf(cloud, seededServiceId(cloud));
  expect(backups).toHaveLength(120);
  expect(backups.filter(({ type }) => type === "full")).toHaveLength(30);
  const hours = backups.map(({ startedAt }) => new Date(startedAt ?? "").getUTCHours());
  expect([...new Set(hours)].toSorted((one, other) => one - other)).toEqual([2, 8, 14, 20]);
});

test("backups are listed oldest first, and a second request returns the same list", async () => {
  const cloud = await cloudInTest();
  const backups = await backupsOf(cloud, seededServiceId(cloud));
  const starts = backups.map(({ startedAt }) => Date.parse(startedAt ?? ""));
  expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  expect(new Set(backups.map(({ id }) => id)).size).toBe(backups.length);
  expect(await backupsOf(cloud, seededServiceId(cloud))).toEqual(backups);
});

test("a done backup's end fits its duration, and full backups grow", async () => {
  const cloud = await cloudInTest();
  const done = (await backupsOf(cloud, seededServiceId(cloud))).filter(({ status }) => status === "done");
  for (const { startedAt, finishedAt, durationInSeconds } of done) {
    const lastedMs = Date.parse(finishedAt ?? "") - Date.parse(startedAt ?? "");
    expect(lastedMs).toBe((durationInSeconds ?? 0) * 1000);
  }
  const sizes = done.filter(({ type }) => type === "full").map(({ sizeInBytes }) => sizeInBytes ?? 0);
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
});

test("some backups fail, and a failed one has an end and no size", async () => {
  const cloud = await cloudInTest();
  const failed = (await backupsOf(cloud, seededServiceId(cloud))).filter(({ status }) => status === "error");
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(15);
  for (const backup of failed) {
    expect(backup.finishedAt).toBeDefined();
    expect(backup.sizeInBytes).toBeUndefined();
  }
});

test("a running backup has no end, no size and no duration yet", async () => {
  const cloud = await cloudInTest();
  // 02:01 the next night, because the full backup takes minutes.
  await passTime(cloud, 14 * hourMs + minuteMs);
  const running = (await backupsOf(cloud, seededServiceId(cloud))).at(-1);
  expect(running).toMatchObject({ status: "in_progress", type: "full", backupName: "daily" });
  for (const field of ["finishedAt", "sizeInBytes", "durationInSeconds"])
    expect(running).not.toHaveProperty(field);
});

test("a new service has no backup at first, and gets a full one some minutes later", async () => {
  const cloud = await cloudInTest();
  const id = await createdServiceId(cloud);
  expect(await backupsOf(cloud, id)).toEqual([]);
  await passTime(cloud, 5 * minuteMs);
  expect(await backupsOf(cloud, id)).toMatchObject([{ status: "in_progress", backupName: "initial" }]);
  await passTime(cloud, 5 * minuteMs);
  expect(await backupsOf(cloud, id)).toMatchObject([{ status: "done", type: "full", serviceId: id }]);
});

test("backups older than 30 days are removed, the first one too", async () => {
  const cloud = await cloudInTest();
  const id = await createdServiceId(cloud);
  await passTime(cloud, dayMs);
  expect((await backupsOf(cloud, id)).map(({ backupName }) => backupName)).toContain("initial");
  await passTime(cloud, 30 * dayMs);
  expect((await backupsOf(cloud, id)).map(({ backupName }) => backupName)).not.toContain("initial");
});

test.each([
  ["aws", "eu-west-1", "s3://backups-eu-west-1/"],
  ["gcp", "us-central1", "gs://backups-us-central1/"],
  ["azure", "eastus", "az://backups-eastus/"],
])("a backup on %s in %s is in a bucket of that cloud", async (provider, region, prefix) => {
  const cloud = await cloudInTest();
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", { provider, region });
  await passTime(cloud, hourMs);
  const [backup] = await backupsOf(cloud, CreatedService.parse(answer.result).service.id ?? "");
  expect(backup?.bucket?.bucketPath).toContain(prefix);
  expect(backup?.bucket?.iamRoleArn !== undefined).toBe(provider === "aws");
});

test("a control keeps the latest ended backup of a service from failing by chance", async () => {
  const cloud = await cloudInTest();
  const ids = await Promise.all(Array.from({ length: 60 }, async () => createdServiceId(cloud)));
  for (const serviceId of ids) await control(cloud, "/backups", { serviceId, lastFailed: false });
  await passTime(cloud, 3 * dayMs);
  const backups = await Promise.all(ids.map(async (id) => backupsOf(cloud, id)));
  const ends = backups.map((of) => of.findLast(({ status }) => status !== "in_progress")?.status);
  expect(new Set(ends)).toEqual(new Set(["done"]));
});

test("a server without such chances has no failed backup", async () => {
  const cloud = await cloudInTest({ backupsFail: false });
  const states = (await backupsOf(cloud, seededServiceId(cloud))).map(({ status }) => status);
  expect(new Set(states)).toEqual(new Set(["done"]));
});

test("a service starts from a backup exactly if the list says that it is done", async () => {
  const cloud = await cloudInTest();
  const serviceId = seededServiceId(cloud);
  const create = async () => {
    const backupId = (await backupsOf(cloud, serviceId)).at(-1)?.id;
    const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", {
      name: "copy",
      provider: "aws",
      backupId,
    });
    return answer.httpStatus;
  };
  expect(await create()).toBe(200);
  await control(cloud, "/backups", { serviceId, lastFailed: true });
  expect(await create()).toBe(400);
});

test("a control makes the latest backup of a service fail, and postpones the first one", async () => {
  const cloud = await cloudInTest();
  const serviceId = seededServiceId(cloud);
  await control(cloud, "/backups", { serviceId, lastFailed: true });
  const last = (await backupsOf(cloud, serviceId)).at(-1);
  expect(last).toMatchObject({ status: "error" });
  expect(last).not.toHaveProperty("sizeInBytes");

  const fresh = await createdServiceId(cloud);
  await control(cloud, "/backups", { serviceId: fresh, firstAfterMs: dayMs });
  await passTime(cloud, dayMs - minuteMs);
  expect(await backupsOf(cloud, fresh)).toEqual([]);
  await passTime(cloud, 2 * minuteMs);
  expect(await backupsOf(cloud, fresh)).not.toEqual([]);
});
