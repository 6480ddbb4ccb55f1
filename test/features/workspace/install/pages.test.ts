import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { grantExchange } from "../../../../src/features/workspace/install/install.ts";
import { Installation } from "../../../../src/features/workspace/install/installations.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { type AppHere, startAppHere } from "../../../support/app-here.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { person } from "../../../support/slack-person.ts";
import { answerInstall } from "@quartermaster/local-slack";
import { type TwoSlacks, startTwoSlacks } from "../../../support/two-slacks.ts";
import { until } from "../../../support/until.ts";
import { botScopes } from "../../../../src/platform/slack/web-api/scopes.ts";
import * as texts from "../../../../src/features/workspace/install/texts.ts";

const publicUrl = "https://quartermaster.example.com";
const redis = useRedis();
let slacks: TwoSlacks;
let app: AppHere;

beforeAll(async () => {
  slacks = await startTwoSlacks({ installed: false, enterprise: { id: "E0FOREST01", name: "Forest" } });
  app = await startAppHere(
    {
      ...slacks.environment,
      REDIS_URL: redis.url,
      PUBLIC_URL: publicUrl,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
    },
    { erasePace: { everyMs: 50, forMs: 200 } },
  );
  slacks.setAppUrl(app.url);
});
beforeEach(() => until(async () => (await fetch(`${app.url}/readyz`)).ok));
afterAll(async () => {
  await app.end("SIGTERM");
  await slacks.close();
});

/** Slack's address that the page leads to, and the browser's new cookie. */
async function begin(): Promise<{ authorize: URL; cookie: string; attributes: string }> {
  const response = await fetch(`${app.url}/slack/install/start`, { redirect: "manual" });
  expect(response.status).toBe(302);
  const [cookie = "", ...attributes] = response.headers.getSetCookie()[0]?.split("; ") ?? [];
  return {
    authorize: new URL(response.headers.get("location") ?? ""),
    cookie,
    attributes: attributes.join("; "),
  };
}

type Answer = NonNullable<Parameters<typeof answerInstall>[1]> & { team?: string };

/** The address that Slack leads back to, as seen from here. */
async function agreed(
  authorize: URL,
  { team = slacks.acme.teamId, ...answer }: Answer = {},
): Promise<string> {
  authorize.searchParams.set("team", team);
  const address = await answerInstall(authorize, answer);
  expect(address).toMatch(/^https:\/\/quartermaster\.example\.com\/slack\/oauth\/callback\?/);
  return address.replace(publicUrl, app.url);
}

async function comeBack(address: string, cookie = ""): Promise<{ status: number; text: string }> {
  const response = await fetch(address, { headers: { cookie } });
  return { status: response.status, text: wordsOf(await response.text()) };
}

function wordsOf(page: string): string {
  const [, main = ""] = /<main>([^]*)<\/main>/.exec(page) ?? [];
  return main
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ")
    .trim();
}

async function install(answer: Answer = {}) {
  const { authorize, cookie } = await begin();
  return comeBack(await agreed(authorize, answer), cookie);
}

async function installed(workspaceId: string): Promise<Installation | undefined> {
  const stored = await redis.client.get(keys.installation(workspaceId));
  return stored === null ? undefined : Installation.parse(JSON.parse(stored));
}

test("the page says why each scope is needed, and links to Slack without a form", async () => {
  const response = await fetch(`${app.url}/slack/install`);
  const page = await response.text();
  for (const { scope } of botScopes) expect(page).toContain(`<code>${scope}</code>`);
  expect(page).toContain(`href="${publicUrl}/slack/install/start"`);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("Slack is asked for every scope, and its answer is valid for 10 minutes in this browser only", async () => {
  const { authorize, cookie, attributes } = await begin();
  const asked = Object.fromEntries(authorize.searchParams);
  expect(authorize.origin).toBe(slacks.url);
  expect(asked).toEqual({
    client_id: slacks.acme.clientId,
    scope: botScopes.map(({ scope }) => scope).join(","),
    redirect_uri: `${publicUrl}/slack/oauth/callback`,
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(attributes).toBe("Max-Age=600; Path=/slack/oauth/callback; HttpOnly; Secure; SameSite=Lax");
  const [key = ""] = await redis.client.keys("qm:install-state:*");
  expect(await redis.client.ttl(key)).toBeGreaterThan(590);
  expect(await redis.client.ttl(key)).toBeLessThanOrEqual(600);
  const contents = (await contentsOf(redis.client)).join();
  expect(contents).not.toContain(asked["state"]);
  expect(contents).not.toContain(cookie.split("=")[1]);
});

test("an installation shows what to do next, greets its installer, and seals its token", async () => {
  const { status, text } = await install();
  expect(status).toBe(200);
  expect(text).toContain(`Quartermaster is installed ${texts.ready} Acme. What to do next`);
  expect(text).toMatch(/Open it in Slack.*\/db admin connect.*\/invite @Quartermaster.*Open in Slack$/);
  expect(await installed(slacks.acme.teamId)).toMatchObject({
    name: "Acme",
    installedBy: "U0ADAPARK1",
    scopes: botScopes.map(({ scope }) => scope),
  });
  expect((await contentsOf(redis.client)).join()).not.toContain(slacks.acme.botToken);
  await until(async () => slacks.calls.some(({ method }) => method === "chat.postMessage"));
  const greeting = slacks.calls.find(({ method }) => method === "chat.postMessage");
  expect(greeting).toMatchObject({ channel: "U0ADAPARK1", token: slacks.acme.botToken });
  const audit = await redis.client.xrange(keys.audit(slacks.acme.teamId), "-", "+");
  expect(JSON.stringify(audit)).toContain("app.install");
});

test("two workspaces are served with their own tokens, and one without a connection reads who can make one", async () => {
  await install();
  await install({ team: slacks.birch.teamId });
  for (const slack of [slacks.acme, slacks.birch]) {
    await using ada = person(slack, "Ada Park");
    await ada.command("databases", "/db costs last 7 days");
    const answer = await ada.waitForMessage("databases", "Connect a database cloud first.");
    expect(answer).toBeDefined();
    await ada.home();
    await ada.waitForHome();
  }
  const published = slacks.calls.filter(({ method }) => method === "views.publish");
  expect(published.map(({ teamId, token }) => [teamId, token])).toEqual([
    [slacks.acme.teamId, slacks.acme.botToken],
    [slacks.birch.teamId, slacks.birch.botToken],
  ]);
});

test("a workspace without the app gets the address of the install page, and nothing of it is kept", async () => {
  await install();
  await redis.client.flushall();
  await using ada = person(slacks.acme, "Ada Park");
  // An installation is cached for a minute, unless a change is reported.
  await redis.client.publish("qm:installation-news", slacks.acme.teamId);
  await until(async () => {
    await ada.command("databases", "/db services");
    const messages = await ada.messages("databases");
    return messages.some(({ text }) => text.includes("is no longer installed in this workspace"));
  });
  expect(
    (await contentsOf(redis.client)).filter((entry) => entry.includes(`{${slacks.acme.teamId}}`)),
  ).toEqual([]);
});

const refused = { status: 400, text: expect.stringContaining(texts.failedHeading) };

test("an answer that is unrequested, used or another browser's installs nothing", async () => {
  const { authorize, cookie } = await begin();
  const address = await agreed(authorize);
  const forged = address.replace(/state=[^&]+/, "state=forged");
  expect(await comeBack(forged, cookie)).toEqual(refused);
  expect(await comeBack(address.replace(/state=[^&]+/, ""), cookie)).toEqual(refused);

  const [, other] = [await begin(), await begin()];
  expect(await comeBack(address, other.cookie)).toEqual(refused);
  // It is used up, even for the right browser.
  expect(await comeBack(address, cookie)).toEqual(refused);

  const third = await begin();
  expect(await comeBack(await agreed(third.authorize))).toEqual(refused);
  expect(await installed(slacks.acme.teamId)).toBeUndefined();

  const fourth = await begin();
  const whole = await agreed(fourth.authorize);
  expect((await comeBack(whole, fourth.cookie)).status).toBe(200);
  expect(await comeBack(whole, fourth.cookie)).toEqual({
    status: 400,
    text: expect.stringContaining("If you have just installed Quartermaster, all is well"),
  });
});

test("an answer that is too old installs nothing", async () => {
  const { authorize, cookie } = await begin();
  const address = await agreed(authorize);
  const [key = ""] = await redis.client.keys("qm:install-state:*");
  await redis.client.pexpire(key, 1);
  await until(async () => (await redis.client.exists(key)) === 0);
  expect(await comeBack(address, cookie)).toEqual(refused);
});

test("a person who does not agree reads that nothing was installed", async () => {
  const { status, text } = await install({ answer: "cancel" });
  expect(status).toBe(200);
  expect(text).toContain(`Nothing was installed ${texts.declined}`);
  expect(await installed(slacks.acme.teamId)).toBeUndefined();
});

test("an invalid code is refused in Slack's words", async () => {
  const { authorize, cookie } = await begin();
  const address = (await agreed(authorize)).replace(/code=[^&]+/, "code=made-up");
  expect(await comeBack(address, cookie)).toEqual({
    status: 400,
    text: expect.stringContaining(texts.usedCode("invalid_code")),
  });
});

test("a wrong client secret is reported as the operator's task, without the secret", async () => {
  const { authorize } = await begin();
  const code = new URL(await agreed(authorize)).searchParams.get("code") ?? "";
  const exchange = grantExchange({
    clientId: slacks.acme.clientId,
    clientSecret: "not-the-secret",
    slackApiUrl: `${slacks.url}/api/`,
    log: pino({ level: "silent" }),
  });
  await expect(exchange(code, `${publicUrl}/slack/oauth/callback`)).rejects.toMatchObject({
    kind: "auth",
    message: expect.stringContaining("SLACK_CLIENT_SECRET doesn't belong to this Slack app."),
  });
});

test("a second installation replaces the first, and keeps what was set up", async () => {
  await install();
  await redis.client.hset(keys.presets(slacks.acme.teamId), "small", "kept");
  const { text } = await install();
  expect(text).toContain(`${texts.readyAgain} Acme.`);
  expect(await redis.client.hget(keys.presets(slacks.acme.teamId), "small")).toBe("kept");
});

test("a workspace's data is erased at its removal, and it can install the app again at once", async () => {
  const { acme } = slacks;
  await install();
  await install({ team: slacks.birch.teamId });
  await using ada = person(acme, "Ada Park");
  await ada.command("databases", "/db hook create #databases");
  await ada.waitForMessage("databases", "is ready. Alerts posted");
  const uninstall = await fetch(`${acme.url}/page/uninstall`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ how: "uninstalled" }),
  });
  expect(uninstall.ok).toBe(true);
  const left = async () => (await contentsOf(redis.client)).filter((entry) => entry.includes(acme.teamId));
  await until(async () => (await left()).length === 0);
  expect(await installed(slacks.birch.teamId)).toBeDefined();
  expect((await install()).text).toContain(`${texts.ready} Acme.`);
  await ada.command("databases", "/db services");
  await ada.waitForMessage("databases", "Connect a database cloud first.");
});

// Last: the local Slack of a team remembers that the app is its organization's.
test("an installation for a whole organization is the organization's", async () => {
  const { text } = await install({ team: slacks.birch.teamId, place: "organization" });
  expect(text).toContain(`${texts.ready} Forest. ${texts.wholeOrganization}`);
  expect(await installed("E0FOREST01")).toMatchObject({ isOrganization: true, name: "Forest" });
  expect(await installed(slacks.birch.teamId)).toBeUndefined();
});
