import { afterAll, expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { startFakeModel } from "../../../support/fake-model.ts";

/** Has the process say which code of the model it loads. */
const printsLoading = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (/ask\\/model\\//.test(resolved.url)) process.stderr.write("loaded " + resolved.url + "\\n");
      return resolved;
    },
  });
`;

const endpoint = await startFakeModel();
afterAll(() => endpoint.close());

const environment = useTestEnvironment({
  ownProcess: true,
  environment: () => ({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printsLoading)}`,
  }),
});

test("without a model, none of its code is loaded; with one, its code loads with the first question", async () => {
  const { ada } = environment;
  await ada.say("direct", "good morning, dear machine");
  await ada.waitForMessage("direct", "I can't do that.");
  expect(environment.app.output()).not.toContain("loaded ");

  Object.assign(environment.environment, { LLM_URL: endpoint.url, LLM_MODEL: "small" });
  await environment.restartApp();
  await ada.say("direct", "services");
  await ada.waitForMessage("direct", "service");
  expect(environment.app.output()).not.toContain("loaded ");
  await ada.say("direct", "good evening, dear machine");
  await ada.waitForMessage("direct", "The model that helps me didn't answer");
  expect(environment.app.output()).toMatch(/loaded .*request/);
  expect(endpoint.requests).toHaveLength(1);
});
