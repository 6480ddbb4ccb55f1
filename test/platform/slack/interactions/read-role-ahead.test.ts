import { expect, test } from "vitest";
import { z } from "zod";
import { atStep, openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { until } from "../../../support/until.ts";

// It goes on from test to test, as clocks do.
let aheadMs = 0;
const environment = useTestEnvironment({ now: () => new Date(Date.now() + aheadMs) });

/** For so long what Slack said of somebody counts, and a little more. */
const knownMs = 61_000;

/** How often the app asked Slack who somebody is. */
async function looks(): Promise<number> {
  const log = await fetch(`${environment.slack.url}/page/log?kind=call&name=users.info`);
  return z.array(z.unknown()).parse(await log.json()).length;
}

test("a submission asks Slack nothing before its acknowledgement where something was done in the form before it", async () => {
  const { ada } = environment;
  await openFilled(ada, "known");
  await skipToReview(ada);
  aheadMs += knownMs;
  const before = await looks();
  await ada.click(await ada.waitForModal(), "form-step:basics");
  await until(async () => (await looks()) === before + 1);
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await looks()).toBe(before + 1);
});

test("a turn of the page is looked ahead of as well", async () => {
  const { ada } = environment;
  await openFilled(ada, "turned");
  aheadMs += knownMs;
  const before = await looks();
  await ada.submit();
  await ada.waitForModal(atStep("Step 2 of 4"));
  await until(async () => (await looks()) === before + 1);
});
