import type { ObservabilityContext } from "../context.ts";
import { z } from "zod";
import { formatDocumented } from "../documented.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { sourcesReply } from "./reply.ts";
import { command } from "../../../platform/commands/command.ts";
import { onTarget } from "../target.ts";

/** The words after `sources`: the target, and from which source on. */
const Args = z.string().transform((text) => {
  const words = text.trim();
  const [, first, target] = /^from (\d{1,6})(?:\s+(.*))?$/i.exec(words) ?? [];
  return first === undefined ? { first: 1, target: words } : { first: Number(first), target: target ?? "" };
});

/** `/db sources`: what the dashboards and alerts of a target can count. */
export const sources = command({
  name: "sources",
  summary: "Lists the data sources that dashboards and alerts read.",
  usage: "[<service>]",
  examples: ["/db sources", "/db sources orders prod"],
  details: [
    "• Name a service as `/db services` shows it, or a stand-alone observability server by its connection; where there is only one of them, you need not.",
    "• Each source is shown with what the server says of it; what may be a secret is hidden.",
    `• ${formatDocumented("sources")}`,
  ].join("\n"),
  args: Args,
  access: "viewer",
  run: ({ first, target: words }, context: ObservabilityContext) =>
    onTarget("sources", words, context, async (target) => {
      const { readable, unreadable } = await observabilityClientOf(target, context).sources.survey();
      return sourcesReply(target, readable, first, unreadable);
    }),
});
