// Long enough for any that is real.
const mostCharacters = 300;
const example = "https://console.example.com/services/{serviceId}/observability";

/**
 * Where a deployment's dashboards are seen, as somebody typed it, without a slash at its end; undefined where they left it
 * out; or what is wrong with it, for people. It only makes links: nothing is ever asked of it.
 */
export function readConsole(text: string): { value: string | undefined } | { problem: string } {
  const typed = text.trim().replace(/\/+$/, "");
  if (typed === "") return { value: undefined };
  const filledIn = typed.replaceAll("{serviceId}", "service");
  if (typed.length > mostCharacters || !URL.canParse(filledIn) || /[{}]/.test(filledIn))
    return { problem: `That is no web address. It looks like ${example}.` };
  const { protocol, username, password, search, hash } = new URL(filledIn);
  if (protocol !== "https:" && protocol !== "http:")
    return { problem: "The address must begin with https://." };
  if (username || password)
    return {
      problem: "The address must hold no user name and no password: leave out what stands before the @.",
    };
  if (search || hash) return { problem: "Leave out what begins with ? or # at the end of the address." };
  return { value: typed };
}
