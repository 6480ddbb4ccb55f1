import { expect, test } from "vitest";
import { stateTexts } from "../../src/features/services/announcement/texts.ts";
import { lost } from "../../src/features/services/passwords/texts.ts";
import { hourMs, minuteMs } from "../../src/lib/duration.ts";
import { submitFilled } from "../support/create-walk.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import { type SeenMessage, shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

// What was accepted survives the death of the process, and happens once. `npm run test:faults` has many more deaths.
const environment = useTestEnvironment({
  ownProcess: true,
  // Three hours before a daily report.
  startsAt: "2027-01-04T05:00:00Z",
  environment: () => ({ CLOUD_SETTLE_SECONDS: "4", TEST_WITHOUT_CHARTS: "1", TEST_PACE_MS: "0" }),
});

/** The messages in #databases with this text, once there are some. */
async function shown(text: string): Promise<SeenMessage[]> {
  let found: SeenMessage[] = [];
  await until(async () => {
    const messages = await environment.ada.messages("databases");
    found = messages.filter((message) => shownText(message).includes(text));
    return found.length > 0;
  });
  return found;
}

test("if the app is killed while the cloud creates, the next process finds the service and does not send again", async () => {
  const { ada } = environment;
  const match = { operation: "createService" };
  await environment.faults({ kind: "delay", ms: 1_500, times: 1, match });
  const posts = (await environment.received("POST")).length;
  await submitFilled(ada, "killed in between");
  await until(async () => (await environment.received("POST")).length === posts + 1);
  await environment.app.end("SIGKILL");
  // No sender is running any more after this time.
  environment.passTime(2 * minuteMs);
  await environment.restartApp();
  await until(async () => shownText(await ada.waitForModal()).includes(lost));
  await shown(`*killed in between* ${stateTexts.running}`);
  expect((await environment.received("POST")).length).toBe(posts + 1);
});

test("if the app is killed right after it accepted an alert, the next process shows it, once", async () => {
  const { hook, secret } = await putHook(environment.redisUrl, environment.slack.teamId, {
    channelId: environment.slack.channels.find(({ name }) => name === "databases")?.id ?? "",
  });
  const fire = async (title: string) => {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const body = JSON.stringify({ title, status: "firing" });
    const url = `${environment.app.url}/hooks/${hook.id}`;
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(202);
  };
  await fire("Killed after this");
  await environment.restartApp();
  await shown("Killed after this");
  await fire("A later one");
  await shown("A later one");
  expect(await shown("Killed after this")).toHaveLength(1);
});

test("if the app is killed when a report is due, the next process posts it, once", async () => {
  const { ada, slack } = environment;
  const channel = slack.channels.find(({ name }) => name === "databases")?.id;
  await ada.command("databases", `/db costs schedule daily in <#${channel}> Europe/Berlin`);
  await ada.waitForMessage("databases", "Scheduled. Every day");
  environment.passTime(3 * hourMs);
  await environment.restartApp();
  await shown("Costs of Sunday: 3 Jan 2027");
  // The next day's report comes after all of this one's.
  environment.passTime(24 * hourMs);
  await shown("Costs of Monday: 4 Jan 2027");
  expect(await shown("Costs of Sunday: 3 Jan 2027")).toHaveLength(1);
});
