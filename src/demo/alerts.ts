import { AppError } from "../lib/errors.ts";
import { alertHook } from "./alert-hook.ts";
import { demoOrganization } from "./app-settings.ts";
import type { Sandbox } from "./start-sandbox.ts";

// Something should happen while a person watches. Each window still counts as a minute.
const checkEveryMs = 15_000;
// Enough for a storm, and few enough for a laptop that also runs everything else.
const stormGroups = 400;

/** The demo's alerts on its first service, and whether they fire. */
const alerts = {
  firing: {
    name: "p95 latency of checkout (ms)",
    source: "tile",
    tile: "p95 latency of checkout (ms)",
    threshold: 2000,
    interval: "1m",
  },
  quiet: {
    name: "Payment errors",
    source: "saved_search",
    search: "payment_errors",
    threshold: 5,
    interval: "1m",
  },
  storming: {
    name: "Restarts by service",
    source: "saved_search",
    search: "restarts_by_service",
    threshold: 3,
    interval: "1m",
  },
};

/** Brings alerts into #alerts: a hook, three alerts that post to it, one of them firing, and buttons for more. */
export async function startAlerts({ redis, slack, cloud, appPort }: Sandbox): Promise<void> {
  const [person] = slack.users;
  const channel = slack.channels.find(({ name }) => name === "alerts");
  const [service] = demoOrganization(cloud).services;
  if (!person || !channel || !service)
    throw new AppError("bug", "The demo needs a person, #alerts and a service.");
  const hook = await alertHook(redis.url, {
    workspaceId: slack.teamId,
    ownerId: person.id,
    channelId: channel.id,
    serviceId: service.id,
  });
  const control = (path: string, body: object) => post(`${cloud.controlUrl}${path}`, body);
  for (const alert of Object.values(alerts)) await control("/alerts", { ...alert, place: service.id });
  await control("/webhooks", {
    url: `http://127.0.0.1:${appPort}/hooks/${hook.id}`,
    headers: { authorization: `Bearer ${hook.secret}` },
    template: "structured",
    alerts: Object.values(alerts).map(({ name }) => name),
  });
  await control("/evaluation", { everyMs: checkEveryMs });
  await control(`${pathOf("firing", "breach")}?wait=no`, { value: 2432 });
  slack.setPanel(panelOf(cloud.controlUrl));
}

function panelOf(controlUrl: string) {
  const to = (alert: keyof typeof alerts, state: string, body: object = {}) => ({
    url: `${controlUrl}${pathOf(alert, state)}?wait=no`,
    body,
  });
  return {
    title: "Alerts",
    buttons: [
      {
        label: "Fire",
        hint: `“${alerts.quiet.name}” fires.`,
        requests: [to("quiet", "breach", { value: 12 })],
      },
      {
        label: "Storm",
        hint: `“${alerts.storming.name}” fires for ${stormGroups} groups at once.`,
        requests: [to("storming", "storm", { groups: stormGroups, value: 7 })],
      },
      {
        label: "Resolve all",
        hint: "All alerts resolve.",
        requests: [to("firing", "clear"), to("quiet", "clear"), to("storming", "clear")],
      },
    ],
  };
}

function pathOf(alert: keyof typeof alerts, state: string): string {
  return `/alerts/${encodeURIComponent(alerts[alert].name)}/${state}`;
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new AppError("bug", `The reference server refused ${url}: ${await answer.text()}`);
}
