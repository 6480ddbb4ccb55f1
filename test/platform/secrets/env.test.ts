import { expect, it } from "vitest";
import { envScheme } from "../../../src/platform/secrets/env.ts";
import { describeSecretScheme, failure } from "./conformance.ts";

describeSecretScheme("env", async () => {
  const environment: Record<string, string> = {};
  return {
    scheme: envScheme(environment),
    keep: async (locator, secret) => void (environment[locator] = secret),
    locators: {
      kept: "ACME_KEY_SECRET",
      empty: "ACME_EMPTY",
      missing: "ACME_MISSING",
      malformed: "acme-key=hunter2",
    },
    close: async () => {},
  };
});

it("the env: scheme reads no property that is not a variable", async () => {
  expect((await failure(envScheme({}).read("toString"))).kind).toBe("auth");
});
