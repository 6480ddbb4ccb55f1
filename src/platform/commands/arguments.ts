import { z } from "zod";
import { argument } from "./arguments/kind.ts";
import { channelKind, idKind, nameKind, numberKind, pageKind, quotes, rangeKind } from "./arguments/kinds.ts";
import { groupKind, personKind } from "./arguments/slack.ts";
import { channelId, connectionName, groupId, lineOf, named, textOf, userId } from "../../lib/kinds.ts";

/** Arguments that entries of several features take, and how their command lines have them. */

export const service = argument(
  nameKind("service"),
  textOf(lineOf("the name or id of a service", 100)),
).describe("The service's name or id");
export const hook = argument(nameKind("hook"), textOf(lineOf("the name of an alert hook", 100))).describe(
  "The alert hook's name",
);
export const connection = argument(nameKind("connection"), textOf(connectionName)).describe(
  "The connection's name",
);
const team = lineOf("the name of a team without quotation marks, or a user group's handle with @", 50);
export const teamOrHandle = textOf({
  ...team,
  read: (typed) => (quotes.test(typed) ? undefined : team.read(typed)),
});
export const page = argument(pageKind, z.int().min(1).max(999_999)).describe("The page, counted from 1");
/** The page that shows. Programs get the whole list. */
export const shownPage = argument({ ...pageKind, isForPeople: true }, page);
export const number = argument(
  numberKind,
  z.int().min(1, "The first one has number 1.").max(9_999, "No list is that long."),
).describe("The number in the list, counted from 1");
export const id = argument(
  idKind,
  textOf(named("an id, without spaces", /^[^\s"\u201c-\u201f]{1,200}$/)),
).describe("The id");

/** A range of days as people say it. */
export const range = argument(rangeKind, z.string().trim().max(100)).describe(
  "The days: last week, since 1 October, 2026-11-01 - 2026-11-15. By default the last seven days",
);

export const channel = argument(channelKind, textOf(channelId)).describe("The id of a Slack channel");
export const person = argument(personKind, textOf(userId)).describe("The Slack id of a person");
export const group = argument(groupKind, textOf(groupId)).describe("The Slack id of a user group");
