import { expect, test } from "vitest";
import {
  changeService,
  changeServiceState,
  deleteService,
  getService,
  listServices,
  scaleService,
} from "../../../src/platform/cloud/services/service.ts";
import { readUsageCost } from "../../../src/platform/cloud/costs/usage.ts";
import type { ReferenceCloudOptions } from "../src/server.ts";
import { dayMs } from "../src/duration.ts";
import { clientFor } from "../../../test/contract/contract-client.ts";
import { failure } from "../../../test/support/failure.ts";
import { ask, cloudInTest, control, organizationOf, passTime } from "../../../test/support/asking.ts";

async function running(options: ReferenceCloudOptions = {}) {
  const cloud = await cloudInTest(options);
  const organization = organizationOf(cloud, "SCALE");
  const serviceId = organization.services[0]?.id ?? "";
  const client = clientFor(cloud, organization);
  const state = async () => (await client.call(getService, { serviceId })).state;
  const command = (name: "start" | "stop") =>
    client.call(changeServiceState, { serviceId, body: { command: name } });
  return { cloud, organization, client, serviceId, state, command };
}

test("a stop and a start take their time", async () => {
  const { cloud, command, state } = await running({ provisioningMs: 6000 });
  expect((await command("stop")).state).toBe("stopping");
  await passTime(cloud, 6000);
  expect(await state()).toBe("stopped");
  expect((await command("start")).state).toBe("starting");
  await passTime(cloud, 6000);
  expect(await state()).toBe("running");
});

test("a command that changes nothing is refused, so a repeated one shows", async () => {
  const { command } = await running();
  expect(await failure(command("start"))).toMatchObject({ kind: "user", outcomeUnknown: false });
  await command("stop");
  expect((await failure(command("stop"))).message).toContain("it cannot stop now");
});

test("a change holds only what is given, and all else stays", async () => {
  const { client, serviceId } = await running();
  const before = await client.call(getService, { serviceId });
  const add = [{ source: "198.51.100.7", description: "build" }];
  const after = await client.call(changeService, { serviceId, body: { ipAccessList: { add } } });
  expect(after).toEqual({ ...before, ipAccessList: [...(before.ipAccessList ?? []), ...add] });
  expect(await client.call(scaleService, { serviceId, body: { idleTimeoutMinutes: 30 } })).toEqual({
    ...after,
    idleTimeoutMinutes: 30,
  });
});

test("a size that contradicts the present one is refused with the field", async () => {
  const { client, serviceId } = await running();
  const error = await failure(client.call(scaleService, { serviceId, body: { minReplicaMemoryGb: 128 } }));
  expect(error).toMatchObject({ kind: "user", field: "maxReplicaMemoryGb" });
});

test("a running service is not deleted", async () => {
  const { client, serviceId, command, cloud } = await running({ provisioningMs: 10 });
  expect((await failure(client.call(deleteService, { serviceId }))).message).toContain("Stop it before");
  await command("stop");
  await passTime(cloud, 10);
  expect(await client.call(deleteService, { serviceId })).toBeUndefined();
  expect((await failure(client.call(getService, { serviceId }))).kind).toBe("missing");
});

test("past costs stay as they were, and a stopped or deleted service has none", async () => {
  const { client, serviceId, command, cloud } = await running({ provisioningMs: 0 });
  const query = { from_date: "2026-11-10", to_date: "2026-11-22" };
  const costs = async () => {
    const { costs: records } = await client.call(readUsageCost, { query });
    return records.filter((record) => record.serviceId === serviceId && record.date < "2026-11-15");
  };
  const before = await costs();
  await command("stop");
  await passTime(cloud, 2 * dayMs);
  expect(await costs()).toEqual(before);
  const { costs: all } = await client.call(readUsageCost, { query });
  expect(all.filter((each) => each.serviceId === serviceId && each.date === "2026-11-21")).toEqual([]);
  await client.call(deleteService, { serviceId });
  expect(await costs()).toEqual(before);
});

test("a server without changes answers as for an unknown route", async () => {
  const { cloud, organization, client, serviceId, command } = await running({ serviceChanges: false });
  expect(await failure(command("stop"))).toMatchObject({ kind: "missing", unserved: true });
  const answer = await ask(cloud, organization, `/services/${serviceId}/state`, { method: "PATCH" });
  expect(answer).toMatchObject({ status: 404, text: expect.stringContaining("Cannot PATCH /v1/") });
  expect(await failure(client.call(deleteService, { serviceId }))).toMatchObject({ unserved: true });
  expect(await client.call(listServices, {})).toHaveLength(2);

  await control(cloud, "/services", { changes: true });
  expect((await command("stop")).state).toBe("stopping");
});
