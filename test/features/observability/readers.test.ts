import { expect, test } from "vitest";
import type { AppContext } from "../../../src/app/context.ts";
import type { FactsOf } from "../../../src/platform/commands/service-facts.ts";
import { observabilityClientOf } from "../../../src/features/observability/observability-client.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { putHook } from "../../support/hook.ts";

const environment = useTestEnvironment({
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});

function here(): AppContext {
  const context = environment.app.contextOf?.(environment.slack.teamId);
  if (!context) throw new Error("The app runs in another process.");
  return context;
}

/** Services of the cloud, as the workspace knows them. */
function services(): FactsOf[] {
  return environment.organization.services.map(({ id, name }) => ({
    serviceId: id,
    name,
    connection: "default",
  }));
}

async function unread(): Promise<string[]> {
  const ids = await here().unreadServices(services());
  return services().flatMap(({ serviceId, name }) => (ids.has(serviceId) ? [name] : []));
}

async function removeAll(name: string): Promise<void> {
  const target = services().find((each) => each.name === name);
  if (!target) throw new Error("There is no such service.");
  const { alerts, dashboards } = observabilityClientOf(target, here());
  for (const { id } of await alerts.list()) await alerts.delete(id);
  for (const { id } of await dashboards.list()) await dashboards.delete(id);
}

test("a service is unread if its server has no dashboard and no rule, and no hook or open alert names it", async () => {
  expect(await unread()).toEqual([]);
  await removeAll("web analytics");
  expect(await unread()).toEqual(["web analytics"]);
  const hook = await putHook(environment.redisUrl, environment.slack.teamId, {
    name: "alerts",
    channelId: "C0DATABAS1",
    publicUrl: environment.app.url,
  });
  expect(await unread()).toEqual(["web analytics"]);
  await here().hooks.change(hook.hook.id, (present) => ({
    ...present,
    rules: [{ title: "Web  Analytics", mute: true }],
  }));
  expect(await unread()).toEqual([]);
  const [serviceId] = services().flatMap((each) => (each.name === "web analytics" ? [each.serviceId] : []));
  await here().hooks.change(hook.hook.id, (present) => ({
    ...present,
    rules: [],
    observes: { connection: "default", serviceId },
  }));
  expect(await unread()).toEqual([]);
  await here().hooks.remove(hook.hook.id);
  expect(await unread()).toEqual(["web analytics"]);
  // What isn't known proves nothing.
  await environment.faults({ kind: "status", status: 403, match: { method: "GET" } });
  expect(await unread()).toEqual([]);
});
