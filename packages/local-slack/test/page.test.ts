import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { jsonObjects } from "../src/json.ts";
import { useBrowser } from "../../../test/support/browser.ts";
import { appears, openWindow } from "../../../test/support/slack-window.ts";
import { asObject, channelId, tinyApp, type TinyApp } from "./tiny-app.ts";

const browser = useBrowser();

const plain = (text: string) => ({ type: "plain_text", text });
const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
const option = (name: string) => ({ text: plain(name), value: name.toLowerCase() });

/** The app posts something in #databases. */
async function post(
  { slack, call }: TinyApp,
  message: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await call("chat.postMessage", {
    channel: channelId(slack, "databases"),
    text: "text",
    ...message,
  });
  expect(answer).toMatchObject({ ok: true });
  return answer;
}

const placeholder = (text: string) => ({ placeholder: plain(text) });
const wideRow = (text: string) =>
  Array.from({ length: 18 }, (_, column) => ({ type: "raw_text", text: `${text} number ${column}` }));
const words = (text: string) => ({ type: "rich_text_section", elements: [{ type: "text", text }] });
const section = (text: string) => ({ type: "section", text: mrkdwn(text) });
const colored = (text: string) => ({
  text: "",
  attachments: [{ color: "#d1242f", blocks: [section(text)] }],
});
const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`).join("\n");
const actions = (...elements: Record<string, unknown>[]) => ({ type: "actions", block_id: "row", elements });

const toEnd = (list: Locator) =>
  list.evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));

const scrollToTop = (list: Locator) =>
  list.evaluate((log) => {
    log.scrollTo(0, 0);
    // The page gets the event before the next frame.
    return new Promise(requestAnimationFrame);
  });

/** The last action that the app received. */
async function lastAction({ received }: TinyApp): Promise<unknown> {
  await expect.poll(() => received.at(-1)?.kind).toBe("block_actions");
  const [action] = jsonObjects(received.pop()?.payload.actions);
  return action;
}

test("messages arrive without a reload, with times in the reader's time zone", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await using noor = await openWindow(browser, app.slack, { user: "Noor Haddad" });
  await post(app, { blocks: [section("Backed up <!date^1795168800^{date_short} {time}|then>")] });
  expect(await appears(ada.page.getByText("Backed up Nov 20, 2026 2:00 AM"))).toBe(true);
  expect(await appears(noor.page.getByText("Backed up Nov 20, 2026 2:00 PM"))).toBe(true);
});

test("the page sends requests to its own server only", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await post(app, { text: "see <https://elsewhere.example/page>" });
  await ada.page.getByText("https://elsewhere.example/page").waitFor();
  expect([...ada.hosts]).toEqual([new URL(app.slack.url).host]);
});

test("the page is titled after the workspace", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  expect(await ada.page.title()).toBe("Acme · local Slack");
});

test("mrkdwn is styled and never becomes HTML", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await post(app, { text: "*bold* <b>not html</b> &lt;img src=x onerror=alert(1)&gt;" });
  const body = ada.page.getByRole("article").last();
  await body.getByText("bold", { exact: true }).waitFor();
  expect(await body.locator("strong").allTextContents()).toEqual(["bold"]);
  expect(await body.locator("img, b").count()).toBe(0);
  expect(await body.textContent()).toContain("<b>not html</b> <img src=x onerror=alert(1)>");
});

test("a table keeps its columns' alignment, and a wide one scrolls on its own", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await post(app, {
    blocks: [
      { type: "table", rows: [wideRow("Head"), wideRow("Cell")], column_settings: [{}, { align: "right" }] },
    ],
  });
  const table = ada.page.getByRole("table");
  await table.waitFor();
  expect(await table.getByRole("columnheader").count()).toBe(18);
  await expect(
    table
      .getByRole("cell")
      .nth(1)
      .evaluate((cell) => getComputedStyle(cell).textAlign),
  ).resolves.toBe("right");
  const region = ada.page.getByRole("region", { name: "Table" });
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  expect(await ada.page.evaluate(() => document.body.scrollWidth)).toBe(1280);
});

test("rich text is drawn with its styles and lists", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const list = { type: "rich_text_list", style: "bullet", elements: [words("one"), words("two")] };
  await post(app, { blocks: [{ type: "rich_text", elements: [words("Two things:"), list] }] });
  const message = ada.page.getByRole("article").last();
  await message.getByText("Two things:").waitFor();
  expect(await message.getByRole("listitem").allTextContents()).toEqual(["one", "two"]);
});

test("the list follows new messages at its end, and does not move if the person has scrolled up", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const list = ada.page.getByRole("log");
  await post(app, { blocks: [section(lines(20))] });
  await post(app, { blocks: [section(lines(25))] });
  await ada.page.getByText("line 24").waitFor();
  await expect.poll(() => toEnd(list)).toBe(0);
  await ada.page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(() => toEnd(list)).toBe(0);
  await scrollToTop(list);
  await post(app, { text: "a later one" });
  await ada.page.getByText("a later one").waitFor();
  expect(await list.evaluate((log) => log.scrollTop)).toBe(0);
});

test("a message taller than the window is shown from its beginning, and the list follows the next one", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const list = ada.page.getByRole("log");
  await post(app, { blocks: [section(lines(20))] });
  await post(app, { text: "tall", blocks: [section(lines(60))] });
  await ada.page.getByText("line 59").waitFor();
  const fromTop = () =>
    list.evaluate((log) => {
      const last = [...log.querySelectorAll("article")].at(-1);
      return Math.round((last?.getBoundingClientRect().top ?? NaN) - log.getBoundingClientRect().top);
    });
  await expect.poll(fromTop).toBe(0);
  await post(app, { text: "short" });
  await ada.page.getByText("short").waitFor();
  await expect.poll(() => toEnd(list)).toBe(0);
});

test("after sending something, a person sees the end of the channel and the reply", async () => {
  await using app = await tinyApp(() => ({ text: "Here you are" }), { page: true });
  await using ada = await openWindow(browser, app.slack);
  const list = ada.page.getByRole("log");
  await post(app, { blocks: [section(lines(60))] });
  await ada.page.getByText("line 59").waitFor();
  await scrollToTop(list);
  await ada.page.keyboard.type("/app help ");
  await ada.page.keyboard.press("Enter");
  await ada.page.getByText("Here you are").waitFor();
  await expect.poll(() => toEnd(list)).toBe(0);
});

test("a person who opens a channel can type at once", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const focused = () => ada.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toBe("Message #databases");
  await ada.page.getByRole("button", { name: "incidents" }).click();
  await expect.poll(focused).toBe("Message #incidents");
});

test("on a phone, the messages use the whole width", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await ada.page.setViewportSize({ width: 390, height: 800 });
  const width = () => ada.page.getByRole("log").evaluate((log) => log.clientWidth);
  await expect.poll(width).toBe(390);
  expect(await ada.page.evaluate(() => document.body.scrollWidth)).toBe(390);
});

test("on a phone, a menu lists every conversation without sideways scrolling, and closes at a choice", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await ada.page.setViewportSize({ width: 390, height: 800 });
  const home = ada.page.getByRole("button", { name: "App", exact: true });
  expect(await home.isVisible()).toBe(false);
  await ada.page.getByRole("button", { name: "Menu" }).click();
  const { x = 0, width = 0 } = (await home.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(390);
  await home.click();
  await expect.poll(() => home.isVisible()).toBe(false);
});

test("a click on a button in an attachment or a container reaches the app", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const row = (name: string) => ({
    type: "actions",
    elements: [{ type: "button", action_id: name, text: plain(name) }],
  });
  await post(app, {
    blocks: [{ type: "container", title: plain("Frame"), child_blocks: [row("framed")] }],
    attachments: [{ color: "#c4163f", blocks: [row("attached")] }],
  });
  for (const name of ["framed", "attached"]) {
    await ada.page.getByRole("button", { name }).click();
    expect(await lastAction(app)).toMatchObject({ action_id: name, block_id: expect.any(String) });
  }
});

test("a button asks for confirmation first, and the app gets the click only after it", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const confirm = {
    title: plain("Delete it?"),
    text: plain("It cannot be brought back."),
    confirm: plain("Yes, delete"),
    deny: plain("Keep it"),
    style: "danger",
  };
  await post(app, {
    blocks: [actions({ type: "button", action_id: "delete", text: plain("Delete"), value: "b1", confirm })],
  });
  const button = ada.page.getByRole("button", { name: "Delete" });
  await button.click();
  await ada.page.getByRole("alertdialog").waitFor();
  expect(await ada.page.locator(".button[aria-busy=true]").count()).toBe(0);
  await ada.page
    .getByRole("alertdialog", { name: "Delete it?" })
    .getByRole("button", { name: "Keep it" })
    .click();
  await button.click();
  await ada.page.getByRole("button", { name: "Yes, delete" }).click();
  expect(await lastAction(app)).toMatchObject({
    type: "button",
    action_id: "delete",
    value: "b1",
    block_id: "row",
  });
  expect(app.received).toEqual([]);
});

test("every interactive element of a message sends the app its choice in Slack's shape", async () => {
  await using app = await tinyApp(
    ({ kind }) =>
      kind === "block_suggestion" ? { json: { options: [option("Orders"), option("Users")] } } : undefined,
    { page: true },
  );
  await using ada = await openWindow(browser, app.slack);
  await post(app, {
    blocks: [
      actions(
        {
          type: "static_select",
          action_id: "static",
          ...placeholder("Pick"),
          options: [option("One"), option("Two")],
        },
        { type: "external_select", action_id: "external", ...placeholder("Find"), min_query_length: 1 },
        { type: "users_select", action_id: "user", ...placeholder("Who") },
        { type: "channels_select", action_id: "channel", ...placeholder("Where") },
        { type: "overflow", action_id: "menu", options: [option("Rename"), option("Forget")] },
        { type: "datepicker", action_id: "day", ...placeholder("Day") },
        { type: "checkboxes", action_id: "boxes", options: [option("Left"), option("Right")] },
        { type: "radio_buttons", action_id: "radio", options: [option("Fast"), option("Slow")] },
      ),
    ],
  });
  const { page } = ada;
  const pick = async (label: string, choice: string, typed = "") => {
    await page.getByLabel(label).click();
    if (typed !== "") await page.keyboard.type(typed);
    await page.getByRole("option", { name: choice }).click();
  };

  await pick("Pick", "Two");
  expect(await lastAction(app)).toMatchObject({ type: "static_select", selected_option: option("Two") });
  await pick("Find", "Users", "us");
  expect(await lastAction(app)).toMatchObject({ type: "external_select", selected_option: option("Users") });
  expect(app.received.pop()).toMatchObject({
    kind: "block_suggestion",
    payload: { value: "us", action_id: "external" },
  });
  await pick("Who", "Sam Rivera");
  expect(await lastAction(app)).toMatchObject({ type: "users_select", selected_user: "U0SAMRIV01" });
  await pick("Where", "#incidents");
  expect(await lastAction(app)).toMatchObject({ selected_channel: channelId(app.slack, "incidents") });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Forget" }).click();
  expect(await lastAction(app)).toMatchObject({ type: "overflow", selected_option: option("Forget") });
  await page.getByLabel("Day").fill("2026-12-01");
  expect(await lastAction(app)).toMatchObject({ type: "datepicker", selected_date: "2026-12-01" });
  await page.getByLabel("Right").check();
  expect(await lastAction(app)).toMatchObject({ type: "checkboxes", selected_options: [option("Right")] });
  await page.getByLabel("Fast").check();
  expect(await lastAction(app)).toMatchObject({ type: "radio_buttons", selected_option: option("Fast") });
  expect(await page.getByLabel("Pick").inputValue()).toBe("Two");
});

test("an ephemeral reply is marked as such, and only its person sees it", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await using sam = await openWindow(browser, app.slack, { user: "Sam Rivera" });
  await app.call("chat.postEphemeral", {
    channel: channelId(app.slack, "databases"),
    user: app.ada.id,
    text: "psst",
  });
  await post(app, { text: "for everyone" });
  await ada.page.getByRole("article").filter({ hasText: "psst" }).getByText("Only visible to you").waitFor();
  await sam.page.getByText("for everyone").waitFor();
  expect(await sam.page.getByText("psst").count()).toBe(0);
});

test("Slack itself reports that an app does not acknowledge a command", async () => {
  await using app = await tinyApp(() => "never", { page: true, commandTimeoutMs: 50 });
  await using ada = await openWindow(browser, app.slack);
  await ada.page.getByRole("textbox", { name: "Message #databases" }).fill("/app help");
  await ada.page.keyboard.press("Enter");
  expect(
    await appears(
      ada.page.getByRole("article", { name: "Message from Slackbot" }).getByText("Only visible to you"),
    ),
  ).toBe(true);
});

test("a thread opens beside the channel and accepts replies there", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const { ts } = await post(app, { text: "the root" });
  await post(app, { text: "first reply", thread_ts: ts });
  await post(app, { text: "second reply", thread_ts: ts });
  const list = ada.page.getByRole("log", { name: "Messages in #databases" });
  await list.getByRole("button", { name: "2 replies" }).click();
  expect(await list.getByText("first reply").count()).toBe(0);
  const thread = ada.page.getByRole("complementary", { name: "Thread" });
  await thread.getByText("second reply").waitFor();
  // The message and the first reply show their sender. The second reply has the same one.
  expect(await thread.locator(".message-sender").count()).toBe(2);
  await thread.getByRole("textbox", { name: "Reply" }).fill("third reply");
  await ada.page.keyboard.press("Enter");
  await thread.getByRole("article", { name: "Message from Ada Park" }).getByText("third reply").waitFor();
  await list.getByRole("button", { name: "3 replies" }).waitFor();
  await ada.page.keyboard.press("Escape");
  await expect.poll(() => thread.count()).toBe(0);
});

test("an updated message changes in place and is marked as edited", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const { ts, channel } = await post(app, { text: "provisioning" });
  await ada.page.getByText("provisioning").waitFor();
  await app.call("chat.update", { channel, ts, text: "running" });
  await ada.page.getByRole("article").filter({ hasText: "running" }).getByText("(edited)").waitFor();
  await expect.poll(() => ada.page.getByText("provisioning").count()).toBe(0);
});

test("typing / lists the commands with their descriptions; arrows, Tab and Enter complete them", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const composer = ada.page.getByRole("textbox", { name: "Message #databases" });
  await composer.fill("/");
  const offered = ada.page.getByRole("listbox", { name: "Slash commands" }).getByRole("option");
  await expect.poll(async () => (await offered.allTextContents())[0]).toMatch(/^\/app .+/);
  await ada.page.keyboard.press("ArrowDown");
  await ada.page.keyboard.press("ArrowUp");
  await ada.page.keyboard.press("Tab");
  await expect.poll(() => composer.inputValue()).toBe("/app ");
  await ada.page.keyboard.type("help");
  await ada.page.keyboard.press("Enter");
  await expect
    .poll(() => app.received.map(({ payload }) => [payload.command, payload.text]))
    .toEqual([["/app", "help"]]);
  await expect.poll(() => composer.inputValue()).toBe("");
});

test("Enter sends, and Shift and Enter begin a new line", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await ada.page.getByRole("textbox", { name: "Message #databases" }).click();
  await ada.page.keyboard.type("one");
  await ada.page.keyboard.press("Shift+Enter");
  await ada.page.keyboard.type("two");
  await ada.page.keyboard.press("Enter");
  const message = await app.ada.waitForMessage("databases", "two");
  expect(message.text).toBe("one\ntwo");
});

test("the Home tab is published for the person who opens it", async () => {
  await using app = await tinyApp(
    async ({ kind, payload }, { call }) => {
      const event = kind === "event_callback" ? asObject(payload.event) : {};
      if (event.type !== "app_home_opened") return undefined;
      await call("views.publish", {
        user_id: event.user,
        view: { type: "home", blocks: [section("Your services")] },
      });
      return undefined;
    },
    { page: true },
  );
  await using ada = await openWindow(browser, app.slack);
  await ada.page.getByRole("region", { name: "Apps" }).getByRole("button").click();
  expect(await appears(ada.page.getByText("Your services"))).toBe(true);
});

test("a window can switch to another person, with that person's channels", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await ada.page.getByRole("button", { name: "Acting as Ada Park" }).click();
  await ada.page.getByRole("menuitemradio", { name: "Sam Rivera" }).click();
  expect(await appears(ada.page.getByRole("button", { name: "Acting as Sam Rivera" }))).toBe(true);
  await ada.page.getByRole("textbox", { name: "Message #databases" }).fill("hello");
  await ada.page.keyboard.press("Enter");
  expect(await appears(ada.page.getByRole("article", { name: "Message from Sam Rivera" }))).toBe(true);
});

test("a link button opens its address, and the app gets the click too", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await post(app, {
    blocks: [
      actions({ type: "button", action_id: "docs", text: plain("Docs"), url: `${app.slack.url}/docs` }),
    ],
  });
  const [opened] = await Promise.all([
    ada.page.context().waitForEvent("page"),
    ada.page.getByRole("button", { name: "Docs" }).click(),
  ]);
  expect(opened.url()).toBe(`${app.slack.url}/docs`);
  expect(await lastAction(app)).toMatchObject({ type: "button", action_id: "docs" });
});

test("a link button with a confirmation opens nothing before it", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const confirm = {
    title: plain("Leave?"),
    text: plain("To the docs."),
    confirm: plain("Go"),
    deny: plain("Stay"),
  };
  const button = {
    type: "button",
    action_id: "docs",
    text: plain("Docs"),
    url: `${app.slack.url}/docs`,
    confirm,
  };
  await post(app, { blocks: [actions(button)] });
  await ada.page.getByRole("button", { name: "Docs" }).click();
  await ada.page.getByRole("button", { name: "Stay" }).click();
  expect(ada.page.context().pages()).toHaveLength(1);
  await ada.page.getByRole("button", { name: "Docs" }).click();
  const opening = ada.page.context().waitForEvent("page");
  await ada.page.getByRole("button", { name: "Go" }).click();
  expect((await opening).url()).toBe(`${app.slack.url}/docs`);
});

test("an action that the app refuses is reported at the bottom of the window", async () => {
  await using app = await tinyApp(({ kind }) => (kind === "block_actions" ? { status: 500 } : undefined), {
    page: true,
  });
  await using ada = await openWindow(browser, app.slack);
  await post(app, { blocks: [actions({ type: "button", action_id: "go", text: plain("Go") })] });
  await ada.page.getByRole("button", { name: "Go" }).click();
  expect(
    await appears(ada.page.getByRole("alert").getByText("We had some trouble connecting. Try again?")),
  ).toBe(true);
});

test("a long channel shows its latest hundred messages, earlier ones on request, and edits in place", async () => {
  await using app = await tinyApp(undefined, { page: true });
  const posted: Record<string, unknown>[] = [];
  for (let n = 1; n <= 150; n += 1) posted.push(await post(app, colored(`alert ${n}`)));
  await using ada = await openWindow(browser, app.slack);
  const messages = ada.page.getByRole("log").getByRole("article");
  await expect.poll(() => messages.count()).toBe(100);
  const { ts, channel } = posted.at(-2) ?? {};
  await app.call("chat.update", { channel, ts, ...colored("alert 149 is over") });
  expect(await appears(ada.page.getByText("alert 149 is over"))).toBe(true);
  await ada.page.getByRole("button", { name: "Show earlier messages" }).click();
  await expect.poll(() => messages.count()).toBe(151);
});
