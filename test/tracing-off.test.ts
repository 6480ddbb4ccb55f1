import { expect, test } from "vitest";
import { runAppProcess } from "./support/app-process.ts";
import { useTestEnvironment } from "./support/environment.ts";

/** Has a process run this before anything else. */
function runningFirst(code: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

const printsTracing = runningFirst(`
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      if (/@opentelemetry|tracing\\/(?:recorder|otlp)/.test(url)) process.stderr.write("loaded " + url + "\\n");
      return next(url, context);
    },
  });
`);

const withoutSdk = runningFirst(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (name !== "@opentelemetry/sdk-trace") return next(name, context);
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    },
  });
`);

const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:1";
const environment = useTestEnvironment({ ownProcess: true, environment: () => printsTracing });

test("without a collector, no module of OpenTelemetry and nothing that records is loaded", async () => {
  await environment.ada.command("databases", "/db costs last week");
  await environment.ada.waitForMessage("databases", "Costs");
  expect(environment.app.output()).not.toContain("loaded ");
  // The same look finds them if there is one.
  environment.environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = OTEL_EXPORTER_OTLP_ENDPOINT;
  await environment.restartApp();
  expect(environment.app.output()).toMatch(/loaded .*@opentelemetry\/sdk-trace/);
});

test("with a collector and without the optional packages, the app says what to install and ends", async () => {
  const { code, output } = await runAppProcess({
    ...environment.environment,
    ...withoutSdk,
    OTEL_EXPORTER_OTLP_ENDPOINT,
  });
  expect(code).toBe(1);
  expect(output).toBe(
    "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages for traces aren't installed. Install @opentelemetry/sdk-trace, @opentelemetry/resources and @opentelemetry/exporter-trace-otlp-proto, or remove the setting.\n",
  );
});
