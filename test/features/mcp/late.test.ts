import { Queue } from "bullmq";
import { expect, test } from "vitest";
import { dayMs, hourMs } from "../../../src/lib/duration.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { putHook } from "../../support/hook.ts";
import { placedElements, blocksOf } from "@quartermaster/local-slack/person";
import { call, newToken, program } from "../../support/program.ts";
import { shownText } from "../../support/slack-person.ts";
import { until } from "../../support/until.ts";

const environment = useTestEnvironment({
  environment: () => ({ MCP: "on" }),
  startsAt: "2026-11-20T10:00:00Z",
  // A press comes before the next look, as it mostly does.
  overrides: { longestScheduleWaitMs: hourMs },
});

/** Waits until the job of a proposal has looked at it, and waits for its end. */
async function firstLook(redisUrl: string, offerId: string): Promise<void> {
  const queue = new Queue("offers", { connection: { url: redisUrl }, prefix: "{qm-jobs}" });
  await until(async () => (await queue.getJobState(offerId)) === "delayed");
  await queue.close();
}

test("a proposal that no one decided on in a day is over", async () => {
  const { ada, app, redisUrl, slack } = environment;
  await putHook(redisUrl, slack.teamId, { channelId: "C0DATABASES", name: "login" });
  await using client = await program(app.url, await newToken(ada, "late", "propose"), "2026");
  const given = { command: "hooks_pause", arguments: { hook: "login" } };
  const answer = await call(client, "propose_command", given);
  const message = await ada.waitForMessage("direct", "login");
  await firstLook(redisUrl, String(answer.data["offer"]));
  environment.passTime(dayMs + 1_000);
  const { data } = await call(client, "offer_status", { offer: answer.data["offer"] });
  expect(data["state"]).toBe("expired");
  expect(await ada.click(message, "offer-approve")).toMatchObject({ ok: true });
  await ada.waitForMessage("direct", "This proposal is too old.");
  const ended = await ada.waitForMessage("direct", "No one decided on this in time.");
  expect(ended.ts).toBe(message.ts);
  expect(placedElements(blocksOf(ended))).toEqual([]);
  // It no longer counts, so the same can be proposed again.
  const again = await call(client, "propose_command", given);
  expect(again.data["offer"]).not.toBe(answer.data["offer"]);
});

test.each([
  ["that no one decided on", undefined, "No one decided on this in time."],
  ["with only its form opened", "offer-open", "It can't be opened from here any more."],
])("when its day is over, a proposal %s loses its buttons without a press", async (_, press, words) => {
  const { ada, app, slack } = environment;
  await using client = await program(app.url, await newToken(ada, `ends ${press}`, "propose"), "2026");
  const answer = await call(client, "services_create", { name: `late ${press}` });
  const message = await ada.waitForMessage("direct", `late ${press}`);
  if (press !== undefined) await ada.click(message, press);
  const text = press === undefined ? `late ${press}` : "You opened the form";
  const open = await ada.waitForMessage(
    "direct",
    (each) => each.ts === message.ts && shownText(each).includes(text),
  );
  const buttons = placedElements(blocksOf(open)).map(({ actionId }) => actionId);
  expect(buttons).toEqual(["offer-open", "offer-deny"]);
  const context = app.contextOf?.(slack.teamId);
  const offerId = String(answer.data["offer"]);
  const look = async () => context?.offerQueue.wake(offerId, { workspaceId: slack.teamId, offerId });
  environment.passTime(dayMs - 60_000);
  await look();
  environment.passTime(61_000);
  await look();
  // Other proposals end with the same words.
  const ended = await ada.waitForMessage(
    "direct",
    (each) => each.ts === message.ts && shownText(each).includes(words),
  );
  expect(placedElements(blocksOf(ended))).toEqual([]);
});

test("a token is valid for 30 days", async () => {
  const { ada, app } = environment;
  const token = await newToken(ada, "month", "read");
  environment.passTime(30 * dayMs - 60_000);
  await using client = await program(app.url, token, "2026");
  expect((await call(client, "access_show")).isError).toBe(false);
  environment.passTime(60_000);
  await expect(call(client, "access_show")).rejects.toThrow(/token/i);
  await ada.command("databases", "/db admin audit tool.call");
  const audit = await ada.waitForMessage("databases", "The token is expired.");
  expect(shownText(audit)).toContain("month");
});
