import { expect, test } from "vitest";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { type SeenMessage, shownText } from "../../../support/slack-person.ts";
import { runs } from "../../../support/pressed.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment();

/** The ids of a message's buttons, which have what each runs. */
function actionIdsIn({ blocks }: SeenMessage): string[] {
  const all = JSON.stringify(blocks).matchAll(/"action_id":("(?:[^"\\]|\\.)*")/g);
  return [...all].map(([, id = ""]) => String(JSON.parse(id)));
}

function isAnswer(message: SeenMessage): boolean {
  return /[Ss]cheduled.*\. Every week/.test(shownText(message));
}

test("a report is scheduled, listed, stopped by its button and scheduled again", async () => {
  const { ada } = environment;
  const added = await answerTo(
    ada,
    "/db costs schedule weekly 9am #incidents by metric Europe/Berlin",
    "Scheduled. Every week at 09:00 Europe/Berlin: costs of the week before by metric, in <#C0INCIDEN1>.",
  );
  expect(added.ephemeral).toBe(true);
  expect(shownText(added)).toMatch(
    /Next report: Monday \d+ \w+ \d{4} at 09:00 Europe\/Berlin, for \d+ .+ \d{4}\./,
  );
  const list = await answerTo(ada, "/db costs schedule", "*1 cost report*");
  expect(shownText(list)).toContain(`Requested by <@${ada.id}>.`);
  const stop = actionIdsIn(list).find((id) => id.startsWith("run:sure:")) ?? "";
  await ada.click(list, stop);
  const stopped = await ada.waitForMessage("databases", "Stopped the");
  await answerTo(ada, "/db costs schedule list", "No cost reports are scheduled.");
  const every = "weekly at 09:00 by metric Europe/Berlin";
  const again = runs("cost_reports_set", { every, channel: "C0INCIDEN1" });
  await Promise.all([ada.click(stopped, again), ada.click(stopped, again)]);
  await until(async () => (await ada.messages("databases")).filter(isAnswer).length === 3);
  await answerTo(ada, "/db costs schedule list", "*1 cost report*");
  const which = await answerTo(ada, "/db costs schedule stop", "*Which report?*");
  expect(shownText(which)).toContain("*1 cost report*");
  expect(actionIdsIn(which).filter((id) => id.startsWith("run:sure:"))).toHaveLength(1);
  await answerTo(ada, "/db costs schedule stop 1", "Stopped the weekly report in <#C0INCIDEN1>.");
  await answerTo(ada, "/db costs schedule stop", "There's nothing to stop.");
  await answerTo(ada, "/db costs schedule list", "No cost reports are scheduled.");
});

test("by default a report is by service at 09:00 in the asker's time zone, in the channel of the command", async () => {
  const { ada } = environment;
  const added = await answerTo(
    ada,
    "/db costs schedule daily",
    "Scheduled. Every day at 09:00 America/Los_Angeles: costs of the day before by service, in <#C0DATABAS1>.",
  );
  expect(shownText(added)).toContain("America/Los_Angeles is your time zone in Slack");
  await answerTo(ada, "/db costs schedule daily", "Already scheduled");
  const changed = await answerTo(
    ada,
    "/db costs schedule daily at 7:30 by day",
    "Changed. Every day at 07:30",
  );
  expect(shownText(changed)).toContain("America/Los_Angeles: costs of the day before by day");
  expect(shownText(await answerTo(ada, "/db costs schedule list", "*1 cost report*"))).toContain("07:30");
  await answerTo(ada, "/db costs schedule stop 1", "Stopped");
});

test("a channel that can't take a report, and a report that isn't there, are refused with what to do", async () => {
  const { ada } = environment;
  const refused = await answerTo(
    ada,
    "/db costs schedule daily in <#C0PAYMENT1>",
    "it's private, and I'm not in it",
  );
  expect(refused.ephemeral).toBe(true);
  await answerTo(ada, "/db costs schedule stop 7", "There's nothing to stop.");
});

test("a report in direct messages says so, and is scheduled again by its button", async () => {
  const { ada } = environment;
  await ada.command("direct", "/db costs schedule monthly UTC");
  const text = "costs of the month before by service, in direct messages with me.";
  expect(shownText(await ada.waitForMessage("direct", "Scheduled. Every month"))).toContain(text);
  await answerTo(ada, "/db costs schedule list", "*1 cost report*");
  await ada.command("direct", "/db costs schedule stop 1");
  const stopped = await ada.waitForMessage("direct", "Stopped the");
  const again = { every: "monthly at 09:00 by service UTC", channel: stopped.channel };
  await ada.click(stopped, runs("cost_reports_set", again));
  await until(async () => (await ada.messages("direct")).filter(isScheduled).length === 2);
  await answerTo(ada, "/db costs schedule list", "*1 cost report*");
  await answerTo(ada, "/db costs schedule stop 1", "Stopped");
});

function isScheduled(message: SeenMessage): boolean {
  return shownText(message).startsWith("Scheduled. Every month");
}

test("a FOCUS file of each month is scheduled beside other reports, once credits have a price", async () => {
  const { ada } = environment;
  const refused = await answerTo(ada, "/db costs focus monthly #incidents", "have no price");
  expect(shownText(refused)).toContain("/db admin connections price default 0.30 EUR");
  await answerTo(ada, "/db admin connections price default 0.30 EUR", "€0.30");
  await answerTo(
    ada,
    "/db costs focus monthly #incidents 1.3",
    "the FOCUS 1.3 file of the month before, in <#C0INCIDEN1>.",
  );
  await answerTo(ada, "/db costs schedule monthly focus #incidents", "Changed. Every month");
  await answerTo(ada, "/db costs schedule monthly #incidents", "Scheduled. Every month");
  const list = await answerTo(ada, "/db costs schedule list", "*2 cost reports*");
  expect(shownText(list)).toContain("the FOCUS 1.2 file of the month before");
  expect(shownText(list)).toContain("costs of the month before by service");
  const stopped = await answerTo(ada, "/db costs schedule stop 1", "Stopped the monthly report");
  const every = expect.stringContaining("monthly focus 1.2 at 09:00 by service");
  const [again = ""] = actionIdsIn(stopped);
  expect(JSON.parse(again.slice("run:".length))).toEqual({
    call: "cost_reports_set",
    args: { every, channel: "C0INCIDEN1" },
  });
  await answerTo(ada, "/db costs focus weekly", "Try");
});
