import { z } from "zod";
import { AppError, isAppError } from "../../lib/errors.ts";
import { groupId, textOf, userIdOrMe } from "../../lib/kinds.ts";
import { nameAtStart } from "../../lib/names.ts";
import { oneLine } from "../../lib/text.ts";
import type { KnownService } from "../connections/index.ts";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import type { Asker } from "../../platform/access/asker.ts";
import { isAtLeast } from "../../platform/access/role.ts";
import { mentionOf } from "../../platform/access/known-people.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../platform/blocks/text.ts";
import { page, service, teamOrHandle } from "../../platform/commands/arguments.ts";
import { choiceKind, teamSlot } from "../../platform/commands/arguments/kinds.ts";
import { type ArgumentKind, argument, gap } from "../../platform/commands/arguments/kind.ts";
import { nameKind, numberKind } from "../../platform/commands/arguments/kinds.ts";
import { groupKind, personKind } from "../../platform/commands/arguments/slack.ts";
import { call } from "../../platform/commands/call.ts";
import { commandOf } from "../../platform/commands/command.ts";
import type { Found } from "../../platform/commands/found.ts";
import { quoted } from "../../platform/commands/entry.ts";
import { changeOwner, checkOwner } from "./change.ts";
import type { OwnersContext } from "./context.ts";
import { OwnedData, OwnersData, listOwners, ownedData } from "./list.ts";
import { ownerButton, ownerParts, ownerSentence } from "./form.ts";
import { setDigest } from "./digest/schedule.ts";
import { type Team, groupTeam, readTeam, teamLength } from "./team.ts";
import * as texts from "./texts.ts";

const from = argument({ ...numberKind, isOld: true }, z.int().min(1).max(999_999)).describe(
  "The number of one on the page",
);

/** `/db services owner`, and `/db services owner list page 2`. Older buttons have the number of the first one. */
const list = call({
  name: "owners_list",
  title: "Owners of services",
  summary: "Lists who owns each service, the unowned first.",
  effect: "read",
  line: ["services owner", "services owner list page {page}", "services owner list {from}"],
  args: z.object({ page: page.optional(), from: from.optional() }),
  result: OwnersData,
  asks: { means: ["owner"], around: "service list team", says: ["Owners of services"] },
  run: async (wanted, context: OwnersContext, asker) =>
    listOwners(wanted, context, await maySet(asker, context)),
});

/** `/db services owner orders prod`. */
const show = call({
  name: "owners_show",
  title: "The owner of a service",
  summary: "Shows the owner and the team of one service.",
  effect: "read",
  line: "services owner {service}",
  args: z.object({ service }),
  result: OwnedData,
  asks: { means: ["owner {service}"], around: "service list team list", says: ["Owner of {service}"] },
  run: async ({ service: named }, context: OwnersContext, asker) =>
    showOwner(await serviceCalled(named, context), context, await maySet(asker, context)),
});

/** A person, or `me`, before the team. */
const ownerKind: ArgumentKind = {
  slot: personKind.slot,
  take(words) {
    const [, before = words, team = ""] = /^(.*)((?:^|\s)team\s.*)$/i.exec(words) ?? [];
    const taken = personKind.take(before, "") ?? meIn(before);
    return taken && { ...taken, rest: `${taken.rest}${team}` };
  },
  write: (person) => (person === "me" ? "me" : personKind.write(person)),
};

function meIn(words: string): ReturnType<ArgumentKind["take"]> {
  const [whole] = /(?:^|\s)(?:to\s+)?(?:me|myself)$/i.exec(words) ?? [];
  return whole === undefined ? undefined : { value: "me", rest: words.slice(0, -whole.length) };
}

/** A user group as the team. A handle with @ that Slack did not recognize is the team's own words. */
const teamGroupKind: ArgumentKind = {
  ...groupKind,
  // The one below has both.
  usage: [],
  take: (words, mark) => (words.includes("<!subteam^") ? groupKind.take(words, mark) : undefined),
};

/** The words behind the last `team`. */
const teamKind: ArgumentKind = {
  slot: teamSlot,
  usage: ["@group", "<name>"],
  take(words) {
    const [, rest = "", inQuotes, plain = ""] =
      /^(.*?)(?:^|\s)team\s+["\u201c-\u201f]([^"\u201c-\u201f]+)["\u201c-\u201f]$/i.exec(words) ??
      /^(.*)(?:^|\s)team\s+()(\S.*)$/i.exec(words) ??
      [];
    const value = oneLine((inQuotes || plain).replaceAll(gap, " "));
    if (value === "") return undefined;
    if (value.length > teamLength) throw new AppError("user", texts.teamTooLong(teamLength));
    return { value, rest };
  },
  write: (team) => quoted(String(team)) ?? "",
};

/** `/db services owner orders prod @ada team payments`. Without a person and a team, its new owner is who asks. */
const set = call({
  name: "owners_set",
  title: "Set an owner",
  summary: "Sets the owner or the team of a service.",
  effect: "change",
  line: [
    "services owner {service} {person} team {group} team {team}",
    "services owner {service} me",
    "services owner {service} to me",
  ],
  missing: { service: texts.usage },
  args: z.object({
    service,
    person: argument(ownerKind, textOf(userIdOrMe))
      .optional()
      .describe("The Slack id of the new owner. You, if no team is given either"),
    group: argument(teamGroupKind, textOf(groupId))
      .optional()
      .describe("The Slack id of the user group that is its team"),
    team: argument(teamKind, teamOrHandle)
      .optional()
      .describe("The name of its team, unless it is a user group"),
  }),
  asks: {
    means: [
      "owner {person|group|team} {service}",
      "give {service} {person|group}",
      "owner team {service} {team}",
      "set team {service} {group|person}",
    ],
    around: "set give change service team owner",
    says: ["Make", " {person}", " team {group}", " team {team}", " the owner of {service}"],
  },
  async run({ service: named, person, group, team }, context: OwnersContext, { userId }) {
    const found = await serviceCalled(named, context);
    const isOwn = person === "me" || [person, group, team].every((each) => each === undefined);
    const ownerId = isOwn ? userId : person;
    if (ownerId !== undefined) await checkOwner(ownerId, context);
    const change = { ownerId, team: await teamOf(group, team, context) };
    return changedReply(ownerSentence(found.name, await changeOwner(found, change, context, userId)));
  },
});

/** A service, unless `team` is the last word: "orders team none" takes the team away and not the owner. */
const ownedKind: ArgumentKind = {
  ...nameKind("service"),
  take: (words, mark) => (/(?:^|\s)team$/i.test(words) ? undefined : nameKind("service").take(words, mark)),
};
const owned = argument(ownedKind, service.describe("The service's name or id"));

/** `/db services owner orders prod none`. */
const none = call({
  name: "owners_none",
  title: "Take an owner away",
  summary: "Takes the owner and the team of a service away.",
  effect: "change",
  line: "services owner {service} none",
  missing: { service: texts.usage },
  args: z.object({ service: owned }),
  asks: {
    means: ["end owner {service}", "delete owner {service}"],
    around: "service team want",
    says: ["Take the owner of {service} away"],
  },
  async run({ service: named }, context: OwnersContext, { userId }) {
    const found = await serviceCalled(named, context);
    await changeOwner(found, { ownerId: null, team: null }, context, userId);
    return changedReply(ownerSentence(found.name, undefined));
  },
});

const onOrOff = choiceKind(["on", "off"], {
  isOne: true,
  parts: [
    [
      /\b(?:stop|quit|off|no more|no(?= (?:monday|digest))|unsubscribe|don'?t|do not|any ?more|cancel)\b/i,
      "off",
    ],
    [/\b(?:on|want|send|get|give|start|subscribe)\b/i, "on"],
  ],
});

/** `/db services owner digest on`. */
const digest = call({
  name: "owners_digest",
  title: "What concerns me on Mondays",
  summary: "Sends you what concerns you on Mondays at 9:00, or stops that.",
  effect: "change",
  access: "viewer",
  line: "services owner digest {state}",
  missing: { state: texts.onOrOff },
  args: z.object({ state: argument(onOrOff, z.enum(["on", "off"])).describe("on or off") }),
  asks: {
    means: ["mondays {state}", "owner mondays {state}"],
    around: "end post start want owner",
    says: ["What concerns me on Mondays: {state}"],
  },
  run: async ({ state }, context: OwnersContext, asker) => setDigest(state === "on", context, asker),
});

/** `/db services owner [service] [@person] [team …] | none`: whom each service belongs to. */
export const owner = commandOf({
  name: "owner",
  partOf: "services",
  summary: texts.summary,
  examples: [
    "/db services owner",
    "/db services owner orders prod @ada team payments",
    "/db services owner orders prod none",
    "/db services owner digest on",
  ],
  details: texts.details,
  calls: [list, show, set, none, digest],
});

/** The service with this name or id. If its name is only the beginning, the rest should have been an owner or a team. */
async function serviceCalled(named: string, { services }: OwnersContext): Promise<KnownService> {
  try {
    return await services.find(named);
  } catch (error) {
    if (!isAppError(error, "missing")) throw error;
    const { rest = "" } = nameAtStart(named, await services.list()) ?? {};
    throw rest === "" ? error : new AppError("user", texts.usage, { cause: error });
  }
}

/** The team that was asked for. Undefined if it stays, and null if it is taken away. */
async function teamOf(
  groupId: string | undefined,
  words: string | undefined,
  context: OwnersContext,
): Promise<Team | null | undefined> {
  if (groupId !== undefined) return groupTeam(groupId, context);
  if (words === undefined) return undefined;
  return /^none$/i.test(words) ? null : readTeam(words, context);
}

/** True for those who get buttons that change something. */
async function maySet({ userId, channelId }: Asker, { access }: OwnersContext): Promise<boolean> {
  return isAtLeast((await access.effectiveRoleOf({ userId, channelId })).role, "operator");
}

async function showOwner(service: KnownService, context: OwnersContext, mayChange: boolean): Promise<Found> {
  const known = await context.owners.of(service.serviceId);
  return {
    data: () => ownedData({ service, known }),
    draw() {
      const { owner: person, team } = ownerParts(known);
      const text = texts.ownedBy(service.name, person, team);
      const since = known && texts.since(known.since, known.by === "app" ? "the app" : mentionOf(known.by));
      return reply(since === undefined ? text : `${text} ${since}`, [
        section(text),
        actions([...(mayChange ? [ownerButton(service, texts.buttons.change)] : []), allButton()]),
        ...(since === undefined ? [] : [smallPrint(since)]),
      ]);
    },
  };
}

function changedReply(text: string): Reply {
  return reply(text, [section(text), actions([allButton()])]);
}

function allButton() {
  return commandButton(texts.buttons.all, { call: "owners_list" });
}
