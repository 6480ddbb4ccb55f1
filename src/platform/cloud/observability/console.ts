/** The subject of a page in the observability console. */
export type ConsolePage =
  | { kind: "dashboard"; id: string; tileId?: string }
  | { kind: "search"; id: string }
  | { kind: "alert"; id: string }
  | { kind: "alerts" };

/** The console of one observability deployment. All of its pages are below one address. */
export interface ObservabilityConsole {
  /** The address of a page. */
  addressOf(page: ConsolePage): string;
  /** The page at an address; undefined if it is not a page of this console. */
  read(address: string): ConsolePage | undefined;
}

// A longer text is not an id, and would not fit into a button.
const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
// Slack takes 3,000 characters in a link; our own links have a few hundred.
const longestAddress = 3_000;

/** The console at an address, which may have a path. */
export function observabilityConsole(baseUrl: string): ObservabilityConsole {
  const base = new URL(baseUrl);
  const root = base.pathname.replace(/\/+$/, "");
  return {
    addressOf: (page) => `${base.origin}${root}${pathOf(page)}`,
    read(address) {
      const url = address.length <= longestAddress && URL.canParse(address) ? new URL(address) : undefined;
      if (!url || url.origin !== base.origin || url.username !== "" || url.password !== "") return undefined;
      if (!url.pathname.startsWith(`${root}/`)) return undefined;
      return pageAt(url.pathname.slice(root.length + 1), url.searchParams);
    },
  };
}

function pathOf(page: ConsolePage): string {
  if (page.kind === "alerts") return "/alerts";
  const id = encodeURIComponent(page.id);
  if (page.kind !== "dashboard") return page.kind === "search" ? `/search/${id}` : `/alerts/${id}`;
  const tile = page.tileId === undefined ? "" : `?highlightedTileId=${encodeURIComponent(page.tileId)}`;
  return `/dashboards/${id}${tile}`;
}

function pageAt(path: string, query: URLSearchParams): ConsolePage | undefined {
  const [kind = "", id = "", ...more] = path.replace(/\/$/, "").split("/");
  if (kind === "alerts" && id === "") return { kind: "alerts" };
  if (more.length > 0 || !idPattern.test(id)) return undefined;
  const tileId = query.get("highlightedTileId") ?? "";
  if (kind === "dashboards") return { kind: "dashboard", id, ...(idPattern.test(tileId) && { tileId }) };
  if (kind === "search") return { kind: "search", id };
  return kind === "alerts" ? { kind: "alert", id } : undefined;
}
