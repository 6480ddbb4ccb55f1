import { inspect, parseArgs } from "node:util";
import { AppError } from "../lib/errors.ts";
import { startAlerts } from "./alerts.ts";
import { appLog } from "./app-log.ts";
import { type AppProcess, startAppProcess } from "./app-process.ts";
import { appSettings } from "./app-settings.ts";
import { greeting } from "./greeting.ts";
import { prepare } from "./prepare.ts";
import { installIn, buildPage } from "@quartermaster/local-slack";
import { grantOperator } from "./operator.ts";
import { type Sandbox, startSandbox } from "./start-sandbox.ts";
import { askedToEnd } from "./signals.ts";

/** Used if they are free: four in a row from `--port`, PORT or 3000 on. */
function wantedPorts(): { app: number; slack: number; cloud: number; emptySlack: number } {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const wanted = values.port ?? (process.env["PORT"] || "3000");
  const first = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (first === 0 || first > 65_532)
    throw new AppError("user", "The port must be the first of four, as in: npm run demo -- --port 4000");
  return { app: first, slack: first + 1, cloud: first + 2, emptySlack: first + 3 };
}

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
  const options = { redisUrl: process.env["REDIS_URL"], ports: wantedPorts() };
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

// A closing terminal takes our output away, which must not prevent an orderly stop.
process.stdout.on("error", () => {});

try {
  await demo();
  process.exit(0);
} catch (error) {
  say(error instanceof AppError ? error.message : inspect(error));
  process.exit(1);
}
