import { z } from "zod";
import { ofGroup, ofPerson, group, person, service, team } from "../../platform/commands/arguments.ts";
import { entry, quoted } from "../../platform/commands/entry.ts";
import { asks } from "./asks.ts";
import { OwnedData, OwnersData } from "./data.ts";

/** What can be asked for about owners. */
export const entries = {
  list: entry({
    asks: asks.list,
    name: "owners_list",
    title: "Owners of services",
    summary: "Lists who owns each service, the unowned first.",
    effect: "read",
    args: z.object({ from: z.int().min(1).max(999_999).optional().describe("The number to begin with") }),
    words: ({ from }) => ["services owner", from && `list ${from}`],
    result: OwnersData,
  }),
  show: entry({
    asks: asks.show,
    name: "owners_show",
    title: "The owner of a service",
    summary: "Shows the owner and the team of one service.",
    effect: "read",
    args: z.object({ service }),
    words: ({ service }) => ["services owner", quoted(service)],
    result: OwnedData,
  }),
  set: entry({
    asks: asks.set,
    name: "owners_set",
    title: "Set an owner",
    summary: "Sets the owner or the team of a service.",
    effect: "change",
    args: z.object({
      service,
      person: person.optional().describe("The Slack id of the new owner. You, if no team is given either"),
      group: group.optional().describe("The Slack id of the user group that is its team"),
      team: team.optional().describe("The name of its team, unless it is a user group"),
    }),
    words: ({ service, person, group, team: name }) => [
      "services owner",
      quoted(service),
      ofPerson(person) ?? ((group ?? name) ? undefined : "me"),
      (group ?? name) && `team ${ofGroup(group) ?? name}`,
    ],
  }),
  none: entry({
    asks: asks.none,
    name: "owners_none",
    title: "Take an owner away",
    summary: "Takes the owner and the team of a service away.",
    effect: "change",
    args: z.object({ service }),
    words: ({ service }) => ["services owner", quoted(service), "none"],
  }),
  digest: entry({
    asks: asks.digest,
    name: "owners_digest",
    title: "What concerns me on Mondays",
    summary: "Sends you what concerns you on Mondays at 9:00, or stops that.",
    effect: "change",
    access: "viewer",
    args: z.object({ state: z.enum(["on", "off"]).describe("on or off") }),
    words: ({ state }) => ["services owner digest", state],
  }),
};
