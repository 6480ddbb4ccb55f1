import type { AlertOrigin } from "../../incident/event-record.ts";
import { textOf } from "./fields.ts";
import { plainLine } from "./plain.ts";

const longest = 3_000;

/** A link to show, as an address that holds no spaces or signs of markup; undefined for anything that is not http(s). */
export function readLink(value: unknown): string | undefined {
  const text = textOf(value).trim();
  if (!/^https?:\/\//i.test(text) || text.length > longest) return undefined;
  // A parsed address is plain ASCII without spaces, angle brackets and quotes; in a message a bar would end it.
  const href = URL.parse(text)?.href.replaceAll("|", "%7C");
  return href === undefined || href.length > longest ? undefined : href;
}

const search = /\/search\/([\w-]{1,100})(?:[/?#]|$)/;
const dashboard = /\/dashboards\/([\w-]{1,100})(?:[/?#]|$)/;
const tile = /[?&]highlightedTileId=([\w-]{1,100})/;

/** Where in the observability system an alert stands, by its id and its link; undefined where neither tells. */
export function originOf(alertId: unknown, link: string | undefined): AlertOrigin | undefined {
  const origin: AlertOrigin = {};
  const id = plainLine(alertId, 100);
  if (id !== "") origin.alertId = id;
  if (link !== undefined) Object.assign(origin, placeOf(link));
  return Object.keys(origin).length === 0 ? undefined : origin;
}

function placeOf(link: string): AlertOrigin {
  const dashboardId = dashboard.exec(link)?.[1];
  if (dashboardId !== undefined) return { dashboardId, tileId: tile.exec(link)?.[1] };
  const savedSearchId = search.exec(link)?.[1];
  return savedSearchId === undefined ? {} : { savedSearchId };
}
