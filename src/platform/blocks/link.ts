import { escapeMrkdwn } from "./escape.ts";

/** A link in mrkdwn to an address of ours; the text may come from elsewhere. */
export function link(address: string, text: string): string {
  return `<${encodeTokens(address)}|${escapeMrkdwn(text).replaceAll("|", "ǀ")}>`;
}

// A bar or an angle bracket would end the address.
function encodeTokens(address: string): string {
  return address
    .replaceAll("&", "&amp;")
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E")
    .replaceAll("|", "%7C");
}
