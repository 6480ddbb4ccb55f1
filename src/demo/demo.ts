import { buildPage, installIn } from "@quartermaster/local-slack";
import { startAlerts } from "./alerts.ts";
import { appLog } from "./app-log.ts";
import { type AppProcess, startAppProcess } from "./app-process.ts";
import { appSettings } from "./app-settings.ts";
import { greeting } from "./greeting.ts";
import { grantOperator } from "./operator.ts";
import { prepare } from "./prepare.ts";
import { askedToEnd } from "./signals.ts";
import { type Ports, type Sandbox, startSandbox } from "./start-sandbox.ts";

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
  const rest = [startAlerts(sandbox), installIn(`http://127.0.0.1:${sandbox.appPort}`, sandbox.emptySlack)];
  await Promise.race([Promise.all(rest), app.failure]);
  return { sandbox, app };
}
