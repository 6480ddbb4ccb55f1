import type { HomeView, KnownBlock } from "@slack/types";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { divider, header, section } from "../../../platform/blocks/text.ts";
import type { Dispatching } from "../../../platform/slack/interactions/commands.ts";
import { adminBlocks } from "./admin.ts";
import type { CloudFacts, HomeFacts } from "./facts.ts";
import { type Offer, offersFor, row } from "./offer.ts";
import { approvalBlocks, unfinishedBlocks } from "./own.ts";
import { setupBlocks } from "./setup.ts";
import { connectionBlocks, incidentBlocks, monthBlocks, serviceBlocks } from "./state.ts";

// https://docs.slack.dev/reference/views/home-tab-views
const mostBlocks = 100;

/** App Home for one person, by what is kept and, once it is there, by what the clouds say. */
export function homeView(
  facts: HomeFacts,
  { readCommand, forms }: Pick<Dispatching, "readCommand" | "forms">,
  clouds?: CloudFacts,
): HomeView {
  if (facts.role === undefined) return { type: "home", blocks: [section(nothingAllowed)] };
  const offer = offersFor(facts.role, readCommand);
  const sections = {
    setup: setupBlocks(facts, offer),
    unfinished: unfinishedBlocks(facts, forms),
    approvals: approvalBlocks(facts, offer),
    usual: usualBlocks(offer),
    incidents: incidentBlocks(facts, offer),
    month: clouds ? monthBlocks(clouds, offer) : [],
    connections: connectionBlocks(facts),
    admin: adminBlocks(facts, offer),
    // The longest comes last.
    services: serviceBlocks(facts, clouds, offer),
  };
  const blocks = Object.entries(sections)
    .filter(([, some]) => some.length > 0)
    .flatMap(([name, some], index) => [...(index > 0 ? [divider()] : []), ...some.map(named(name))]);
  return { type: "home", blocks: blocks.slice(0, mostBlocks) };
}

/** Ids that stay the same when Home is drawn anew, so that a press on what stood there just before is not lost. */
function named(name: string) {
  return (block: KnownBlock, index: number): KnownBlock => ({ ...block, block_id: `home-${name}-${index}` });
}

const nothingAllowed = `You may do nothing with Quartermaster here yet. An admin can change that with ${code("/db access grant @you viewer")}.`;

function usualBlocks(offer: Offer): KnownBlock[] {
  const create = offer("Create a service", "create").map((button) => ({
    ...button,
    style: "primary" as const,
  }));
  return [
    header("Database services"),
    section(
      "Create a service, look at its backups, and read what everything costs. Answers come as direct messages.",
    ),
    ...row(
      create,
      offer("Costs of the last 7 days", "costs last 7 days"),
      offer("All backups", "backups"),
      offer("Open alerts", "alerts"),
      offer("Presets", "presets"),
      // Anybody may read what there is.
      [commandButton("Help", "help")],
    ),
  ];
}
