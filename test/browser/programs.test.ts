import { Redis } from "ioredis";
import { beforeAll, expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import { call, newToken, program } from "../support/program.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, goToMessages, message, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true, environment: () => ({ MCP: "on" }) });
const browser = useBrowser();

beforeAll(async () => {
  const { redisUrl, slack } = environment;
  await putHook(redisUrl, slack.teamId, { channelId: "C0DATABASES", name: "checkout" });
  const redis = new Redis(redisUrl);
  await createStore(redis)
    .workspace(slack.teamId)
    .presets.set("small staging", {
      name: "small staging",
      fields: { provider: "aws", region: "eu-west-1", ipAccessList: [{ source: "203.0.113.0/24" }] },
      savedBy: slack.users[0]?.id ?? "",
      savedAt: new Date().toISOString(),
    });
  redis.disconnect();
});

test("a token's form asks for its name, and the token is shown once and listed by that name", async () => {
  await using window = await openWindow(browser, environment.slack);
  const { page } = window;
  await environment.ada.command("databases", "/db admin tokens");
  await page.getByRole("button", { name: "New token" }).last().click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await keepBothWidths(page, "tokens-new");
  await dialog.getByRole("textbox").first().fill("laptop");
  await dialog.getByRole("button", { name: "Make the token" }).click();
  expect(await appears(dialog.getByText("Copy the token now."))).toBe(true);
  await keepBothWidths(page, "tokens-secret");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await environment.ada.command("databases", "/db admin tokens");
  const list = message(page, "Never used.");
  expect(await appears(list.getByText("laptop"))).toBe(true);
  expect(await list.getByText("qmt_").count()).toBe(0);
  await keepBothWidths(page, "tokens-list");
});

test("what a program proposes is shown whole in Slack, and becomes what its person decided", async () => {
  const { ada, app, slack } = environment;
  const token = await newToken(ada, "agent", "propose");
  await using client = await program(app.url, token, "2026");
  await using window = await openWindow(browser, slack);
  const { page } = window;
  await goToMessages(page);

  const pause = { command: "hooks_pause", arguments: { hook: "checkout" } };
  const first = await call(client, "propose_command", pause);
  const paused = message(page, "Pause a hook");
  await paused.getByRole("button", { name: "Approve" }).waitFor();
  await keepBothWidths(page, "offer-change");
  await paused.getByRole("button", { name: "Approve" }).click();
  expect(await appears(paused.getByText("You approved this"))).toBe(true);
  expect(await paused.getByRole("button", { name: "Approve" }).count()).toBe(0);
  expect((await call(client, "offer_status", { offer: first.data["offer"] })).data["state"]).toBe("done");
  await keepBothWidths(page, "offer-approved");

  const second = await call(client, "services_create", { name: "staging", preset: "small staging" });
  const created = message(page, "Create a service");
  await created.getByRole("button", { name: "Deny" }).waitFor();
  await keepBothWidths(page, "offer-service");
  await created.getByRole("button", { name: "Deny" }).click();
  expect(await appears(created.getByText("You denied this"))).toBe(true);
  expect((await call(client, "offer_status", { offer: second.data["offer"] })).data["state"]).toBe("denied");
  expect(await environment.received("POST")).toEqual([]);
  await keepBothWidths(page, "offer-denied");
});
