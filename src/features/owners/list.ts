import type { Button, KnownBlock } from "@slack/types";
import { compareNames } from "../../lib/names.ts";
import { z } from "zod";
import { button, row } from "../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../platform/blocks/command-button.ts";
import { type Reply, reply, say, withOlder } from "../../platform/blocks/reply.ts";
import {
  type Table,
  dataTable,
  isLong,
  plainTable,
  rowsThatFit,
  table,
} from "../../platform/blocks/table.ts";
import { context as smallPrint, section } from "../../platform/blocks/text.ts";
import { type Found, next, time, total } from "../../platform/commands/found.ts";
import { type Page, type WantedPage, nextOf, pageOf } from "../../platform/commands/paging.ts";
import type { OwnedService } from "./change.ts";
import type { OwnersContext } from "./context.ts";
import type { Ownership } from "./record.ts";
import { type Team, teamName } from "./team.ts";
import * as texts from "./texts.ts";

const pageSize = 40;

/** All services that are known here, and those that only have an owner. The unowned first, then those without a person. */
export async function allOwners({
  services,
  owners,
}: Pick<OwnersContext, "services" | "owners">): Promise<ListedOwner[]> {
  const [known, records] = await Promise.all([services.list(), owners.readable()]);
  const byId = new Map(records.map((record) => [record.serviceId.toLowerCase(), record]));
  const listed = known.map((service) => ({ service, known: byId.get(service.serviceId.toLowerCase()) }));
  const ids = new Set(known.map(({ serviceId }) => serviceId.toLowerCase()));
  const others = records
    .filter(({ serviceId }) => !ids.has(serviceId.toLowerCase()))
    .map((record) => ({ service: record, known: record }));
  return [...listed, ...others].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || compareNames(a.service.name, b.service.name),
  );
}

function rankOf({ known }: ListedOwner): number {
  if (!known) return 0;
  return known.ownerId === undefined ? 1 : 2;
}

/** A page of the list. */
export async function listOwners(
  wanted: WantedPage,
  context: OwnersContext,
  mayChange: boolean,
): Promise<Found> {
  const all = await allOwners(context);
  const unowned = all.filter(({ known }) => !known).length;
  const offersTeams = mayChange && all.some(lacksTeam);
  const found = { ...pageOf(all, wanted, pageSize, fitsTable), unowned, offersTeams };
  return { data: () => ownersData(found), draw: () => ownersReply(found) };
}

/** True if Slack's table takes the page, so no row is lost between two pages. */
function fitsTable({ items }: Page<ListedOwner>): boolean {
  return rowsThatFit(tableOf(items)) >= items.length;
}

function tableOf(page: readonly ListedOwner[]): Table {
  const { service, owner, team, since } = texts.columns;
  return {
    columns: [{ header: service }, { header: owner }, { header: team }, { header: since }],
    rows: page.map(({ service: { name }, known }) => [
      name,
      known?.ownerId === undefined ? texts.noOne : { userId: known.ownerId },
      known?.team ? teamName(known.team) : "",
      known ? new Date(known.since) : "",
    ]),
  };
}

function ownersReply({ items, first, total, next, unowned, offersTeams }: OwnersPage): Reply {
  if (total === 0) return say(texts.noServices);
  const title = texts.listTitle(total, unowned, { first, last: first + items.length - 1 });
  const facts = tableOf(items);
  const hint = texts.listHint(items[0]?.service.name ?? "");
  const buttons = [
    ...(offersTeams ? [setTeamsButton()] : []),
    ...(next === undefined
      ? []
      : [pageButton(texts.buttons.more, { call: "owners_list", args: { page: next } })]),
    ...items
      .filter(({ known }) => !known)
      .slice(0, 3)
      .map(({ service }) =>
        commandButton(texts.buttons.chooseFor(service.name), {
          call: "owners_show",
          args: { service: service.serviceId },
        }),
      ),
  ];
  const blocksWith = (shownTable: KnownBlock) => [
    section(title),
    shownTable,
    ...row(buttons),
    smallPrint(hint),
  ];
  const text = [title, plainTable(facts), hint].join("\n");
  const plain = blocksWith(table(facts));
  return isLong(facts)
    ? withOlder(reply(text, blocksWith(dataTable(facts, texts.caption))), plain)
    : reply(text, plain);
}

export const setTeamsActionId = "service-teams";

/** Opens the form that gives services without a team their teams at once. */
export function setTeamsButton(text: string = texts.buttons.setTeams): Button {
  return button({ text, actionId: setTeamsActionId, value: "all" });
}

/** True for a service without a team, also if it has an owner. */
export function lacksTeam({ known }: ListedOwner): boolean {
  return known?.team === undefined;
}

/** A service with whom it belongs to. */
export interface ListedOwner {
  service: OwnedService;
  /** Undefined for a service without an owner and a team. */
  known: Ownership | undefined;
}

/** A page of the list. */
interface OwnersPage extends Page<ListedOwner> {
  /** How many of all have neither. */
  unowned: number;
  offersTeams: boolean;
}

/** A team for programs. */
const TeamData = z.object({
  name: z.string().describe("Its name. A user group's handle begins with @"),
  groupId: z.string().optional().describe("The id of the user group in Slack, if it is one"),
});

/** A service with whom it belongs to. */
export const OwnedData = z.object({
  id: z.string().describe("The service's id"),
  name: z.string().describe("The service's name"),
  connection: z.string().describe("The connection to the cloud that runs it"),
  ownerId: z.string().optional().describe("The Slack id of its owner"),
  team: TeamData.optional().describe("Its team"),
  since: time.optional().describe("When this was set"),
  setBy: z.string().optional().describe("The Slack id of the person who set it"),
});

/** The answer of `/db services owner`. */
export const OwnersData = z.object({
  services: z.array(OwnedData).describe("The unowned first"),
  unowned: z.int().min(0).describe("How many have neither an owner nor a team"),
  total,
  next,
});

/** A team for programs. */
function teamData(team: Team): z.output<typeof TeamData> {
  return { name: teamName(team), groupId: team.kind === "group" ? team.id : undefined };
}

/** One service. */
export function ownedData({ service, known }: ListedOwner): z.output<typeof OwnedData> {
  return {
    id: service.serviceId,
    name: service.name,
    connection: service.connection,
    ownerId: known?.ownerId,
    team: known?.team && teamData(known.team),
    since: known?.since,
    setBy: known?.by,
  };
}

/** A page of the list. */
function ownersData(page: OwnersPage): z.output<typeof OwnersData> {
  const { items, unowned, total } = page;
  return { services: items.map(ownedData), unowned, total, next: nextOf(page) };
}
