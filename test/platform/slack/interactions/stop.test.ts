import { expect, test } from "vitest";
import { startAppHere } from "../../../support/app-here.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment();

test("the stop button ends a question that another replica works on, and its answer never comes", async () => {
  const { ada, app, slack, organization } = environment;
  await ada.command("databases", `/db services add ${organization.services[0]?.id} quiet lake`);
  await ada.waitForMessage("databases", "quiet lake");
  await using other = await startAppHere(environment.environment);
  await environment.faults({ kind: "delay", ms: 60_000, match: { method: "GET" } });
  await ada.say("direct", "backups quiet lake");
  const { threadTs } = await ada.waitForWork("direct");
  slack.setAppUrl(other.url);
  expect(await ada.stop("direct", threadTs)).toEqual({ ok: true });
  await until(async () => (await ada.world()).working.length === 0);
  // The first replica ends the command, long before the cloud answers.
  await until(async () => /"command":"backups".*command answered/.test(app.output()));
  slack.setAppUrl(app.url);
  await ada.say("direct", "help");
  await ada.waitForMessage("direct", "What can I do for you?");
  const texts = (await ada.messages("direct")).map((message) => shownText(message));
  expect(texts.slice(texts.indexOf("backups quiet lake") + 1)).toEqual([
    "help",
    expect.stringContaining("What can I do for you?"),
  ]);
});
