import { afterAll, beforeAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { calling, startFakeModel } from "../support/fake-model.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, goToMessages, openWindow } from "../support/slack-window.ts";

const endpoint = await startFakeModel();
afterAll(() => endpoint.close());

const environment = useTestEnvironment({
  page: true,
  startsAt: "2026-11-25T10:00:00Z",
  environment: () => ({ LLM_URL: endpoint.url, LLM_MODEL: "small" }),
});
const browser = useBrowser();

beforeAll(() => endpoint.answers(calling()));

test("in a thread, a follow-up is about the same thing, and a reading can be taken back", async () => {
  const { ada, slack } = environment;
  await ada.say("databases", "The bill looks high to me");
  await ada.waitForMessage("databases", "The bill looks high");
  await using window = await openWindow(browser, slack);
  const { page } = window;
  const message = page.getByRole("article").filter({ hasText: "The bill looks high" });
  await message.hover();
  await message.getByRole("button", { name: "Actions for this message" }).click();
  await page.getByRole("menuitem", { name: "Reply in thread" }).click();
  const thread = page.getByRole("complementary", { name: "Thread" });
  const reply = thread.getByRole("textbox", { name: "Reply" });

  async function ask(question: string, understood: string) {
    await reply.fill(`@Quartermaster ${question}`);
    await page.keyboard.press("Enter");
    const answer = thread.getByRole("article").filter({ hasText: understood }).last();
    expect(await appears(answer.getByText("Only visible to you"))).toBe(true);
    return answer;
  }

  const first = await ask("what did we spend last week?", "Costs, 16 to 22 Nov 2026");
  const followUp = await ask("and last month?", "Costs, October 2026");
  await keepBothWidths(page, "ask-question", first);
  await keepBothWidths(page, "ask-follow-up", followUp);

  await followUp.getByRole("button", { name: "Not this" }).click();
  const again = thread
    .getByRole("article")
    .filter({ hasText: /OK\. (?:What did you mean|Say it in other words)/ });
  await again.waitFor();
  await keepBothWidths(page, "ask-not-this", again);
});

test("what a model read is marked as such, and a change that it read only asks", async () => {
  const { ada, slack } = environment;
  await using window = await openWindow(browser, slack);
  const { page } = window;
  await goToMessages(page);
  endpoint.answers(calling(["costs_show", { range: "last week" }]));
  await ada.say("direct", "good morning, dear machine");
  const read = page.getByRole("article").filter({ hasText: "A model read your sentence." }).last();
  await read.waitFor();
  await keepBothWidths(page, "ask-model", read);
  expect(await page.getByText("I ran it for you!").count()).toBe(0);

  endpoint.answers(calling(["services_create", { name: "lunch" }]));
  await ada.say("direct", "the kitchen is hungry, dear machine");
  await page.getByRole("button", { name: "Open it" }).waitFor();
  await keepBothWidths(page, "ask-model-change");
});
