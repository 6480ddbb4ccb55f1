import type { ObservabilityContext } from "../context.ts";
import { z } from "zod";
import { formatDocumented } from "../documented.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { sourcesReply } from "./sources-reply.ts";
import { command } from "../../../platform/commands/command.ts";
import { chooseTargetReply, targetIn } from "../target.ts";

/** The words after `sources`: the place, and from which source on; buttons name a place that no such words can be read in. */
const Args = z.string().transform((text) => {
  const words = text.trim();
  const [, first, target] = /^from (\d{1,6})(?:\s+(.*))?$/i.exec(words) ?? [];
  return first === undefined ? { first: 1, target: words } : { first: Number(first), target: target ?? "" };
});

/** `/db sources`: what the dashboards and alerts of a place can count. */
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

  async run({ first, target: words }, context: ObservabilityContext) {
    const target = await targetIn(words, context);
    if (!target) return chooseTargetReply("sources", context);
    const { readable, unreadable } = await observabilityClientOf(target, context).surveySources();
    return sourcesReply(target, readable, first, unreadable);
  },
});
