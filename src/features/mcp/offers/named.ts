import { groupHandle, personName } from "../../../platform/access/present-names.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";

// A program may write <@U0123ABCD|any name>. Only Slack says who that is.

const label = /<([@#!][^<>|]*)\|[^<>]*>/g;

/** A text without the names that Slack's tokens in it give. */
export function unlabelled(text: string): string {
  return text.replaceAll(label, "<$1>");
}

/** The same of all texts in a value of JSON. */
export function withoutLabels(value: unknown): unknown {
  if (typeof value === "string") return unlabelled(value);
  if (Array.isArray(value)) return value.map(withoutLabels);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutLabels(each)]));
}

const person = /<@([UW][A-Z0-9]+)>/g;
const group = /<!subteam\^(S[A-Z0-9]+)>/g;

/** A line in mrkdwn for each person and user group in a command line: the name in Slack, and the id. */
export async function namedIn(line: string, { people }: Pick<McpContext, "people">): Promise<string[]> {
  const idsOf = (token: RegExp) => [...new Set([...line.matchAll(token)].map(([, id = ""]) => id))];
  return Promise.all([
    ...idsOf(person).map(async (id) => texts.isInSlack(id, await personName(id, people))),
    ...idsOf(group).map(async (id) => texts.isInSlack(id, await groupHandle(id, people))),
  ]);
}
