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

/** Its line of facts, once it is there. */
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
  users: z.array(z.strictObject({ id: z.string(), name: z.string() })).min(1),
  channels: z.array(z.strictObject({ id: z.string(), name: z.string() })).min(1),
});

/** What the local Slack answers to an app that wants to upload a file. */
async function announceUpload(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  const { apiUrl, botToken } = SlackFacts.parse(await factsOf(child));
  const body = new URLSearchParams({ token: botToken, filename: "a.txt", length: "1" });
  const answer = await fetch(`${apiUrl}files.getUploadURLExternal`, { method: "POST", body });
  return answer.json();
}

test("`cloud` prints one JSON line with what is needed to call it, and ends cleanly when it is asked to", async () => {
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

test("`slack` prints one JSON line with what an app needs, and ends cleanly at Ctrl-C", async () => {
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

test("`slack` says where commands go, the app's usual address unless another is given", async () => {
  const usual = SlackFacts.parse(await factsOf(sandbox("slack")));
  expect(usual.requestUrl).toBe("http://127.0.0.1:3000/slack/events");
  const other = SlackFacts.parse(await factsOf(sandbox("slack", "--app", "http://127.0.0.1:4000")));
  expect(other.requestUrl).toBe("http://127.0.0.1:4000/slack/events");
});

test("`slack` grants an app every scope, or those of the manifest it is given", async () => {
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
  ["a port that is none", "cloud", "--port", "65536"],
  ["an address that is none", "slack", "--app", "localhost"],
  ["a manifest that is not there", "slack", "--manifest", "no-manifest.yml"],
])("%s is answered with the usage and exit code 2", async (_, ...words) => {
  const child = sandbox(...words);
  const [errors, output, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, "exit"),
  ]);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toContain("npm run sandbox -- cloud [--port N]");
});

test("a busy port is said, with exit code 1", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const child = sandbox("cloud", "--port", String(port));
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  server.close();
  expect(errors).toBe(`Port ${port} is busy. Give another, or leave --port out for any free one.\n`);
  expect(code).toBe(1);
});
