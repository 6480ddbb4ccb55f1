import { expect } from "vitest";
import { z } from "zod";
import { product } from "../../src/app/features.ts";
import type { AppContext } from "../../src/app/context.ts";
import type { EntryArguments } from "../../src/platform/commands/entry.ts";
import type { Asker } from "../../src/platform/access/asker.ts";
import { exactLine } from "../../src/platform/commands/read.ts";
import type { TestEnvironment } from "./environment.ts";

interface Caller {
  context: AppContext;
  asker: Asker;
}

/** Who reads: Ada, in a workspace of an app that runs in this process. */
export function callerIn({ app, slack }: Pick<TestEnvironment, "app" | "slack">): Caller {
  const ada = slack.users.find((user) => user.name === "Ada Park");
  const context = app.contextOf?.(slack.teamId);
  if (!context || !ada) throw new Error("The app runs in another process.");
  return { context, asker: { workspaceId: slack.teamId, userId: ada.id } };
}

/** Calls a read as a program does. Returns its data, which fits the entry's result and has nothing else. */
export async function dataOf(
  { context, asker }: Caller,
  name: string,
  args: EntryArguments = {},
): Promise<Record<string, unknown>> {
  const entry = product.commands.flatMap(({ entries }) => entries).find((each) => each.name === name);
  if (!entry?.result) throw new Error(`${name} gives no data.`);
  const reading = product.readCommand(exactLine(entry.line(args)));
  if ("reply" in reading) throw new Error(reading.reply.text);
  expect(reading.entry.name).toBe(name);
  const found = await reading.run(context, asker, { progress: async () => undefined });
  if (!("data" in found)) throw new Error(`${name} only draws.`);
  const sent: unknown = JSON.parse(JSON.stringify(await found.data()));
  const read = entry.result.parse(sent);
  expect(read).toEqual(sent);
  // Slack's mrkdwn is for people.
  expect(JSON.stringify(sent)).not.toMatch(/<[!@#]|&(?:amp|lt|gt);|:[a-z_]+:\s/);
  // The next page is asked for in the same way.
  if (read["next"] !== undefined) entry.line(z.record(z.string(), z.unknown()).parse(read["next"]));
  return read;
}
