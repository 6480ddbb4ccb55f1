import { AppError, orUndefined } from "../../lib/errors.ts";
import { foldName, oneLine } from "../../lib/text.ts";
import { unquoted, compareNames } from "../../lib/names.ts";
import type { How } from "../../platform/access/known-people.ts";
import { seenNameOf } from "../../platform/ask/names.ts";
import { z } from "zod";
import { groupHandle, groupId, kept, teamName as nameOfTeam } from "../../lib/kinds.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import * as texts from "./texts.ts";

/** A team: a user group in Slack, with its handle of that time, or a name that people gave. */
export const Team = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("group"), id: kept(groupId), name: kept(groupHandle).default("") }),
  z.object({ kind: z.literal("name"), name: kept(nameOfTeam) }),
]);
export type Team = z.output<typeof Team>;

/** One text for each team. A group stays the same team when its handle changes. */
export function teamKey(team: Team): string {
  return team.kind === "group" ? `group:${team.id}` : `name:${team.name.trim().toLowerCase()}`;
}

/** The longest name of a team. */
export const teamLength = 50;

/** Slack's token for a user group. */
const groupToken = /^<!subteam\^(S[A-Z0-9]+)(?:\|@?([^>]*))?>$/;

/** The records of owners, to read. */
interface TeamRecords {
  owners: { list(): Promise<readonly { serviceId: string; team?: Team | undefined; since: string }[]> };
}

type TeamContext = Pick<WorkspaceContext, "people"> & TeamRecords;

/**
 * Reads a team as people write it: Slack's token of a user group, a group's handle with "@", or a name. Fails as user
 * if it is too long, or if no group has that handle.
 */
export async function readTeam(words: string, context: TeamContext, how?: How): Promise<Team> {
  const typed = oneLine(unquoted(words.trim()));
  const [, id, handle] = groupToken.exec(typed) ?? [];
  if (id !== undefined) return { kind: "group", id, name: handle || (await handleOf(id, context, how)) };
  if (typed.length > teamLength) throw new AppError("user", texts.teamTooLong(teamLength));
  if (typed.startsWith("@")) return groupCalled(typed.slice(1), context, how);
  if (!/[\p{L}\p{N}]/u.test(typed)) throw new AppError("user", texts.whichTeam);
  const known = (await teamsOf(context)).find((team) => foldName(team.name) === foldName(typed));
  return known ?? { kind: "name", name: typed };
}

/** A user group as a team, with its handle in Slack: the present one, or else the one that was last seen. */
export async function groupTeam(
  id: string,
  context: Pick<WorkspaceContext, "people" | "seenNames">,
): Promise<Team> {
  const name = (await handleOf(id, context)) || (await seenNameOf({ kind: "group", value: id }, context));
  return { kind: "group", id, name: name ?? "" };
}

/** Reads a team for a form that can't wait long for Slack. A handle that Slack doesn't tell about stays a name. */
export async function readTeamSoon(words: string, context: TeamContext): Promise<Team> {
  const team = await orUndefined(
    () => readTeam(words, context, { maxWaitMs: 1_000 }),
    "auth",
    "forbidden",
    "limited",
    "upstream",
  );
  return team ?? { kind: "name", name: oneLine(words).replace(/^@/, "") };
}

async function groupCalled(handle: string, { people }: TeamContext, how?: How): Promise<Team> {
  const groups = await people.groups(how);
  const found = groups.find((group) => foldName(group.handle) === foldName(handle));
  if (!found) throw new AppError("user", texts.noSuchGroup(handle));
  return { kind: "group", id: found.id, name: found.handle };
}

/** A team with its group's present handle in Slack. A handle from a file proves nothing. */
export async function namedTeam(team: Team, context: Pick<WorkspaceContext, "people">): Promise<Team> {
  return team.kind === "name" ? team : { ...team, name: await handleOf(team.id, context) };
}

/** The present team with the wanted one's handle, if both are the same group. */
export function comparedTeam(present: Team | undefined, wanted: Team | undefined): Team | undefined {
  const isSame = present?.kind === "group" && wanted?.kind === "group" && present.id === wanted.id;
  return isSame ? { ...present, name: wanted.name } : present;
}

/** Empty if Slack doesn't tell. */
async function handleOf(
  id: string,
  { people }: Pick<WorkspaceContext, "people">,
  how?: How,
): Promise<string> {
  const groups = await orUndefined(() => people.groups(how), "auth", "forbidden", "limited", "upstream");
  return groups?.find((group) => group.id === id)?.handle ?? "";
}

/** The teams that have services, each once. The newest handle of a group counts. */
export async function teamsOf({ owners }: TeamRecords): Promise<Team[]> {
  const records = (await owners.list()).toSorted((a, b) => a.since.localeCompare(b.since));
  const teams = new Map(records.flatMap(({ team }) => (team ? [[teamKey(team), team] as const] : [])));
  return [...teams.values()].toSorted((a, b) => compareNames(a.name, b.name));
}

/** True if two records mean one team. */
export function isSameTeam(one: Team, other: Team): boolean {
  return teamKey(one) === teamKey(other);
}

/** The team of a service or of anything else that costs something, by its id. Undefined for no team. */
export type TeamOf = (id: string) => Team | undefined;

/** Reads the teams of all services as they are now. */
export async function teamLookup({ owners }: TeamRecords): Promise<TeamOf> {
  const [records, teams] = await Promise.all([owners.list(), teamsOf({ owners })]);
  const named = new Map(teams.map((team) => [teamKey(team), team]));
  const byService = new Map(
    records.map(({ serviceId, team }) => [serviceId.toLowerCase(), team && named.get(teamKey(team))]),
  );
  return (id) => byService.get(id.toLowerCase());
}

/** A team's name in plain text: a group's handle with "@". */
export function teamName(team: Team): string {
  if (team.kind === "name") return team.name;
  return `@${team.name || team.id}`;
}
