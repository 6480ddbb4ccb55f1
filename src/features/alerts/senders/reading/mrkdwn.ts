/** A line of mrkdwn that is a heading: without the signs of emphasis around it, and with the link that it is. */
export interface Heading {
  title: string;
  link?: string;
}

// As in `*<https://… | title>*`; the title may hold a ">" itself, and begins where the spaces end, so that a long run of
// them is read in one way only.
const linked = /^\*?<(https?:\/\/[^|>\s]+)\s*\|\s*(?!\s)(.+)>\*?$/i;

/** Reads one line as a heading. */
export function readHeading(line: string): Heading {
  const [, link, title] = linked.exec(line.trim()) ?? [];
  if (link !== undefined && title !== undefined) return { title, link: addressOf(link) };
  return {
    title: withoutLinks(line)
      .trim()
      .replace(/^\*(.+)\*$/, "$1"),
  };
}

// Neither part may hold a "<", so that a text full of beginnings takes no longer than another; nor may one full of spaces.
const anyLink = /<(https?:\/\/[^|<>\s]+)(?:\s*\|\s*(?!\s)([^<>\n]*))?>/gi;

/** The first link in a text of mrkdwn. */
export function firstLink(text: string): string | undefined {
  const link = text.matchAll(anyLink).next().value?.[1];
  return link === undefined ? undefined : addressOf(link);
}

/** A text of mrkdwn with the addresses of its links beside their labels. */
export function withAddresses(text: string): string {
  return text.replace(anyLink, (_, link: string, label?: string) =>
    label === undefined || label === "" ? addressOf(link) : `${label} (${addressOf(link)})`,
  );
}

function withoutLinks(text: string): string {
  return text.replace(anyLink, (_, link: string, label?: string) => label || addressOf(link));
}

/** Some escape the signs of an address, and some do not. */
function addressOf(link: string): string {
  return link.replaceAll("&amp;", "&");
}
