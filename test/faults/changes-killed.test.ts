import { randomUUID } from "node:crypto";
import { Queue } from "bullmq";
import { expect, test } from "vitest";
import { z } from "zod";
import { jobPrefix } from "../../src/platform/redis/keys.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { until } from "../support/until.ts";
import type { SubmittedChange } from "../../src/features/observability/changes/change.ts";

const environment = useTestEnvironment({
  ownProcess: true,
  environment: () => ({
    CLOUD_SETTLE_SECONDS: "3",
    CLOUD_TIMEOUT_SECONDS: "4",
    CLOUD_REQUESTS_PER_10_SECONDS: "1000",
  }),
});

const Named = z.looseObject({ id: z.string(), name: z.string() });
const Listed = z.object({ result: z.array(Named) });
type Item = z.output<typeof Named>;

/** The observability API of the first service, for requests of the test itself. */
async function listed(resource: "dashboards" | "alerts"): Promise<Item[]> {
  const { organizationId, keyId, keySecret } = environment.organization;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const path = `/v1/organizations/${organizationId}/services/${serviceId()}/observability/${resource}`;
  const response = await fetch(`${environment.cloud.url}${path}`, { headers: { authorization } });
  return Listed.parse(await response.json()).result;
}

function serviceId(): string {
  return environment.organization.services[0]?.id ?? "";
}

/** Accepts a change like Ada's form, in the channel #databases. Her modal is already closed. */
async function accept(wanted: SubmittedChange["wanted"]): Promise<void> {
  const { slack, redisUrl } = environment;
  const item: SubmittedChange = {
    workspaceId: slack.teamId,
    userId: slack.users.find(({ name }) => name === "Ada Park")?.id ?? slack.users[0]?.id ?? "",
    userName: "Ada Park",
    channelId: slack.channels[0]?.id,
    target: { connection: "default", serviceId: serviceId(), name: "orders prod" },
    wanted,
  };
  const queue = new Queue("changes", { connection: { url: redisUrl }, prefix: jobPrefix });
  await queue.add("changes", item, { jobId: randomUUID() });
  await queue.close();
}

/** Accepts a change, kills the app while the server completes its request, and starts the app again. */
async function killedDuring(method: string, wanted: SubmittedChange["wanted"]): Promise<void> {
  // Before the change is accepted, because the app may send it at once.
  const before = (await environment.received(method)).length;
  await accept(wanted);
  await until(async () => (await environment.received(method)).length > before);
  await environment.app.end("SIGKILL");
  await environment.restartApp();
}

async function told(text: string): Promise<void> {
  await until(async () => JSON.stringify(await environment.ada.messages("databases")).includes(text));
}

const slow = { kind: "delay", ms: 1_500, when: "after", times: 1 };

test("if the app is killed while the server writes, the next process finds the written change, and notifies its person", async () => {
  const [seen] = await listed("dashboards");
  const id = seen?.id ?? "";
  await environment.faults({ ...slow, match: { method: "PUT" } });
  const edit = { kind: "describe" as const, tags: ["after the kill"] };
  await killedDuring("PUT", { kind: "update-dashboard", id, seen: { id, ...seen }, edit });
  await told("*Saved the dashboard “API Monitoring” of orders prod.*");
  expect(await environment.received("PUT")).toHaveLength(1);
  expect((await listed("dashboards"))[0]).toEqual({ ...seen, tags: ["after the kill"] });
});

test("if the app is killed while the server creates, the next process finds the result and does not send it again", async () => {
  await environment.faults({ ...slow, match: { method: "POST" } });
  await killedDuring("POST", { kind: "create-dashboard", body: { name: "Made once", tiles: [] } });
  await told("*Created the dashboard “Made once” of orders prod.*");
  expect((await listed("dashboards")).filter(({ name }) => name === "Made once")).toHaveLength(1);
  expect(await environment.received("POST")).toHaveLength(1);
});

test("if the app is killed while the server deletes, the next process finds it gone, and notifies its person", async () => {
  const [alert] = await listed("alerts");
  await environment.faults({ ...slow, match: { method: "DELETE" } });
  await killedDuring("DELETE", { kind: "delete-alert", id: alert?.id ?? "", name: alert?.name ?? "" });
  await told(`*Deleted the alert rule “${alert?.name}” of orders prod.*`);
  expect((await listed("alerts")).map(({ id }) => id)).not.toContain(alert?.id);
});
