import { isIP } from "node:net";
import { type AllowedHosts, isAllowedHost, withoutBrackets } from "../../../lib/allowed-hosts.ts";
import { isPublicAddress } from "../../../lib/public-address.ts";

// Long enough for any that is real.
const mostCharacters = 300;

/** A deployment's address as somebody typed it, without a slash at its end; or what is wrong with it, for people. */
export function readAddress(
  text: string,
  allowedHosts: AllowedHosts,
): { value: string } | { problem: string } {
  const typed = text.trim();
  if (typed === "") return { problem: "Give the address, such as https://api.cloud.example.com." };
  if (typed.length > mostCharacters || !URL.canParse(typed)) return { problem: noAddress };
  const url = new URL(typed);
  if (!["https:", "http:"].includes(url.protocol) || url.hostname === "") return { problem: noAddress };
  const problem = problemWith(url, isAllowedHost(url, allowedHosts));
  return problem === undefined ? { value: url.href.replace(/\/+$/, "") } : { problem };
}

const noAddress = "That is no web address. It looks like https://api.cloud.example.com.";

function problemWith(url: URL, isAllowed: boolean): string | undefined {
  if (url.username || url.password) {
    return "The address must hold no user name and no password: leave out what stands before the @.";
  }
  if (url.search || url.hash) return "Leave out what begins with ? or # at the end of the address.";
  if (isAllowed) return undefined;
  if (url.protocol !== "https:")
    return "The address must begin with https://, so that nobody can read the key on its way.";
  const host = withoutBrackets(url.hostname);
  if (isIP(host) && !isPublicAddress(host)) {
    return "That address is not on the public Internet. The operator of Quartermaster can allow it in ALLOWED_HOSTS.";
  }
  // Below 1024 are the ports of other protocols.
  if (url.port && Number(url.port) < 1_024) {
    return "That port is not one for https. Leave it out, or have the operator of Quartermaster allow it in ALLOWED_HOSTS.";
  }
  return undefined;
}
