import { expect, test } from "vitest";
import { z } from "zod";
import { atStep, openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { until } from "../../../support/until.ts";

// It continues from test to test, like a clock.
let aheadMs = 0;
const environment = useTestEnvironment({ slackHurries: true, now: () => new Date(Date.now() + aheadMs) });

/** A little longer than Slack's facts about a person count. */
const knownMs = 61_000;

/** The number of times that the app asked Slack about a person. */
async function calls(): Promise<number> {
  const log = await fetch(`${environment.slack.url}/page/log?kind=call&name=users.info`);
  return z.array(z.unknown()).parse(await log.json()).length;
}

test("a submission asks Slack nothing before its acknowledgement if the person changed something in the form before", async () => {
  const { ada } = environment;
  await openFilled(ada, "known");
  await skipToReview(ada);
  aheadMs += knownMs;
  const before = await calls();
  await ada.click(await ada.waitForModal(), "form-step:basics");
  await until(async () => (await calls()) === before + 1);
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await calls()).toBe(before + 1);
});

test("going to another page reads the role ahead too", async () => {
  const { ada } = environment;
  await openFilled(ada, "turned");
  aheadMs += knownMs;
  const before = await calls();
  await ada.submit();
  await ada.waitForModal(atStep("Step 2 of 4"));
  await until(async () => (await calls()) === before + 1);
});
