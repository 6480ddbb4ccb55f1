import { join } from "node:path";
import { type Browser, type Locator, type Page, chromium } from "playwright-core";
import { choose, dialog } from "../support/form-page.ts";
import { browserPath } from "../support/installed.ts";
import { copyProject } from "./shell.ts";

/** Takes the README's pictures of the running demo. Install a font with emoji first, such as Noto Color Emoji. */
await using copy = await copyProject();
await using demo = await copy.serve("npm ci && npm run demo", /Quartermaster is ready/);
const [, slackUrl = ""] = /Open (http:\S+)/.exec(demo.output()) ?? [];

const executablePath = browserPath();
if (executablePath === undefined) throw new Error("No Chromium, Chrome or Edge is installed.");
const browser: Browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

// The ids of the local Slack's seed.
const ada = "U0ADAPARK1";
const sam = "U0SAMRIV01";

async function open(user: string, channel: string, height: number, width = 1120): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1 });
  const page = await context.newPage();
  await page.goto(`${slackUrl}/?user=${user}&channel=${channel}`);
  await page.getByRole("log").waitFor();
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message #/ }).fill(text);
  await page.keyboard.press("Enter");
}

function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

/** Waits until every picture in the page has loaded. */
async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
}

async function keep(target: Page | Locator, name: string): Promise<void> {
  await target.screenshot({ path: join(import.meta.dirname, "../../.github", `${name}.png`) });
}

async function costs(): Promise<void> {
  const page = await open(ada, "C0DATABAS1", 1400);
  await say(page, "/db costs last 31 days");
  const answer = message(page, "What changed most");
  await answer.getByRole("img").first().waitFor();
  await loaded(page);
  await keep(answer, "costs");
}

async function alert(): Promise<void> {
  const page = await open(sam, "C0ALERTS01", 1000);
  const firing = message(page, "checkout");
  await firing.getByRole("button", { name: "Acknowledge" }).click();
  await firing.getByText(/Acknowledged by/).waitFor();
  await keep(firing, "alert");
}

async function conversation(): Promise<void> {
  const page = await open(ada, "C0DATABAS1", 1240, 1280);
  await say(page, "/db costs");
  await message(page, "What changed most").getByRole("img").first().waitFor();
  await say(page, "/db create web staging");
  const form = dialog(page, "Create a service");
  await choose(form, { Region: "eu-west-1" });
  const create = form.getByRole("button", { name: "Create", exact: true });
  if (!(await create.isVisible())) await form.getByRole("button", { name: "Skip to review" }).click();
  await create.click();
  await dialog(page, "Created").waitFor();
  await page.keyboard.press("Escape");
  await message(page, /web staging.*running/s).waitFor();
  await loaded(page);
  await page.getByRole("log").evaluate((log) => log.scrollTo(0, log.scrollHeight));
  await keep(page, "page");
}

for (const take of [costs, alert, conversation]) await take();
await browser.close();
