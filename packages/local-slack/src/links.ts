import type { SharedLink, StoredMessage, Workspace } from "./workspace.ts";

// As the page draws links: without punctuation at the end, and without brackets.
const links = /https?:\/\/(?:(?!&[lg]t;)[^\s<>|])*(?:(?!&[lg]t;)[^\s<>|.,;:!?)'"*_~])/gu;

/** The links of the app's domains and their subdomains in a message's text, each once. */
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
