import { afterAll, beforeAll, expect, test } from "vitest";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";
import { type AlertSender, alertSender } from "../../../support/alert-sender.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { putHook } from "../../../support/hook.ts";
import { type SeenMessage, shownText } from "@quartermaster/local-slack/person";
import { type SlackPerson, person } from "../../../support/slack-person.ts";
import { runs } from "../../../support/pressed.ts";

const environment = useTestEnvironment();
const senders: AlertSender[] = [];

beforeAll(async () => {
  await using ada = person(environment.slack, "Ada Park");
  const checkout = await senderOf("checkout");
  for (const [index, value] of [81, 84, 90, 95].entries())
    await checkout.fire({ name: "CPU is high", group: `host:db-${index}`, value, threshold: 80 });
  await checkout.fire({ name: "Disk is full", value: 97, threshold: 96 });
  await ada.click(await messageOf(ada, "Disk is full"), actionIds.acknowledge);
  await messageOf(ada, "Disk is full", "Acknowledged");
});
afterAll(() => {
  for (const sender of senders) sender.close();
});

async function senderOf(name: string): Promise<AlertSender> {
  const { redisUrl, slack, app } = environment;
  const channelId = slack.channels.find((each) => each.name === "databases")?.id ?? "";
  const { url, secret } = await putHook(redisUrl, slack.teamId, { channelId, publicUrl: app.url, name });
  const sender = alertSender({ url, secret });
  senders.push(sender);
  return sender;
}

function messageOf(who: SlackPerson, ...words: string[]): Promise<SeenMessage> {
  return who.waitForMessage(
    "databases",
    (message) => message.threadTs === undefined && words.every((word) => shownText(message).includes(word)),
  );
}

async function report(words: string, shown: string): Promise<SeenMessage> {
  await environment.ada.command("general", `/db alerts noise ${words}`);
  return environment.ada.waitForMessage("general", shown);
}

test("the report counts by rule, the worst first, and says what the order means", async () => {
  const shown = shownText(await report("", "5 alerts of 2 rules so far"));
  expect(shown).toContain("No one acted on 4 of them (80%).");
  expect(shown).toContain("The worst: most alerts that no one acknowledged, snoozed or resolved");
  expect(shown).toContain("1. *CPU is high in API Monitoring*: no one acted on any of its 4 alerts.");
  expect(shown).not.toContain("2. *Disk is full");
  expect(shownText(await report("checkout", "Noise of hook checkout"))).toContain("5 alerts of 2 rules");
  expect(shownText(await report("last week", "No alert began"))).toContain("in the week of");
});

test("raising a threshold shows what the alerts measured, and a threshold that leaves most out", async () => {
  const { ada } = environment;
  await ada.click(await report("", "5 alerts of 2 rules so far"), "noise:raise");
  const modal = shownText(await ada.waitForModal((view) => shownText(view).includes("CPU is high")));
  expect(modal).toContain("Its threshold is 80.");
  expect(modal).toContain("Its 4 alerts of the last two days with a value measured 81 to 95");
  expect(modal).toContain("*Proposal: 90.* If it fired only above that, 3 of these 4 alerts");
  await ada.close({ cleared: true });
});

test("a mute asks first, then mutes the rule and its open alerts, and the report says who did it", async () => {
  const { ada } = environment;
  await ada.click(await report("", "5 alerts of 2 rules so far"), "noise:mute");
  const question = await ada.waitForMessage(
    "general",
    "Mute the rule *CPU is high in API Monitoring* of the hook checkout?",
  );
  await ada.click(question, "noise:mute-now");
  await ada.waitForMessage("general", "Muted the rule *CPU is high in API Monitoring*.");
  const muted = await messageOf(ada, "CPU is high", "Its rule is muted");
  expect(shownText(muted)).toContain("Its rule is muted");
  expect(shownText(await report("", `Muted by <@${ada.id}>`))).toContain("1. *CPU is high");
});

test("a channel's weekly report is turned on and off", async () => {
  const { ada } = environment;
  const on = shownText(await report("weekly Europe/Berlin", "comes every Monday at 9:00 (Europe/Berlin)"));
  expect(on).toMatch(/The next one: Monday \d+ \w+ \d+ at 09:00\./);
  expect(shownText(await report("", "This report also comes on Mondays"))).not.toContain("Post it here");
  await ada.click(
    await ada.waitForMessage("general", "comes every Monday"),
    runs("alerts_noise_off", { channel: "C0GENERAL1" }),
  );
  await ada.waitForMessage("general", "Stopped the weekly noise report");
  expect(shownText(await report("off", "No weekly noise report"))).toContain("comes in that channel");
});

test("a viewer reads the report, and may neither mute nor turn it on", async () => {
  await using noor = person(environment.slack, "Noor Haddad");
  await noor.command("databases", "/db alerts noise");
  const seen = await noor.waitForMessage("databases", "Noise of alerts");
  await noor.command("databases", "/db alerts noise weekly");
  await noor.waitForMessage("databases", "You need the operator role");
  expect(seen.ephemeral).toBe(true);
});
