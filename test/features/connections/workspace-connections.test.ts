import { expect, test } from "vitest";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { lazyClient } from "../../../src/features/connections/workspace-connections.ts";
import { managedClient, scriptedServer, silence } from "../../platform/cloud/scripted-server.ts";

test("a call that its caller gives up ends, also while the process goes on", async () => {
  const { url, received } = await scriptedServer(silence);
  const make = async () => managedClient(url, { limits: { callTimeoutMs: 5_000 } });
  const client = lazyClient(async () => undefined, make, new AbortController().signal);
  const given = new AbortController();
  const read = client.call(listBackups, { serviceId: "s" }, { signal: given.signal });
  const said = read.then(String, (error: Error) => error.message);
  await expect.poll(() => received.length).toBe(1);
  given.abort();
  expect(await said).toBe("The call was given up before an answer came. Nothing was done.");
});

test("when the process stops, reads under way end, and changes go on", async () => {
  const { url, received } = await scriptedServer(silence);
  const stopping = new AbortController();
  const make = async () => managedClient(url, { limits: { callTimeoutMs: 400 } });
  const client = lazyClient(async () => undefined, make, stopping.signal);
  const [read, change] = [
    client.call(listBackups, { serviceId: "s" }),
    client.call(createService, { body: { name: "orders" } }),
  ].map((call) => call.then(String, (error: Error) => error.message));
  await expect.poll(() => received.length).toBe(2);
  stopping.abort();
  expect(await read).toBe("The call was given up before an answer came. Nothing was done.");
  expect(await change).toMatch(/^The cloud did not answer within 0.4 seconds\./);
});
