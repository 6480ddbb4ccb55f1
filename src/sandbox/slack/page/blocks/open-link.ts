import { isSafeUrl } from "./mrkdwn/marks.ts";

/** Opens a button's or menu item's address in a new tab; one of a strange scheme is left alone. */
export function openLink(url: string | undefined): void {
  if (url !== undefined && isSafeUrl(url)) window.open(url, "_blank", "noreferrer,noopener");
}
