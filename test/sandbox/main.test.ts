import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";

const running = new Set<ChildProcessWithoutNullStreams>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

function sandbox(...words: string[]): ChildProcessWithoutNullStreams {
  const script = new URL("../../src/sandbox/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...words]);
  running.add(child);
  return child;
}

/** The line of facts that it prints. */
async function factsOf(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  const [line] = await once(child.stdout, "data");
  return JSON.parse(String(line));
}

const CloudFacts = z.strictObject({
  kind: z.literal("cloud"),
  url: z.url(),
  controlUrl: z.url(),
  organizations: z
    .array(
      z.strictObject({
        name: z.string(),
        organizationId: z.uuid(),
        keyId: z.string(),
        keySecret: z.string(),
        tier: z.string(),
        paid: z.boolean(),
        services: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
      }),
    )
    .min(1),
  standalone: z.strictObject({ appUrl: z.url(), token: z.string() }),
});

const SlackFacts = z.strictObject({
  kind: z.literal("slack"),
  url: z.url(),
  apiUrl: z.string().endsWith("/api/"),
  requestUrl: z.url(),
  signingSecret: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  botToken: z.string().startsWith("xoxb-"),
  appToken: z.string().startsWith("xapp-"),
  teamId: z.string().min(1),
  teamName: z.string().min(1),
  users: z.array(z.strictObject({ id: z.string(), name: z.string() })).min(1),
  channels: z.array(z.strictObject({ id: z.string(), name: z.string() })).min(1),
});

/** The local Slack's response to an app that starts a file upload. */
async function announceUpload(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  const { apiUrl, botToken } = SlackFacts.parse(await factsOf(child));
  const body = new URLSearchParams({ token: botToken, filename: "a.txt", length: "1" });
  const answer = await fetch(`${apiUrl}files.getUploadURLExternal`, { method: "POST", body });
  return answer.json();
}

test("`cloud` prints one JSON line with everything needed to call it, and ends cleanly on request", async () => {
  const child = sandbox("cloud");
  const { url, organizations } = CloudFacts.parse(await factsOf(child));
  const [{ organizationId, keyId, keySecret }] = z
    .tuple([CloudFacts.shape.organizations.element])
    .rest(z.unknown())
    .parse(organizations);
  const answer = await fetch(`${url}/v1/organizations/${organizationId}/services`, {
    headers: { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` },
  });
  expect(answer.status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("`slack` prints one JSON line with everything an app needs, and ends cleanly at Ctrl-C", async () => {
  const child = sandbox("slack", "--app", "http://127.0.0.1:3000");
  const { apiUrl, botToken, teamId } = SlackFacts.parse(await factsOf(child));
  const answer = await fetch(`${apiUrl}auth.test`, {
    method: "POST",
    headers: { authorization: `Bearer ${botToken}` },
  });
  expect(await answer.json()).toMatchObject({ ok: true, team_id: teamId });
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("`slack` prints the address that commands go to: the given one, or the app's usual one", async () => {
  const usual = SlackFacts.parse(await factsOf(sandbox("slack")));
  expect(usual.requestUrl).toBe("http://127.0.0.1:3000/slack/events");
  const other = SlackFacts.parse(await factsOf(sandbox("slack", "--app", "http://127.0.0.1:4000")));
  expect(other.requestUrl).toBe("http://127.0.0.1:4000/slack/events");
});

test("`slack` grants an app every scope, or the scopes of a given manifest", async () => {
  expect(await announceUpload(sandbox("slack"))).toMatchObject({ ok: true });
  const narrow = new URL("slack/narrow-manifest.yml", import.meta.url).pathname;
  expect(await announceUpload(sandbox("slack", "--manifest", narrow))).toMatchObject({
    ok: false,
    error: "missing_scope",
  });
});

test.each([
  ["nothing"],
  ["an unknown part", "database"],
  ["two parts", "cloud", "slack"],
  ["an unknown option", "cloud", "--ports", "1"],
  ["an option of the other part", "cloud", "--app", "http://127.0.0.1:3000"],
  ["an invalid port", "cloud", "--port", "65536"],
  ["an invalid address", "slack", "--app", "localhost"],
  ["a missing manifest", "slack", "--manifest", "no-manifest.yml"],
])("%s prints the usage and exits with code 2", async (_, ...words) => {
  const child = sandbox(...words);
  const [errors, output, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, "exit"),
  ]);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toContain("npm run sandbox -- cloud [--port N]");
});

test("a busy port is reported with exit code 1", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const child = sandbox("cloud", "--port", String(port));
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  server.close();
  expect(errors).toBe(`Port ${port} is busy. Give another, or leave --port out for any free one.\n`);
  expect(code).toBe(1);
});
