import { link } from "../../../platform/blocks/link.ts";
import type { AlertEvent } from "../incident/event-record.ts";

// Slack takes 3,000, and a message has more to say.
const longestAddress = 1_000;

/** The link to what an alert is about, in mrkdwn, or where to find it; undefined where its sender gave none. */
export function consoleLine({ link: address }: AlertEvent): string | undefined {
  const safe = webAddress(address);
  if (safe === undefined) return undefined;
  const shown = link(safe, "Open in the console");
  return shown.length <= longestAddress
    ? shown
    : "Its link into the console is too long for a message: it stands under Details.";
}

/** The address of the page where an alert can be silenced: its sender's own, else where the console lists alerts. */
export function silenceAddress({ silenceLink, link: address }: AlertEvent): string | undefined {
  const own = webAddress(silenceLink);
  if (own !== undefined && own.length <= longestAddress) return own;
  const safe = webAddress(address);
  if (safe === undefined) return undefined;
  const alerts = `${new URL(safe).origin}/alerts`;
  return alerts.length <= longestAddress ? alerts : undefined;
}

/** An address of the web as browsers write it, with nothing in it that ends a link; undefined for any other. */
export function webAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
