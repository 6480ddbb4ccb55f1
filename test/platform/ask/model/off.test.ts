import { afterAll, expect, test } from "vitest";
import { sourceMain, startAppProcess } from "../../../support/app-process.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { startFakeModel } from "../../../support/fake-model.ts";
import { until } from "../../../support/until.ts";

/** Has the process say which code of the model it loads. */
const printsLoading = `
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      if (/ask\\/model\\//.test(url)) process.stderr.write("loaded " + url + "\\n");
      return next(url, context);
    },
  });
`;

const endpoint = await startFakeModel();
afterAll(() => endpoint.close());

const environment = useTestEnvironment();

test("the code of the model is loaded only with the first question for it", async () => {
  const { ada, slack } = environment;
  const settings = {
    ...environment.environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printsLoading)}`,
    LLM_URL: endpoint.url,
    LLM_MODEL: "small",
  };
  await using app = await startAppProcess(settings, sourceMain);
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
  slack.setAppUrl(app.url);
  await ada.say("direct", "services");
  await ada.waitForMessage("direct", "service");
  expect(app.output()).not.toContain("loaded ");
  await ada.say("direct", "good evening, dear machine");
  await ada.waitForMessage("direct", "The model that helps me didn't answer");
  expect(app.output()).toMatch(/loaded .*request/);
  expect(endpoint.requests).toHaveLength(1);
});
