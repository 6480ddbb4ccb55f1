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

function started(...words: string[]): ChildProcessWithoutNullStreams {
  const script = new URL("../src/main.ts", import.meta.url).pathname;
  // As npm tells a script where its person is.
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, INIT_CWD: import.meta.dirname },
  });
  running.add(child);
  return child;
}

const Facts = z.strictObject({
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

/** The line of facts that it prints. */
async function factsOf(child: ChildProcessWithoutNullStreams): Promise<z.output<typeof Facts>> {
  const [line] = await once(child.stdout, "data");
  return Facts.parse(JSON.parse(String(line)));
}

/** The response to an app that starts a file upload. */
async function announceUpload(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  const { apiUrl, botToken } = await factsOf(child);
  const body = new URLSearchParams({ token: botToken, filename: "a.txt", length: "1" });
  const answer = await fetch(`${apiUrl}files.getUploadURLExternal`, { method: "POST", body });
  return answer.json();
}

test("it prints one JSON line with everything an app needs, and ends cleanly at Ctrl-C", async () => {
  const child = started("--app", "http://127.0.0.1:4000");
  const { apiUrl, botToken, teamId, requestUrl } = await factsOf(child);
  expect(requestUrl).toBe("http://127.0.0.1:4000/slack/events");
  const answer = await fetch(`${apiUrl}auth.test`, {
    method: "POST",
    headers: { authorization: `Bearer ${botToken}` },
  });
  expect(await answer.json()).toMatchObject({ ok: true, team_id: teamId });
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("--help prints the usage", async () => {
  const child = started("--help");
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(code).toBe(0);
  expect(printed).toContain("npm start -- [--port N] [--app URL] [--manifest FILE]");
});

test("a file that isn't a manifest is refused in one line", async () => {
  const child = started("--manifest", "main.test.ts");
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(code).toBe(1);
  expect(errors).toMatch(/^\S+main\.test\.ts is not a Slack manifest: /);
  expect(errors).not.toContain("    at ");
});

test("it grants every scope, or the scopes of a given manifest", async () => {
  expect(await announceUpload(started())).toMatchObject({ ok: true });
  expect(await announceUpload(started("--manifest", "narrow-manifest.yml"))).toMatchObject({
    ok: false,
    error: "missing_scope",
  });
});

test.each([
  ["Unexpected argument 'slack'", "slack"],
  ["Unknown option '--ports'", "--ports", "1"],
  ["--port: ", "--port", "65536"],
  ["--app: Invalid URL", "--app", "localhost"],
  ["--manifest: There is no such file.", "--manifest", "no-manifest.yml"],
])("“%s” is said before the usage, with exit code 2", async (problem, ...words) => {
  const child = started(...words);
  const [errors, output, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, "exit"),
  ]);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors.startsWith(problem)).toBe(true);
  expect(errors).toContain("npm start -- [--port N]");
});

test("a busy port is reported with exit code 1", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const child = started("--port", String(port));
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  server.close();
  expect(errors).toBe(`Port ${port} is busy. Give another, or leave --port out for any free one.\n`);
  expect(code).toBe(1);
});
