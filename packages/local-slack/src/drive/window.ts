import type { Page } from "playwright-core";
import type { LocalSlack } from "../server.ts";

/** A person's window of the local Slack in a browser. */
export interface SlackWindow {
  readonly page: Page;
  /** The hosts that the page sent requests to. */
  readonly hosts: ReadonlySet<string>;
  /** What went wrong in the page so far. */
  readonly errors: readonly string[];
}

/** Opens the page of a local Slack as a person in a channel, both by name, and waits until it shows the channel. */
export async function openWindow(
  page: Page,
  { url, users, channels }: Pick<LocalSlack, "url" | "users" | "channels">,
  { user, channel }: { user: string; channel: string },
): Promise<SlackWindow> {
  const errors: string[] = [];
  const hosts = new Set<string>();
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const query = new URLSearchParams({ user: idOf(users, user), channel: idOf(channels, channel) });
  await page.goto(`${url}/?${query.toString()}`);
  await page.getByRole("log").waitFor();
  return { page, hosts, errors };
}

function idOf(named: readonly { id: string; name: string }[], name: string): string {
  const found = named.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no "${name}".`);
  return found.id;
}
