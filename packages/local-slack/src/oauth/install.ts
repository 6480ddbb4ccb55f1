interface InstallAnswer {
  answer?: "allow" | "cancel";
  user?: string;
  place?: "team" | "organization";
  /** The optional scopes that the person allows. All by default. */
  optional?: readonly string[] | undefined;
}

/** Approves or refuses Slack's page at an authorize address that names a team. Returns the redirect's address. */
export async function answerInstall(
  authorizeUrl: string | URL,
  { optional, ...answer }: InstallAnswer = {},
): Promise<string> {
  const body = new URLSearchParams({ answer: "allow", ...answer });
  if (optional) body.append("chooses", "yes");
  for (const scope of optional ?? []) body.append("optional", scope);
  const response = await fetch(authorizeUrl, { method: "POST", body, redirect: "manual" });
  const address = response.headers.get("location");
  if (!address) throw new Error(`${response.status} ${await response.text()}`);
  return address;
}

/** Installs the app in a team like a person in a browser. Returns the last page. */
export async function installIn(
  appUrl: string,
  { teamId, optional }: { teamId: string; optional?: readonly string[] },
): Promise<string> {
  const begun = await fetch(`${appUrl}/slack/install/start`, { redirect: "manual" });
  const asking = new URL(begun.headers.get("location") ?? "");
  asking.searchParams.set("team", teamId);
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const ended = await fetch(await answerInstall(asking, { optional }), { headers: { cookie } });
  const page = await ended.text();
  if (!ended.ok) throw new Error(page);
  return page;
}
