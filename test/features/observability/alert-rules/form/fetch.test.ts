import { expect, test } from "vitest";
import type { AppContext } from "../../../../../src/app/context.ts";
import { AppError } from "../../../../../src/lib/errors.ts";
import { createAlertForm } from "../../../../../src/features/observability/alert-rules/forms.ts";
import { useRedis } from "../../../../support/redis.ts";
import { type Deployment, deployments, observedFixture } from "../../fixture.ts";

const redis = useRedis();

/** The facts that the form for a new alert fetches if the list of alerts fails. */
async function found(deployment: Deployment, failure: AppError) {
  const { context, target } = await observedFixture(redis.client, deployment);
  const cloudOf = (name: string): ReturnType<AppContext["cloudOf"]> => {
    const cloud = context.cloudOf(name);
    return {
      ...cloud,
      call: (operation, input) =>
        operation.path.endsWith("/alerts") ? Promise.reject(failure) : cloud.call(operation, input),
    };
  };
  const facts = { target, given: {}, publicUrl: context.publicUrl };
  const person = { userId: "U1" };
  const finding = await createAlertForm.fetchFacts?.(
    "",
    { values: {}, facts },
    { ...context, cloudOf },
    person,
  );
  return finding?.facts;
}

test.each(deployments)("%s: a form says if the list of alert rules failed", async (deployment) => {
  const facts = await found(deployment, new AppError("limited", "Too many requests. Try again in a minute."));
  expect(facts).toMatchObject({
    isRead: true,
    dashboards: [{ name: "API Monitoring" }, { name: "Checkout" }],
    trouble:
      "I couldn't list the alert rules, so webhooks and saved searches may be missing. Too many requests. Try again in a minute.",
  });
});

test("a form gives no warning if the server has no list of alerts", async () => {
  const unserved = new AppError("missing", "The cloud doesn't support this (404).", { unserved: true });
  const facts = await found("stand-alone", unserved);
  expect(facts).toMatchObject({ isRead: true, webhooks: [] });
  expect(facts?.["trouble"]).toBeUndefined();
});
