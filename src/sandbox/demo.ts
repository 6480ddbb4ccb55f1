import { inspect } from "node:util";
import { AppError } from "../lib/errors.ts";
import { startAlerts } from "./demo/alerts.ts";
import { appLog } from "./demo/app-log.ts";
import { type AppProcess, startAppProcess } from "./demo/app-process.ts";
import { appSettings, demoOrganization } from "./demo/app-settings.ts";
import { greeting } from "./demo/greeting.ts";
import { knowServices } from "./demo/known-services.ts";
import { grantOperator } from "./demo/operator.ts";
import { type Sandbox, startSandbox } from "./demo/start-sandbox.ts";
import { askedToEnd } from "./signals.ts";
import { buildPage } from "./slack/page-build.ts";

/** Used if they are free. */
const usualPorts = { app: 3000, slack: 3001, cloud: 3002 };

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Starts everything, greets, and stops everything on a signal. Fails if the app fails. */
async function demo(): Promise<void> {
  const ending = askedToEnd();
  await using running = new AsyncDisposableStack();
  say("Starting Quartermaster and everything around it …");
  const started = await Promise.race([Promise.all([start(running), buildPage()]), ending]);
  if (started) {
    const [{ sandbox, app }] = started;
    say(greeting(sandbox));
    await Promise.race([app.failure, ending]);
  }
  say("Stopping.");
}

async function start(running: AsyncDisposableStack): Promise<{ sandbox: Sandbox; app: AppProcess }> {
  const options = { redisUrl: process.env["REDIS_URL"], ports: usualPorts };
  const sandbox = await startSandbox(options, (end) => running.defer(end));
  const app = startAppProcess(appSettings(sandbox), appLog(say));
  running.defer(() => app.stop());
  await Promise.race([
    Promise.all([app.ready(), addServices(sandbox), grantOperator(sandbox.redis.url, sandbox.slack)]),
    app.failure,
  ]);
  // The first of them needs the app.
  await Promise.race([startAlerts(sandbox), app.failure]);
  return { sandbox, app };
}

async function addServices({ redis, slack, cloud }: Sandbox): Promise<void> {
  const [person] = slack.users;
  if (!person) throw new AppError("bug", "The local Slack has nobody in it.");
  const asker = { workspaceId: slack.teamId, userId: person.id };
  await knowServices(redis.url, asker, demoOrganization(cloud).services);
}

// A closing terminal takes our output away, which must not prevent an orderly stop.
process.stdout.on("error", () => {});

try {
  await demo();
  process.exit(0);
} catch (error) {
  say(error instanceof AppError ? error.message : inspect(error));
  process.exit(1);
}
