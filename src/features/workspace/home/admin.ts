import type { KnownBlock } from "@slack/types";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { header } from "../../../platform/blocks/text.ts";
import { listInWords, plural } from "../../../lib/text.ts";
import type { HomeFacts } from "./facts.ts";
import { type Offer, row } from "./offer.ts";

const mostBroken = 10;

/** What admins look after: who may do what, hooks, and ways that are broken. */
export function adminBlocks(facts: HomeFacts, offer: Offer): KnownBlock[] {
  if (facts.role !== "admin") return [];
  const { hooks, grants, deadLetters } = facts;
  const paused = hooks.filter((hook) => hook.paused).length;
  return [
    header("For admins"),
    ...packed([
      `*Access:* ${grants === 0 ? "nobody was given a role yet" : `${plural(grants, "role")} given`}.`,
      `*Hooks:* ${hooks.length === 0 ? "none yet" : hooks.length}${paused > 0 ? `, ${paused} of them paused` : ""}.`,
      ...brokenLines(facts),
    ]),
    ...row(
      offer("Access", "access"),
      offer("Hooks", "hook list"),
      offer("Connections", "connections"),
      offer("Approvals", "approvals"),
      offer("Audit log", "audit"),
      deadLetters > 0 ? offer("What could not be shown", "alerts dead") : [],
    ),
  ];
}

function brokenLines({ hooks, deadLetters }: HomeFacts): string[] {
  const broken = hooks.flatMap(({ name, unreachable = [], fallbackChannelId }) =>
    unreachable.length === 0
      ? []
      : [
          `:warning: The hook *${escapeName(name)}* cannot post ${listInWords(unreachable.map((channel) => placeInMrkdwn(channel)))}. ${fallbackChannelId ? "Its fallback takes over" : `Name another channel: ${code(`/db hook fallback ${name} #channel`)}`}.`,
        ],
  );
  return [
    ...(broken.length === 0 && deadLetters === 0 ? ["*Broken routes:* none."] : []),
    ...broken.slice(0, mostBroken),
    ...(broken.length > mostBroken ? [`and ${broken.length - mostBroken} more hooks like them`] : []),
    ...(deadLetters > 0
      ? [`:warning: ${plural(deadLetters, "alert")} could not be shown in Slack: ${code("/db alerts dead")}.`]
      : []),
  ];
}
