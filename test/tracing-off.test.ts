import { expect, test } from "vitest";
import { runAppProcess, sourceMain, startAppProcess } from "./support/app-process.ts";
import { useTestEnvironment } from "./support/environment.ts";
import { person } from "./support/slack-person.ts";

/** Has a process say which modules of traces it loads, before anything else. The SDK is not installed there. */
const hooks = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (name !== "@opentelemetry/sdk-trace") return next(name, context);
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    },
    load(url, context, next) {
      if (/@opentelemetry|tracing\\/(?:recorder|otlp)/.test(url)) process.stderr.write("loaded " + url + "\\n");
      return next(url, context);
    },
  });
`;
const looking = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}` };
const environment = useTestEnvironment();

test("without a collector, no module of OpenTelemetry and nothing that records is loaded", async () => {
  await using app = await startAppProcess({ ...environment.environment, ...looking }, sourceMain);
  environment.slack.setAppUrl(app.url);
  await using ada = person(environment.slack, "Ada Park");
  await ada.command("databases", "/db costs last week");
  await ada.waitForMessage("databases", "Costs");
  expect(app.output()).not.toContain("loaded ");
});

test("with a collector and without the optional packages, the app says what to install and ends", async () => {
  const { code, output } = await runAppProcess(
    { ...environment.environment, ...looking, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" },
    undefined,
    sourceMain,
  );
  expect(code).toBe(1);
  // The look of the other test finds modules if there are some.
  expect(output).toMatch(/^loaded .*\/tracing\//m);
  expect(output.replaceAll(/^loaded .*\n/gm, "")).toBe(
    "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages for traces aren't installed. Install @opentelemetry/sdk-trace, @opentelemetry/resources and @opentelemetry/exporter-trace-otlp-proto, or remove the setting.\n",
  );
});
