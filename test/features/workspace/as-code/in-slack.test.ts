import { expect, test } from "vitest";
import { pagesOf } from "../../../../src/features/workspace/as-code/apply.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { putHook } from "../../../support/hook.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

/** Types a long file. The next input shows once one is nearly full. */
async function fillFile(lines: readonly string[]): Promise<void> {
  const { ada } = environment;
  const parts: string[] = [""];
  for (const line of lines) {
    if ((parts.at(-1) ?? "").length > 2_750) parts.push(line);
    else parts[parts.length - 1] = [parts.at(-1), line].filter(Boolean).join("\n");
  }
  for (const [index, part] of parts.entries()) {
    const name = `part${index + 1}`;
    await ada.waitForModal((view) => JSON.stringify(view).includes(`"${name}"`));
    await ada.fill(name, part);
  }
}

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
  expect(exported).toMatch(/<#(C\w+)> `\1` · <@(U\w+)> `\2`/);
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

test("a file's own names prove nothing: people are shown by Slack's name with the id", async () => {
  const { ada } = environment;
  const sam = { id: "U0SAMRIV01", realName: "Sam Rivera" };
  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => shownText(view).includes("Nothing changes yet"));
  await ada.fill("part1", `version: 1\naccess:\n  person ${sam.id}: { role: admin, name: Ada Park }\n`);
  await ada.submit();
  const shown = shownText(await ada.waitForModal((view) => shownText(view).includes("1 difference")));
  expect(shown).toContain(`*Added*: role *${sam.realName} (person ${sam.id})* (role \`admin\``);
  expect(shown).not.toContain("Ada Park");
  await ada.close({ cleared: true });
});

test("where a hand-over and a rota lead is in the differences, with each other value", async () => {
  const { ada, slack } = environment;
  const context = environment.app.contextOf?.(slack.teamId);
  if (!context) throw new Error("This needs the app in this process.");
  const before = {
    owner: ada.id,
    handover: { to: "webhook", host: "pager.example.com", key: "sealed:1", address: "sealed:2" },
    rota: { host: "rota.example.com", address: "sealed:3" },
    rules: Array.from({ length: 50 }, (_, at) => ({
      title: `rule ${at + 1} ${"x".repeat(150)}`,
      mute: true,
    })),
  };
  const after = {
    ...before,
    handover: { ...before.handover, host: "evil.example.net" },
    rota: { host: "calendar.example.net", address: "sealed:4" },
    rules: before.rules.map(({ title }) => ({ title: `${title}!`, mute: true })),
  };
  const difference = { part: "hooks", noun: "hook", key: "orders", label: "orders", before, after };
  const text = (await pagesOf([difference], context)).flat().join("\n");
  expect(text).toContain("handover.host `pager.example.com` → `evil.example.net`");
  expect(text).toContain("rota.host `rota.example.com` → `calendar.example.net`");
  for (const { title } of after.rules) expect(text).toContain(`\`${title}\``);
  for (const line of text.split("\n")) expect(line.length).toBeLessThan(3_000);
  const added = (await pagesOf([{ ...difference, before: undefined }], context)).flat().join("\n");
  expect(added).toContain("rota.host `calendar.example.net`");
  expect(added).toContain(`owner <@${ada.id}> \`${ada.id}\``);
});

test("what doesn't fit on a page is on the next ones, and only the last one applies it", async () => {
  const { ada, slack } = environment;
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const hooks = Array.from(
    { length: 90 },
    (_, index) => `  many${index + 1}: { channel: ${channelId}, owner: ${ada.id} }`,
  );
  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => shownText(view).includes("Nothing changes yet"));
  await fillFile(["version: 1", "hooks:", ...hooks]);
  await ada.submit();
  const seen = new Set<string>();
  const pages: string[] = [];
  let shown = await ada.waitForModal((view) => shownText(view).includes("page 1 of"));
  for (let page = 1; ; page += 1) {
    const text = shownText(shown);
    pages.push(text);
    for (const [name] of text.matchAll(/many\d+/g)) seen.add(name);
    if (JSON.stringify(shown).includes("apply-workspace-file")) break;
    await ada.click(shown, "page-workspace-file");
    shown = await ada.waitForModal((view) => shownText(view).includes(`page ${page + 1} of`));
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(seen.size).toBe(90);
  await ada.click(shown, "apply-workspace-file");
  await ada.waitForModal((view) => shownText(view).includes("Applied: "));
  const hooksNow = await environment.app.contextOf?.(slack.teamId).hooks.list();
  expect(hooksNow?.filter(({ name }) => name.startsWith("many"))).toHaveLength(90);
  await ada.close({ cleared: true });
});

test("a file can't make more hooks than the most of a workspace", async () => {
  const { ada, slack } = environment;
  const context = environment.app.contextOf?.(slack.teamId);
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  for (const hook of (await context?.hooks.list()) ?? []) await context?.hooks.remove(hook.id);
  const hooks = (count: number, prefix: string) =>
    Array.from(
      { length: count },
      (_, index) => `  ${prefix}${index + 1}: { channel: ${channelId}, owner: ${ada.id} }`,
    );
  const before = await context?.hooks.list();
  expect(before).toEqual([]);
  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => shownText(view).includes("Nothing changes yet"));
  await fillFile(["version: 1", "hooks:", ...hooks(101, "h")]);
  const refused = await ada.submit();
  expect(JSON.stringify(refused)).toContain("A workspace has at most 100 hooks.");
  expect(await context?.hooks.list()).toEqual([]);
  await ada.close({ cleared: true });
});
