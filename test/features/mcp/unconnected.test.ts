import { expect, test } from "vitest";
import { callerIn } from "../../support/data-of.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { call, newToken, program } from "../../support/program.ts";
import { until } from "../../support/until.ts";

// Only an app that others can install may start without a connection.
const installable = {
  SLACK_CLIENT_ID: "1234.5678",
  SLACK_CLIENT_SECRET: "0123456789abcdef0123456789abcdef",
  PUBLIC_URL: "http://localhost:3000",
};
const nothing = {
  CLOUD_BASE_URL: "",
  CLOUD_ORGANIZATION_ID: "",
  CLOUD_KEY_ID_REF: "",
  CLOUD_KEY_SECRET_REF: "",
};
const environment = useTestEnvironment({ environment: () => ({ MCP: "on", ...installable, ...nothing }) });

test("a change that is approved while no cloud is connected failed, and both sides read why", async () => {
  const { ada, app } = environment;
  const { context } = callerIn(environment);
  const service = { serviceId: "9f0c2c3e-0000-4000-8000-000000000001", name: "orders", connection: "gone" };
  await context.services.add({ ...service, addedBy: ada.id, addedAt: context.now().toISOString() });
  await using client = await program(app.url, await newToken(ada, "unconnected", "propose"), "2026");
  const asked = { command: "services_start", arguments: { service: "orders" } };
  const { data } = await call(client, "propose_command", asked);
  const message = await ada.waitForMessage("direct", "unconnected");
  await ada.click(message, "offer-approve");
  await ada.waitForMessage("direct", "Connect a database cloud first");
  const status = async () => (await call(client, "offer_status", { offer: data["offer"] })).data;
  await until(async () => (await status())["state"] !== "running");
  expect(await status()).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("Connect a database cloud first"),
  });
});
