import { afterAll, beforeAll, expect, test } from "vitest";
import { answerInstall } from "../src/oauth/install.ts";
import { startTwoSlacks, type TwoSlacks } from "../../../test/support/two-slacks.ts";

const home = "http://127.0.0.1:9/slack/oauth_redirect";
const scopes = "commands,chat:write,usergroups:read";
let slacks: TwoSlacks;

beforeAll(async () => {
  slacks = await startTwoSlacks({
    manifestPath: undefined,
    installed: false,
    enterprise: { id: "E0FOREST01", name: "Forest" },
  });
});
afterAll(() => slacks.close());

function authorizeUrl(more: Record<string, string> = {}): URL {
  const url = new URL("/oauth/v2/authorize", slacks.url);
  const client = { client_id: slacks.acme.clientId, scope: scopes, state: "s1", redirect_uri: home };
  url.search = new URLSearchParams({ ...client, team: slacks.acme.teamId, ...more }).toString();
  return url;
}

async function call(method: string, token: string, args: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const body = new URLSearchParams(args);
  const response = await fetch(`${slacks.url}/api/${method}`, { method: "POST", headers, body });
  const answer: unknown = await response.json();
  return answer;
}

/** The authorization of an app that gives its id and secret by HTTP Basic. */
async function exchange(code: string, more: Record<string, string> = {}, secret = slacks.acme.clientSecret) {
  const basic = Buffer.from(`${slacks.acme.clientId}:${secret}`).toString("base64");
  const headers = { authorization: `Basic ${basic}` };
  const body = new URLSearchParams({ code, redirect_uri: home, ...more });
  const response = await fetch(`${slacks.url}/api/oauth.v2.access`, { method: "POST", headers, body });
  const answer: unknown = await response.json();
  return answer;
}

async function allowedCode(more: Record<string, string> = {}, place: "team" | "organization" = "team") {
  const address = new URL(await answerInstall(authorizeUrl(more), { place }));
  return address.searchParams.get("code") ?? "";
}

test("the page names the app, the team and the permission of each scope", async () => {
  const page = await (await fetch(authorizeUrl({ team: slacks.birch.teamId }))).text();
  expect(page).toContain("App is requesting permission to access the Birch workspace");
  expect(page).toContain("Send messages as the app");
});

test.each([
  [{ client_id: "other" }, "invalid_client_id"],
  [{ scope: "commands,everything" }, "invalid_scope"],
  [{ scope: "" }, "no_scopes"],
  [{ redirect_uri: "http://elsewhere.example/" }, "bad_redirect_uri"],
])("the page refuses %j", async (wrong, error) => {
  const response = await fetch(authorizeUrl(wrong));
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(error);
});

test("Cancel redirects to the app with access_denied and the app's state", async () => {
  await expect(answerInstall(authorizeUrl(), { answer: "cancel" })).resolves.toBe(
    `${home}?error=access_denied&state=s1`,
  );
});

test("a code is exchanged once, and only with the secret and the same redirect address", async () => {
  const code = await allowedCode();
  await expect(exchange(code, {}, "wrong")).resolves.toEqual({ ok: false, error: "bad_client_secret" });
  await expect(exchange(code, { redirect_uri: `${home}?x` })).resolves.toEqual({
    ok: false,
    error: "bad_redirect_uri",
  });
  const answer = await exchange(code);
  expect(answer).toMatchObject({
    ok: true,
    access_token: slacks.acme.botToken,
    token_type: "bot",
    scope: scopes,
    bot_user_id: "U0QMASTER1",
    team: { id: "T0ACME0001", name: "Acme" },
    enterprise: { id: "E0FOREST01" },
    is_enterprise_install: false,
    authed_user: { id: "U0ADAPARK1" },
  });
  await expect(exchange(code)).resolves.toEqual({ ok: false, error: "invalid_code" });
});

test("a team's token works in its own team, and finds nothing of another team", async () => {
  await exchange(await allowedCode());
  await exchange(await allowedCode({ team: slacks.birch.teamId }));
  await expect(call("auth.test", slacks.birch.botToken)).resolves.toMatchObject({
    team_id: "T0BIRCH002",
    user_id: "U0QMASTER2",
  });
  await expect(
    call("chat.postMessage", slacks.birch.botToken, { channel: "C0DATABAS1", text: "hi" }),
  ).resolves.toMatchObject({ error: "channel_not_found" });
  expect(slacks.calls.at(-1)).toMatchObject({ teamId: "T0BIRCH002", channel: "C0DATABAS1" });
});

test("a method without its scope answers missing_scope until the scope is added; the token stays the same", async () => {
  await exchange(await allowedCode());
  const { botToken } = slacks.acme;
  await expect(call("users.list", botToken)).resolves.toMatchObject({
    error: "missing_scope",
    needed: "users:read",
  });
  await exchange(await allowedCode({ scope: "users:read" }));
  expect(slacks.acme.botToken).toBe(botToken);
  await expect(call("users.list", botToken)).resolves.toMatchObject({ ok: true });
});

test("an installation for the organization says so, and names no team", async () => {
  await expect(exchange(await allowedCode({}, "organization"))).resolves.toMatchObject({
    team: null,
    enterprise: { id: "E0FOREST01", name: "Forest" },
    is_enterprise_install: true,
  });
});

test("the token answers account_inactive after an uninstall and token_revoked after a revocation; a new install gives a new token", async () => {
  await exchange(await allowedCode());
  const first = slacks.acme.botToken;
  const client = { client_id: slacks.acme.clientId, client_secret: slacks.acme.clientSecret };
  await expect(call("apps.uninstall", first, client)).resolves.toEqual({ ok: true });
  await expect(call("auth.test", first)).resolves.toEqual({ ok: false, error: "account_inactive" });
  await exchange(await allowedCode());
  const second = slacks.acme.botToken;
  expect(second).not.toBe(first);
  await expect(call("auth.revoke", second)).resolves.toEqual({ ok: true, revoked: true });
  await expect(call("auth.test", second)).resolves.toEqual({ ok: false, error: "token_revoked" });
});
