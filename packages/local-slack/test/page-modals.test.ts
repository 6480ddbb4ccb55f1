import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../../../test/support/browser.ts";
import { openWindow } from "../../../test/support/slack-window.ts";
import { input, lastValues, open, option, options, plain } from "./page-form.ts";
import { buttonBlock, modalView, textInput, tinyApp, type Answer } from "./tiny-app.ts";

const browser = useBrowser();

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby") ?? "");

test("a form can be filled in and submitted by keyboard alone", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [
    textInput("name"),
    input("provider", "static_select", { options: options("AWS", "Azure", "GCP") }),
    input("size", "number_input", { is_decimal_allowed: false }),
  ]);
  for (const key of ["name:Orders", "Tab", "ArrowDown", "ArrowDown", "Enter", "Tab", "size:3", "Enter"]) {
    const [, typed] = key.split(":");
    await (typed === undefined ? ada.page.keyboard.press(key) : ada.page.keyboard.type(typed));
  }
  expect(await lastValues(app, "view_submission")).toEqual({
    name: { name: { type: "plain_text_input", value: "Orders" } },
    provider: { provider: { type: "static_select", selected_option: option("Azure") } },
    size: { size: { type: "number_input", value: "3" } },
  });
  await ada.page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the focus stays in a modal, and returns to the composer when the modal closes", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [textInput("name")]);
  const first = await focused(ada.page);
  expect(first).not.toBe("");
  const inside = () => ada.page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  for (const key of ["Tab", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
    await ada.page.keyboard.press(key);
    expect(await inside()).toBe(true);
  }
  await ada.page.keyboard.press("Escape");
  await ada.page.getByRole("dialog").waitFor({ state: "detached" });
  await ada.page.keyboard.type("typed after");
  const composer = ada.page.getByRole("textbox", { name: "Message #databases" });
  await expect.poll(() => composer.inputValue()).toBe("typed after");
});

test("every input sends its state in Slack's shape", async () => {
  await using app = await tinyApp(
    ({ kind }) =>
      kind === "block_suggestion" ? { json: { options: options("Orders", "Users") } } : undefined,
    { page: true },
  );
  await using ada = await openWindow(browser, app.slack);
  const { page } = ada;
  await open(app, page, [
    input("lines", "plain_text_input", { multiline: true }),
    input("share", "number_input", { is_decimal_allowed: true }),
    input("mail", "email_text_input"),
    input("link", "url_text_input"),
    input("region", "static_select", {
      option_groups: [
        { label: plain("Europe"), options: options("Frankfurt", "Dublin") },
        { label: plain("America"), options: options("Oregon") },
      ],
    }),
    input("copy", "external_select", { min_query_length: 1 }),
    input("rules", "multi_static_select", { options: options("HIPAA", "PCI") }),
    input("owner", "users_select"),
    input("watchers", "multi_users_select"),
    input("room", "channels_select"),
    input("talk", "conversations_select"),
    input("day", "datepicker", { initial_date: "2026-11-20" }),
    input("hour", "timepicker"),
    input("moment", "datetimepicker"),
    input("boxes", "checkboxes", { options: options("Left", "Right") }),
    input("speed", "radio_buttons", { options: options("Fast", "Slow") }),
    input("rich", "rich_text_input"),
  ]);
  const choose = async (label: string, name: string, typed = "") => {
    await page.getByLabel(label).click();
    if (typed !== "") await page.keyboard.type(typed);
    await page.getByRole("option", { name }).click();
  };
  await page.getByLabel("lines").fill("one\ntwo");
  await page.getByLabel("share").fill("1.5");
  await page.getByLabel("mail").fill("ada@acme.example");
  await page.getByLabel("link").fill("https://acme.example");
  await choose("region", "Oregon", "ore");
  await choose("copy", "Users", "us");
  await choose("rules", "HIPAA");
  await page.getByRole("option", { name: "PCI" }).click();
  await page.keyboard.press("Escape");
  await choose("owner", "Sam Rivera");
  await choose("watchers", "Noor Haddad", "noor");
  await page.keyboard.press("Escape");
  await choose("room", "#incidents");
  await choose("talk", "#general");
  await page.getByLabel("hour").fill("08:30");
  await page.getByLabel("moment").fill("2026-11-20T02:00");
  await page.getByLabel("Right").check();
  await page.getByLabel("Slow").check();
  await page.getByLabel("rich").fill("rich words");
  await page.getByRole("button", { name: "Send" }).click();

  const section = { type: "rich_text_section", elements: [{ type: "text", text: "rich words" }] };
  expect(await lastValues(app, "view_submission")).toEqual({
    lines: { lines: { type: "plain_text_input", value: "one\ntwo" } },
    share: { share: { type: "number_input", value: "1.5" } },
    mail: { mail: { type: "email_text_input", value: "ada@acme.example" } },
    link: { link: { type: "url_text_input", value: "https://acme.example" } },
    region: { region: { type: "static_select", selected_option: option("Oregon") } },
    copy: { copy: { type: "external_select", selected_option: option("Users") } },
    rules: { rules: { type: "multi_static_select", selected_options: options("HIPAA", "PCI") } },
    owner: { owner: { type: "users_select", selected_user: "U0SAMRIV01" } },
    watchers: { watchers: { type: "multi_users_select", selected_users: ["U0NOORHAD1"] } },
    room: { room: { type: "channels_select", selected_channel: "C0INCIDEN1" } },
    talk: { talk: { type: "conversations_select", selected_conversation: "C0GENERAL1" } },
    day: { day: { type: "datepicker", selected_date: "2026-11-20" } },
    hour: { hour: { type: "timepicker", selected_time: "08:30" } },
    // 2 o'clock in Ada's Los Angeles is 10:00 UTC.
    moment: { moment: { type: "datetimepicker", selected_date_time: 1_795_168_800 } },
    boxes: { boxes: { type: "checkboxes", selected_options: [option("Right")] } },
    speed: { speed: { type: "radio_buttons", selected_option: option("Slow") } },
    rich: { rich: { type: "rich_text_input", rich_text_value: { type: "rich_text", elements: [section] } } },
  });
});

test("an empty required field is refused before the app gets the form, and gets the focus", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [
    textInput("notes", {}, { optional: true }),
    textInput("name"),
    input("size", "number_input", {
      is_decimal_allowed: false,
      min_value: "1",
      max_value: "20",
    }),
  ]);
  await ada.page.getByLabel("size").fill("30");
  await ada.page.getByRole("button", { name: "Send" }).click();
  await ada.page.getByText("Please complete this required field.").waitFor();
  expect(await ada.page.getByRole("alert").allTextContents()).toEqual([
    "Please complete this required field.",
    expect.stringContaining("20"),
  ]);
  const name = ada.page.getByLabel("name");
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(app.received).toEqual([]);
});

test("the app's error appears under its field and describes it until the field is corrected", async () => {
  const refusal = { response_action: "errors", errors: { name: "That name is taken." } };
  await using app = await tinyApp(() => ({ json: refusal }), { page: true });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [textInput("name", {}, { hint: plain("Letters only") })]);
  const name = ada.page.getByLabel("name");
  await name.fill("Orders");
  await ada.page.keyboard.press("Enter");
  await ada.page.getByRole("alert").getByText("That name is taken.").waitFor();
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  const ids = (await name.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const described = await ada.page.evaluate(
    (ids) => ids.map((id) => document.getElementById(id)?.textContent),
    ids,
  );
  expect(described).toEqual(["Letters only", "That name is taken."]);
  await name.fill("Orders 2");
  await expect.poll(() => ada.page.getByText("That name is taken.").count()).toBe(0);
  await expect.poll(() => name.getAttribute("aria-invalid")).toBeNull();
});

test("an updated view keeps typed values; an input with a new block_id starts empty", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const view = await open(app, ada.page, [
    textInput("name"),
    textInput("region-aws", {}, { label: plain("Region") }),
  ]);
  await ada.page.getByLabel("name").fill("Orders");
  await ada.page.getByLabel("Region").fill("eu-west-1");
  const blocks = [
    textInput("name", { initial_value: "not this" }),
    textInput("region-gcp", { initial_value: "europe-west4" }, { label: plain("Region") }),
  ];
  await app.call("views.update", { view_id: view.id, view: modalView({ blocks, title: plain("Changed") }) });
  await ada.page.getByRole("dialog", { name: "Changed" }).waitFor();
  expect(await ada.page.getByLabel("name").inputValue()).toBe("Orders");
  expect(await ada.page.getByLabel("Region").inputValue()).toBe("europe-west4");
});

test("when a form replaces a loading view, its first field gets the focus", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const loading = [{ type: "section", text: plain("Loading…") }];
  const view = await open(app, ada.page, loading, { submit: undefined });
  await app.call("views.update", { view_id: view.id, view: modalView() });
  await ada.page.getByLabel("name").waitFor();
  await ada.page.keyboard.type("Orders");
  expect(await ada.page.getByLabel("name").inputValue()).toBe("Orders");
});

test("an external select asks the app when the person pauses, and reports an empty result", async () => {
  await using app = await tinyApp(
    ({ kind }) => (kind === "block_suggestion" ? { json: { options: [] } } : undefined),
    {
      page: true,
    },
  );
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [input("copy", "external_select", { min_query_length: 2 })]);
  await ada.page.getByLabel("copy").click();
  await ada.page.getByText("Type at least 2 characters to search").waitFor();
  // Typed at once, because a slow machine may pause between two keys.
  await ada.page.keyboard.insertText("orders");
  await ada.page.getByText("No results").waitFor();
  expect(app.received.map(({ payload }) => payload.value)).toEqual(["orders"]);
});

test("Escape closes an open list first and then the view; the view below keeps its values", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [textInput("name"), buttonBlock("more")]);
  await ada.page.getByLabel("name").fill("Orders");
  await ada.page.getByRole("button", { name: "more" }).click();
  await expect.poll(() => app.received.length).toBe(1);
  const pushed = modalView({
    title: plain("Details"),
    blocks: [input("provider", "static_select", { options: options("AWS") })],
  });
  await app.call("views.push", { trigger_id: app.trigger(), view: pushed });
  const details = ada.page.getByRole("dialog", { name: "Details" });
  await details.getByLabel("provider").click();
  await ada.page.keyboard.press("Escape");
  await expect.poll(() => ada.page.getByRole("option").count()).toBe(0);
  await details.getByRole("button", { name: "Back" }).waitFor();
  await ada.page.keyboard.press("Escape");
  await ada.page.getByRole("dialog", { name: "Form" }).waitFor();
  await expect.poll(() => details.count()).toBe(0);
  expect(await ada.page.getByLabel("name").inputValue()).toBe("Orders");
  await ada.page.keyboard.press("Escape");
  await ada.page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a slow submission shows that it is busy, and is sent once", async () => {
  const waiting: { finish: (answer: Answer) => void }[] = [];
  const slowly = () => new Promise<Answer>((finish) => waiting.push({ finish }));
  await using app = await tinyApp(({ kind }) => (kind === "view_submission" ? slowly() : undefined), {
    page: true,
  });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [textInput("name")]);
  await ada.page.keyboard.type("Orders");
  await ada.page.keyboard.press("Enter");
  const send = ada.page.getByRole("button", { name: "Send" });
  await expect.poll(() => send.getAttribute("aria-busy")).toBe("true");
  await ada.page.keyboard.press("Enter");
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.finish(undefined);
  await ada.page.getByRole("dialog").waitFor({ state: "detached" });
  expect(app.received.map(({ kind }) => kind)).toEqual(["view_submission"]);
});

test("if the app does not respond, the modal shows Slack's message and keeps the typed values", async () => {
  await using app = await tinyApp(({ kind }) => (kind === "view_submission" ? "never" : undefined), {
    page: true,
    commandTimeoutMs: 300,
  });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [textInput("name")]);
  await ada.page.keyboard.type("Orders");
  await ada.page.keyboard.press("Enter");
  await ada.page.getByRole("alert").getByText("We had some trouble connecting. Try again?").waitFor();
  expect(await ada.page.getByLabel("name").inputValue()).toBe("Orders");
});

test("an optional choice can be cleared", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const choices = { options: options("AWS", "GCP"), initial_option: option("GCP") };
  await open(app, ada.page, [input("provider", "static_select", choices, { optional: true })]);
  expect(await ada.page.getByLabel("provider").inputValue()).toBe("GCP");
  await ada.page.getByRole("button", { name: "Clear selection" }).click();
  await ada.page.getByRole("button", { name: "Send" }).click();
  expect(await lastValues(app, "view_submission")).toMatchObject({
    provider: { provider: { selected_option: null } },
  });
});
