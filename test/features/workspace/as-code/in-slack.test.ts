import { expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { putHook } from "../../../support/hook.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

test("an admin sees the workspace as YAML, and the differences of another file before they apply it", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db admin access limit operator providers=aws");
  await ada.waitForMessage("databases", "only on aws");
  await ada.command("databases", "/db admin export");
  const exported = await ada.waitForMessage("databases", "This workspace as YAML");
  expect(shownText(exported)).toContain("limits:\n  operator:\n    providers:\n      - aws");
  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => shownText(view).includes("Nothing changes yet"));
  await ada.fill("part1", "version: 1\nlimits:\n  viewer:\n    totalMemoryGb: 8\n");
  await ada.submit();
  const shown = await ada.waitForModal((view) => shownText(view).includes("*2 differences*"));
  expect(shownText(shown)).toContain("*Removed*: limit of a role *operator*");
  expect(shownText(shown)).toContain("*Added*: limit of a role *viewer*");
  await ada.click(shown, "apply-workspace-file");
  await ada.waitForModal((view) => shownText(view).includes("Applied: 2 changes."));
});

test("what someone changed between the differences and the click stays, and the new differences are shown", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => shownText(view).includes("Nothing changes yet"));
  await ada.fill("part1", "version: 1\nlimits:\n  operator:\n    totalMemoryGb: 16\n");
  await ada.submit();
  const shown = await ada.waitForModal((view) => shownText(view).includes("*2 differences*"));
  expect(shownText(shown)).toContain("*Added*: limit of a role *operator*");
  await ada.command("databases", "/db admin access limit operator memory=12");
  await ada.waitForMessage("databases", "at most 12 GB");
  await ada.click(shown, "apply-workspace-file");
  const again = await ada.waitForModal((view) => shownText(view).includes("in the meantime"));
  expect(shownText(again)).toContain("*Changed*: limit of a role *operator* (totalMemoryGb `12` → `16`)");
  const limits = () => environment.app.contextOf?.(environment.slack.teamId).createLimits.of("operator");
  expect(await limits()).toEqual({ totalMemoryGb: 12 });
  await ada.click(again, "apply-workspace-file");
  await ada.waitForModal((view) => shownText(view).includes("Applied: 2 changes."));
  expect(await limits()).toEqual({ totalMemoryGb: 16 });
  await ada.close({ cleared: true });
});

test("an exported hand-over names where its key is kept, and never the key", async () => {
  const { ada } = environment;
  const key = "R0UT1NGKEYMARKER0123456789";
  const databases = environment.slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  await putHook(environment.redisUrl, environment.slack.teamId, {
    name: "checkout",
    channelId: databases,
    publicUrl: environment.app.url,
    escalation: { groupId: "S0ONCALL01", afterMinutes: 5 },
  });
  await ada.command("databases", "/db alerts hooks handover checkout pagerduty");
  await ada.waitForModal((view) => shownText(view).includes("Hand over"));
  await ada.fill("routingKey", key);
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("I hand it over"));
  await ada.close({ cleared: true });
  await ada.command("databases", "/db admin export");
  const exported = shownText(
    await ada.waitForMessage("databases", (message) => shownText(message).includes("handover:")),
  );
  expect(exported).toMatch(/handover:\n {6}to: pagerduty\n {6}key: sealed:/);
  expect(exported).not.toContain(key);
  expect(exported).not.toContain("whsec_");
  // Another hook can't take that key, nor one of the app.
  const other = (reference: string) =>
    `version: 1\nhooks:\n  other: { channel: ${databases}, owner: U1, handover: { to: pagerduty, key: "${reference}" } }\n`;
  const sealed = /key: (sealed:\S+)/.exec(exported)?.[1] ?? "";
  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => shownText(view).includes("Nothing changes yet"));
  for (const reference of [sealed, "env:CLOUD_KEY_SECRET"]) {
    await ada.fill("part1", other(reference));
    const refused = await ada.submit();
    expect(JSON.stringify(refused)).toContain("Line 3: ");
  }
});
