import { isSafeUrl } from "./mrkdwn/marks.ts";

/** Opens a button's or menu item's address in a new tab, unless its scheme is unknown. */
export function openLink(url: string | undefined): void {
  if (url !== undefined && isSafeUrl(url)) window.open(url, "_blank", "noreferrer,noopener");
}
