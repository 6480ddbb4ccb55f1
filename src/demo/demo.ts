import { randomBytes } from "node:crypto";
import { buildPage, installIn } from "@quartermaster/local-slack";
import { person } from "@quartermaster/local-slack/person";
import { defaultConnection } from "../features/connections/connection.ts";
import { AppError } from "../lib/errors.ts";
import { hashText } from "../lib/hash.ts";
import { type AppProcess, appLog, startAppProcess } from "./app-process.ts";
import { appSettings, demoOrganization } from "./app-settings.ts";
import { prepare } from "./prepare.ts";
import { type Ports, type Sandbox, startSandbox } from "./start-sandbox.ts";
import { inStore } from "./store.ts";

/** Starts everything, greets, and stops everything on a signal. Fails if the app fails. */
export async function demo(ports: Ports, say: (text: string) => void): Promise<void> {
  const ending = askedToEnd();
  await using running = new AsyncDisposableStack();
  const started = await Promise.race([Promise.all([start(ports, say, running), buildPage()]), ending]);
  if (started) {
    const [{ sandbox, app }] = started;
    say(greeting(sandbox));
    await Promise.race([app.failure, ending]);
  }
  say("Stopping.");
}

/** The signals that ask a process to end: Ctrl-C, `kill`, and a closing terminal. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const parentCheckMs = 500;

/**
 * Resolves at the first signal to end, or when the npm that started us is gone. Later signals change nothing:
 * Ctrl-C in `npm run` arrives twice, from the terminal and from npm, and the second must not interrupt an orderly
 * end.
 */
function askedToEnd(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of endingSignals) process.on(signal, () => resolve());
  if (process.env["npm_lifecycle_event"]) whenParentEnds(resolve);
  return promise;
}

/** npm's shell does not forward signals. Killing npm leaves us without a parent, and without a signal. */
function whenParentEnds(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, parentCheckMs);
  timer.unref();
}

/** The demo's greeting: addresses, and five things to try. */
function greeting({ slack, emptySlack, cloud, notes }: Sandbox): string {
  const service = demoOrganization(cloud).services[0]?.name ?? "<service>";
  const [admin, operator, viewer] = slack.users.map(({ name }) => name);
  return [
    ...notes,
    "",
    `Quartermaster is ready. Open ${slack.url} and try these in #databases:`,
    "",
    ...inColumns([
      ["/db create", "Create a service: a name, a size, a region."],
      ["/db backups", "See every service's last backup. One failed."],
      [`/db costs ${service}`, "See what it cost, and the one unusual day."],
      ["/db costs budget list", "See a budget that is nearly used up."],
      [`/db dashboards ${service}`, "See its dashboards, and create an alert on a tile."],
    ]),
    "",
    "An alert is firing in #alerts: acknowledge it there. Fire, Storm and Resolve all, on the left, do more.",
    `${admin} is an admin, ${operator} an operator and ${viewer} a viewer. Switch at the bottom left, and try /db admin.`,
    `${emptySlack.teamName} is a workspace without a cloud yet: ${emptySlack.url}`,
    "",
    "Press Ctrl-C to stop everything.",
  ].join("\n");
}

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.map(([command, what]) => `  ${command.padEnd(width)}   ${what}`);
}

async function start(
  ports: Ports,
  say: (text: string) => void,
  running: AsyncDisposableStack,
): Promise<{ sandbox: Sandbox; app: AppProcess }> {
  const options = { redisUrl: process.env["REDIS_URL"], ports };
  const sandbox = await startSandbox(options, (end) => running.defer(end));
  const app = startAppProcess(appSettings(sandbox), appLog(say));
  running.defer(() => app.stop());
  await Promise.race([
    Promise.all([app.ready(), prepare(sandbox), grantOperator(sandbox.redis.url, sandbox.slack)]),
    app.failure,
  ]);
  // These need the app.
  const rest = [
    startAlerts(sandbox),
    openHome(sandbox),
    installIn(`http://127.0.0.1:${sandbox.appPort}`, sandbox.emptySlack),
  ];
  await Promise.race([Promise.all(rest), app.failure]);
  return { sandbox, app };
}

/** Opens Home as the first person, so the first costs and their picture are there as soon as all later ones. */
async function openHome({ slack }: Sandbox): Promise<void> {
  await using visitor = person(slack, slack.users[0]?.id ?? "");
  await visitor.home();
}

interface Team {
  teamId: string;
  users: readonly { id: string; name: string }[];
}

/** Makes the second person of the local Slack an operator, as if the first, an admin, had granted that. */
async function grantOperator(redisUrl: string, { teamId, users }: Team): Promise<void> {
  const [admin, operator] = users;
  if (!admin || !operator) return;
  await inStore(redisUrl, teamId, ({ grants }) =>
    grants.set(`user:${operator.id}`, {
      kind: "user",
      id: operator.id,
      name: operator.name,
      role: "operator",
      grantedBy: admin.id,
      grantedAt: new Date().toISOString(),
    }),
  );
}

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
async function startAlerts({ redis, slack, cloud, appPort }: Sandbox): Promise<void> {
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

const name = "demo-alerts";

/** The hook's owner, the channel of its alerts, and their service. */
interface Options {
  workspaceId: string;
  ownerId: string;
  channelId: string;
  serviceId: string;
}

/** Saves a hook like `/db hook create`, with a new secret if it exists from an earlier demo. */
async function alertHook(
  redisUrl: string,
  { workspaceId, serviceId, ...place }: Options,
): Promise<{ id: string; secret: string }> {
  const secret = `whsec_${randomBytes(24).toString("hex").slice(0, 32)}`;
  const createdAt = new Date().toISOString();
  const secrets = [{ hash: hashText(secret), createdAt }];
  const observes = { connection: defaultConnection, serviceId };
  return inStore(redisUrl, workspaceId, async ({ hooks }) => {
    const known = await hooks.findByName(name);
    if (known) {
      await hooks.change(known.id, (hook) => ({ ...hook, ...place, secrets, observes, paused: undefined }));
      return { id: known.id, secret };
    }
    const id = `${workspaceId}-${randomBytes(12).toString("hex")}`;
    const usual = { broadcasts: true, rules: [], muted: {} };
    await hooks.add({ id, name, ...place, createdAt, secrets, observes, ...usual });
    return { id, secret };
  });
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
