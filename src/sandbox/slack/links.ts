import type { StoredMessage, Workspace } from "./workspace.ts";

/** A link of one of the app's domains in what somebody wrote. */
export interface SharedLink {
  /** The domain that the app has registered, of which the link's host may be a part. */
  domain: string;
  /** As it stands in the message, so with `&amp;` for `&`. */
  url: string;
}

// As the page draws links: what ends a sentence is no part of one, and nothing that was a bracket.
const links = /https?:\/\/(?:(?!&[lg]t;)[^\s<>|])*(?:(?!&[lg]t;)[^\s<>|.,;:!?)'"*_~])/gu;

/** The links of the app's domains, or of hosts below them, in a text as messages hold it; each once. */
export function linksIn(text: string, domains: readonly string[]): SharedLink[] {
  const found = [...text.matchAll(links)].map(([written]) =>
    written.endsWith("&amp") ? `${written};` : written,
  );
  return [...new Set(found)].flatMap((url) => {
    const domain = domainOf(url, domains);
    return domain === undefined ? [] : [{ domain, url }];
  });
}

/** The links in a message that the app may unfurl. */
export function linksOf({ unfurlDomains }: Workspace, { text }: StoredMessage): SharedLink[] {
  return linksIn(text, unfurlDomains);
}

function domainOf(url: string, domains: readonly string[]): string | undefined {
  const { hostname } = URL.parse(url.replaceAll("&amp;", "&")) ?? {};
  return domains.find((domain) => hostname === domain || hostname?.endsWith(`.${domain}`));
}
