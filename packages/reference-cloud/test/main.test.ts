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
  const child = spawn(process.execPath, [script, ...words]);
  running.add(child);
  return child;
}

const Organization = z.strictObject({
  name: z.string(),
  organizationId: z.uuid(),
  keyId: z.string(),
  keySecret: z.string(),
  tier: z.string(),
  paid: z.boolean(),
  services: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});

const Facts = z.strictObject({
  url: z.url(),
  controlUrl: z.url(),
  organizations: z.tuple([Organization]).rest(Organization),
  standalone: z.strictObject({ appUrl: z.url(), token: z.string() }),
});

test("it prints one JSON line with everything needed to call it, and ends cleanly on request", async () => {
  const child = started();
  const [line] = await once(child.stdout, "data");
  const { url, organizations } = Facts.parse(JSON.parse(String(line)));
  const [{ organizationId, keyId, keySecret }] = organizations;
  const answer = await fetch(`${url}/v1/organizations/${organizationId}/services`, {
    headers: { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` },
  });
  expect(answer.status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("--help prints the usage", async () => {
  const child = started("--help");
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(code).toBe(0);
  expect(printed).toContain("npm start -- [--port N]");
});

test.each([
  ["a word", "cloud"],
  ["an unknown option", "--app", "http://127.0.0.1:3000"],
  ["an invalid port", "--port", "65536"],
])("%s prints the usage and exits with code 2", async (_, ...words) => {
  const child = started(...words);
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(code).toBe(2);
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
