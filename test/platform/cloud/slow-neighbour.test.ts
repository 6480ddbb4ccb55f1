import { expect, onTestFinished, test } from "vitest";
import { createCloudClient } from "../../../src/platform/cloud/client.ts";
import { cloudAgent } from "../../../src/platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../../../src/platform/cloud/transport/exchange.ts";
import { listServices } from "../../../src/platform/cloud/services/service.ts";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import { organizationId, scriptedServer, success } from "./scripted-server.ts";

test("unanswered calls with one key do not delay those with another key at the same address", async () => {
  const slow = `Basic ${btoa("slow:secret")}`;
  const { url, received } = await scriptedServer((response, request) => {
    if (request.headers.authorization !== slow) success([])(response, request);
  });
  const dispatcher = cloudAgent(defaultCallLimits);
  onTestFinished(() => dispatcher.destroy());
  const callAs = (keyId: string) =>
    createCloudClient({
      connection: { kind: "managed", baseUrl: url, organizationId, wireNames: neutralWireNames },
      credentials: async () => ({ keyId, keySecret: "secret" }),
      dispatcher,
    }).call(listServices, {});
  const waiting = Array.from({ length: 200 }, () => callAs("slow").catch(() => "given up"));
  await expect(callAs("prompt")).resolves.toEqual([]);
  expect(received.some(({ headers }) => headers.authorization === slow)).toBe(true);
  await dispatcher.destroy();
  await Promise.all(waiting);
});
