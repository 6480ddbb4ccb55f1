import { expect, test } from "vitest";
import { misbehave } from "../../faults/alert-environment.ts";
import { submitFilled } from "../../support/create-walk.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { minuteMs } from "../../../src/lib/duration.ts";

const environment = useTestEnvironment({ slackNow: () => Date.now() - 2 * minuteMs });

test("an announcement that may have been posted before is found even if Slack's clock is two minutes slow", async () => {
  const { ada } = environment;
  // Slack posts it, but the app gets no response.
  await misbehave(environment.slack, {
    kind: "drop-after",
    times: 1,
    match: { methods: ["chat.postMessage"] },
  });
  await submitFilled(ada, "slow clock");
  await ada.waitForMessage("databases", "*slow clock* is running");
  const about = (await ada.messages("databases")).filter(({ text }) => text.startsWith("*slow clock*"));
  expect(about).toHaveLength(1);
});
