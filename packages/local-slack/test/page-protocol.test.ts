import { expect, test } from "vitest";
import { modalView, tinyApp } from "./tiny-app.ts";

async function post(url: string, path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}/page/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

test("a new workspace has people, channels and messages", async () => {
  await using app = await tinyApp();
  const world = await app.ada.world();
  expect(world).toMatchObject({
    team: { name: "Acme" },
    me: { realName: "Ada Park", isAdmin: true },
    home: null,
    modals: [],
  });
  const shown = world.channels.map(({ name, isPrivate, isDirect, hasApp }) => [
    name,
    { isPrivate, isDirect, hasApp },
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    databases: { isPrivate: false, isDirect: false, hasApp: true },
    incidents: { isPrivate: false, isDirect: false, hasApp: true },
    alerts: { isPrivate: false, isDirect: false, hasApp: true },
    general: { isPrivate: false, isDirect: false, hasApp: false },
    "payments-private": { isPrivate: true, isDirect: false, hasApp: false },
    ada: { isPrivate: true, isDirect: true, hasApp: true },
  });
  expect(world.channels[0]?.messages[0]?.text).toContain("/app help");
});

test("without an id, the page gets the first person's world; an unknown id is refused", async () => {
  await using app = await tinyApp();
  const first = await fetch(`${app.slack.url}/page/world`);
  await expect(first.json()).resolves.toMatchObject({ me: { id: app.ada.id } });
  expect((await fetch(`${app.slack.url}/page/world?user=U404`)).status).toBe(400);
});

test("commands and their hints come from the manifest", async () => {
  await using app = await tinyApp(undefined, { manifestPath: `${import.meta.dirname}/narrow-manifest.yml` });
  const { commands, app: shown } = await app.ada.world();
  expect(shown.name).toBe("Narrow");
  expect(commands).toEqual([{ command: "/narrow", description: "Does little", usageHint: "[anything]" }]);
});

test("a command with escaping gets mentions as tokens with names", async () => {
  await using app = await tinyApp(undefined, { manifestPath: `${import.meta.dirname}/narrow-manifest.yml` });
  await app.ada.command("databases", "/narrow tell @Sam Rivera in #incidents");
  const [, sam] = app.slack.users;
  const [, incidents] = app.slack.channels;
  const text = `tell <@${sam?.id}|sam> in <#${incidents?.id}|incidents>`;
  expect(app.received[0]?.payload.text).toBe(text);
});

test("a manifest of the wrong shape fails the start with the reason", async () => {
  await expect(tinyApp(undefined, { manifestPath: import.meta.filename })).rejects.toThrow(
    "is not a Slack manifest",
  );
});

test("each later world has a higher version", async () => {
  await using app = await tinyApp();
  const before = await app.ada.world();
  await app.ada.say("databases", "hello");
  expect((await app.ada.world()).version).toBeGreaterThan(before.version);
});

test("only a modal's person sees and closes it", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app create");
  await app.call("views.open", { trigger_id: app.trigger(), view: modalView() });
  const view = await app.ada.modal();
  const [, sam] = app.slack.users;
  const closed = await post(app.slack.url, "close", { user: sam?.id, viewId: view?.id, cleared: false });
  await expect(closed.json()).resolves.toMatchObject({ ok: false });
  await expect(app.ada.modal()).resolves.toMatchObject({ id: view?.id });
});

test("a request of the wrong shape, or as an unknown person, answers 400", async () => {
  await using app = await tinyApp();
  expect((await post(app.slack.url, "send", { user: app.ada.id })).status).toBe(400);
  expect((await post(app.slack.url, "home", { user: "U404" })).status).toBe(400);
  expect((await post(app.slack.url, "settings", { rateLimitPosts: "yes" })).status).toBe(400);
});

test("the settings change the app's address and the posting limit independently", async () => {
  await using app = await tinyApp();
  await post(app.slack.url, "settings", { appUrl: "http://127.0.0.1:4000" });
  expect(app.slack.requestUrl).toBe("http://127.0.0.1:4000/slack/events");
  expect((await app.ada.world()).settings).toEqual({ rateLimitPosts: false, limitsHistory: false });
  await post(app.slack.url, "settings", { rateLimitPosts: true });
  expect(app.slack.requestUrl).toBe("http://127.0.0.1:4000/slack/events");
  expect((await app.ada.world()).settings).toEqual({ rateLimitPosts: true, limitsHistory: false });
});

test("the log has every call and every request with its response, and no token", async () => {
  await using app = await tinyApp(() => ({ text: "Here you are" }));
  await app.ada.command("databases", "/app help");
  const body = new URLSearchParams({ token: app.slack.botToken, channel: "#databases", text: "hi" });
  await fetch(`${app.slack.apiUrl}chat.postMessage`, { method: "POST", body });
  const text = await (await fetch(`${app.slack.url}/page/log`)).text();
  expect(text).not.toContain(app.slack.botToken);
  expect(JSON.parse(text)).toMatchObject([
    {
      kind: "request",
      type: "slash_commands",
      name: "/app",
      status: 200,
      answer: "Here you are",
      durationMs: expect.any(Number),
    },
    {
      kind: "call",
      method: "chat.postMessage",
      arguments: { text: "hi" },
      status: 200,
      answer: { ok: true },
    },
  ]);
  const calls = await fetch(`${app.slack.url}/page/log?kind=call&name=chat.postMessage`);
  await expect(calls.json()).resolves.toHaveLength(1);
});

test("a panel button posts its request, and reports a refusal or a missing server", async () => {
  await using app = await tinyApp();
  const { slack } = app;
  const click = async (label: string) => {
    const asked = { method: "POST", headers: { "content-type": "application/json" } };
    return (await fetch(`${slack.url}/page/panel`, { ...asked, body: JSON.stringify({ label }) })).json();
  };
  const archive = { url: `${slack.url}/page/channel`, body: { channel: "alerts", isArchived: true } };
  const requests = {
    Archive: [archive],
    Refused: [{ ...archive, body: {} }],
    Gone: [{ ...archive, url: "http://127.0.0.1:1" }],
  };
  const buttons = Object.entries(requests).map(([label, requests]) => ({
    label,
    hint: "It is done.",
    requests,
  }));
  slack.setPanel({ title: "Alerts", buttons });
  expect((await app.ada.world()).panel).toEqual({
    title: "Alerts",
    buttons: buttons.map(({ label, hint }) => ({ label, hint })),
  });
  expect(await click("Archive")).toEqual({ ok: true });
  expect((await app.ada.world()).channels.find(({ name }) => name === "alerts")?.isArchived).toBe(true);
  for (const label of ["Refused", "Gone", "Unknown"]) expect(await click(label)).toMatchObject({ ok: false });
});
