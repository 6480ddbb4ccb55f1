import type { Locator, Page } from "playwright-core";
import { say } from "../support/form-page.ts";
import { channels, loaded, message, pathOf, people, startDemoPages } from "./demo-pages.ts";

/** Takes the pictures of the README and the docs that don't move. */
await using demo = await startDemoPages();

async function keep(target: Page | Locator, name: string): Promise<void> {
  await target.screenshot({ path: pathOf(`${name}.png`) });
}

async function costs(): Promise<void> {
  const page = await demo.open(
    { user: people.ada, channel: channels.databases },
    { width: 1120, height: 1400 },
  );
  await say(page, "/db costs last 31 days");
  const answer = message(page, "What changed most");
  await answer.getByRole("img").first().waitFor();
  await loaded(page);
  await keep(answer, "costs");
}

async function alert(): Promise<void> {
  const page = await demo.open({ user: people.sam, channel: channels.alerts }, { width: 1120, height: 1000 });
  const firing = message(page, "checkout");
  await firing.getByRole("button", { name: "Acknowledge" }).click();
  await firing.getByText(/Acknowledged by/).waitFor();
  await keep(firing, "alert");
}

for (const take of [costs, alert]) await take();
