import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type {
  ReferenceCloud,
  ReferenceCloudOptions,
  SeededOrganization,
} from "@quartermaster/reference-cloud";
import { checkCloud } from "../../src/app/check-cloud.ts";
import { cloudInTest, control } from "../support/asking.ts";
import { startForwardProxy } from "../support/forward-proxy.ts";

/** A cloud of the present day. */
function cloudOfToday(options: ReferenceCloudOptions = {}): Promise<ReferenceCloud> {
  return cloudInTest({ now: () => new Date(), ...options });
}

function organizationNamed({ organizations }: ReferenceCloud, name: string): SeededOrganization {
  const found = organizations.find((organization) => organization.name === name);
  if (!found) throw new Error(`There is no organization "${name}".`);
  return found;
}

function settingsFor({ url, organizations }: ReferenceCloud, organization = organizations[0]) {
  return {
    CLOUD_BASE_URL: url,
    CLOUD_ORGANIZATION_ID: organization?.organizationId ?? "",
    CLOUD_KEY_ID: organization?.keyId ?? "",
    CLOUD_KEY_SECRET: organization?.keySecret ?? "",
    CLOUD_REQUESTS_PER_10_SECONDS: "100",
  };
}

/** Checks a cloud. No line of the output is too long, and none has a part of the key. */
async function check(environment: Record<string, string>, ...args: string[]) {
  const lines: string[] = [];
  const isDone = await checkCloud(args, environment, (shown) => void lines.push(...shown.split("\n")));
  const output = lines.join("\n");
  expect(lines.filter((line) => line.length > 80 && !line.includes("/db services add"))).toEqual([]);
  const secrets = ["CLOUD_KEY_ID", "CLOUD_KEY_SECRET"].map((name) => environment[name] || "not given");
  expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  return { isDone, output, said: output.replaceAll(/\s+/g, " ") };
}

const fault = (cloud: ReferenceCloud, ...faults: object[]) => control(cloud, "/faults", faults);

test("a cloud that follows the specification leaves nothing to do, within the requests that it allows", async () => {
  const cloud = await cloudOfToday({ rateLimit: true });
  const { isDone, said } = await check(settingsFor(cloud));
  expect(isDone).toBe(true);
  expect(said).toContain("Services I can see 2 services: orders prod and web analytics.");
  expect(said).toMatch(/Backups I can see \d+ backups of 2 services\. The newest started at .+ UTC\./);
  expect(said).toMatch(/Costs I can read costs of 31 days, .+\./);
  expect(said).toMatch(
    /Dashboards and alerts I can see \d dashboards, \d alerts and \d sources of orders prod\./,
  );
  expect(said).toContain("What I didn't test Creating services");
  expect(said).toContain("WIRE_CREDITS Credits, as it is set.");
  expect(said).toMatch(/Nothing is left to do/);
  const { body } = await control(cloud, "/requests", undefined, "GET");
  expect(body).toHaveLength(7);
  expect(body).toEqual(expect.not.arrayContaining([expect.not.objectContaining({ method: "GET" })]));
});

test("backups of three services are tried, and it says of how many", async () => {
  const cloud = await cloudOfToday({ fleet: { services: 5, days: 5 } });
  const { said } = await check(settingsFor(cloud, organizationNamed(cloud, "Long Haul")));
  expect(said).toMatch(
    /Backups I can see \d+ backups of 3 services\. I asked for those of 3 of 5 services\./,
  );
});

test("words of its own are read from its answers, and proposed as settings", async () => {
  const wireNames = { engineVersion: "makerVersion", credits: "MAKER", observability: "makerview" };
  const cloud = await cloudOfToday({ wireNames });
  const console = "https://console.example.com/services/{serviceId}/makerview";
  const first = await check({ ...settingsFor(cloud), CLOUD_CONSOLE_OBSERVABILITY_URL: console });
  expect(first.isDone).toBe(false);
  expect(first.said).toContain("I can read costs of 31 days");
  expect(first.said).toContain("WIRE_CREDITS MAKER. It is set to Credits.");
  const lines = ["WIRE_ENGINE_VERSION=makerVersion", "WIRE_CREDITS=MAKER", "WIRE_OBSERVABILITY=makerview"];
  expect(first.output).toContain(`1. Put these lines into .env:\n\n     ${lines.join("\n     ")}\n`);

  const proposed = Object.fromEntries(lines.map((line) => line.split("=")));
  const second = await check({ ...settingsFor(cloud), ...proposed });
  expect(second.said).toContain("WIRE_OBSERVABILITY makerview, as it is set.");
  expect(second.isDone).toBe(true);
  // One that is set although the cloud doesn't use it.
  const third = await check({ ...settingsFor(await cloudOfToday()), WIRE_OBSERVABILITY: "other" });
  expect(third.said).toContain("Put this line into .env: WIRE_OBSERVABILITY=observability");
});

test("without a list, services come from the costs, with the lines that add them", async () => {
  const cloud = await cloudOfToday();
  await fault(cloud, { kind: "unserved", match: { operation: "listServices" } });
  const { isDone, said } = await check(settingsFor(cloud));
  expect(isDone).toBe(false);
  expect(said).toContain("What the server doesn't have Services The cloud doesn't support this (404).");
  expect(said).toMatch(/Backups I can see \d+ backups of 2 services/);
  expect(said).toMatch(/1\. The cloud can't list its services\..*\/db services add [\w-]{36} orders prod/);
});

test("what a cloud lacks beside the list is said, and leaves nothing to do", async () => {
  const cloud = await cloudOfToday();
  await fault(cloud, { kind: "unserved", match: { pathPattern: "/v1/organizations/:id/services/:id2/*" } });
  const { isDone, said } = await check(settingsFor(cloud));
  expect(isDone).toBe(true);
  expect(said).toContain("What the server doesn't have Backups");
  expect(said).toContain("WIRE_OBSERVABILITY I haven't seen it.");
  await control(cloud, "/faults", undefined, "DELETE");
  await fault(cloud, { kind: "unserved", match: { operation: "listManagedSources" } });
  expect((await check(settingsFor(cloud))).said).toContain("The deployment doesn't support sources.");
  const { said: empty } = await check(settingsFor(cloud, organizationNamed(cloud, "Weekend Project")));
  expect(empty).toContain("Backups I need a service to test this with.");
});

test.each<[string, object, RegExp]>([
  ["an API", { kind: "unserved" }, /doesn't support this \(404\).*CLOUD_BASE_URL: the server knows none/],
  [
    "JSON",
    { kind: "status", status: 200, body: "<html></html>" },
    /web page\..*Check CLOUD_BASE_URL: .* not of the console/,
  ],
  ["its own redirect", { kind: "status", status: 302 }, /redirected us.*check CLOUD_BASE_URL/],
  ["a whole server", { kind: "html", status: 502 }, /returned an error \(502\)\..*Run this again/],
  [
    "an error of its own",
    { kind: "status", status: 500 },
    /error \(500\)\. The request was [\w-]{36}\..*support/,
  ],
  ["time", { kind: "delay", ms: 30_000 }, /didn't answer within 0\.3 seconds\..*CLOUD_TIMEOUT_SECONDS/],
  ["requests", { kind: "status", status: 429 }, /no more requests right now \(429\)\..*Wait a minute/],
  ["a connection", { kind: "drop-before" }, /didn't arrive: there was no connection \(\w+\)\..*can reach it/],
  ["whole JSON", { kind: "malformed" }, /can't read\..*Check CLOUD_BASE_URL/],
])("a server without %s is explained, with what to do", async (lacking, misbehaving, expected) => {
  const cloud = await cloudOfToday();
  await fault(cloud, misbehaving);
  const { isDone, said } = await check({
    ...settingsFor(cloud),
    CLOUD_TIMEOUT_SECONDS: lacking === "time" ? "0.3" : "30",
  });
  expect(isDone).toBe(false);
  expect(said).toMatch(expected);
  expect(said).not.toContain("The cloud's words");
});

test("a wrong key, organization or address is explained, with what to do", async () => {
  const cloud = await cloudOfToday();
  const settings = settingsFor(cloud);
  const key = await check({ ...settings, CLOUD_KEY_SECRET: "not-this-one" });
  expect(key.said).toMatch(/refused the key \(401\)\. What to do 1\. Check the key in env:CLOUD_KEY_ID and/);
  const { organizationId } = organizationNamed(cloud, "Harbour Bank");
  const organization = await check(settings, "--organization", organizationId);
  expect(organization.said).toMatch(
    /What the key isn't allowed.*1\. Check CLOUD_ORGANIZATION_ID: it must be/,
  );
  const refused = await check({ ...settings, CLOUD_BASE_URL: "http://127.0.0.1:1" });
  expect(refused.said).toMatch(
    /nothing listens at this address and port \(ECONNREFUSED\)\..*Check CLOUD_BASE_URL/,
  );
  const nowhere = await check(settings, "--url", "https://cloud.invalid");
  expect(nowhere.said).toMatch(/(I found no server with this name|no connection).*Check CLOUD_BASE_URL/);
  for (const { isDone } of [key, organization, refused, nowhere]) expect(isDone).toBe(false);
});

test("one use that the key isn't allowed is named", async () => {
  const cloud = await cloudOfToday();
  await fault(cloud, { kind: "status", status: 403, match: { operation: "listBackups" } });
  const { isDone, said } = await check(settingsFor(cloud));
  expect(isDone).toBe(false);
  expect(said).toMatch(
    /What the key isn't allowed Backups .*\(403\).*1\. Let the key in .* read this: backups\./,
  );
});

test("an answer that Quartermaster can't read, in a cloud that works, is a mistake to report", async () => {
  const cloud = await cloudOfToday();
  await fault(cloud, { kind: "malformed", match: { operation: "listBackups" } });
  expect((await check(settingsFor(cloud))).said).toMatch(/What doesn't work Backups .*1\. Open an issue/);
});

test("missing settings and secrets are all named, before anything is asked", async () => {
  const { isDone, said } = await check({ CLOUD_BASE_URL: "cloud" });
  expect(isDone).toBe(false);
  expect(said).toMatch(/- CLOUD_BASE_URL must be an address.*- CLOUD_ORGANIZATION_ID is missing\./);
  const settings = { ...settingsFor(await cloudOfToday()), CLOUD_KEY_ID: "", CLOUD_KEY_SECRET: "" };
  expect((await check(settings)).said).toMatch(/- CLOUD_KEY_ID is empty\..*- CLOUD_KEY_SECRET is empty\./);
  expect(await check({}, "--secret", "x")).toMatchObject({ isDone: false });
  expect((await check({}, "--help")).said).toContain("It changes nothing.");
});

test("a stand-alone observability server is checked too", async () => {
  const cloud = await cloudOfToday();
  const { appUrl, token } = cloud.standalone;
  const settings = { ...settingsFor(cloud), OBSERVABILITY_URL: appUrl, OBSERVABILITY_TOKEN: token };
  const { isDone, said } = await check(settings);
  expect(isDone).toBe(true);
  expect(said).toMatch(/Observability http.* I can see \d dashboards?, \d alerts? and \d sources?\./);
  const refused = await check({ ...settings, OBSERVABILITY_TOKEN: "not-this-one" });
  expect(refused).toMatchObject({ isDone: false });
  expect(refused.said).toContain("Check the key in env:OBSERVABILITY_TOKEN");
});

test("what the cloud sends can't show a secret, and can't steer the terminal", async () => {
  const cloud = await cloudOfToday();
  const settings = settingsFor(cloud);
  const body = { error: `The key ${settings.CLOUD_KEY_ID} is \u001b[31mnot allowed` };
  await fault(cloud, { kind: "status", status: 403, body });
  const { output, said } = await check(settings);
  expect(said).toContain("The key [hidden] is");
  expect(output).not.toContain("\u001b");
});

test("the command reads .env, needs neither Slack nor Redis, and ends with 1 if something is left to do", async () => {
  const cloud = await cloudOfToday();
  const folder = await mkdtemp(join(tmpdir(), "check-cloud-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = async (...args: string[]) => {
    const main = join(import.meta.dirname, "../../src/check-cloud.ts");
    const child = spawn(process.execPath, ["--env-file-if-exists=.env", main, ...args], {
      cwd: folder,
      env: {},
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    return { output, code: Number(code) };
  };
  const lines = Object.entries({ ...settingsFor(cloud), REDIS_URL: "not an address", SLACK_BOT_TOKEN: "" });
  await writeFile(join(folder, ".env"), lines.map(([name, value]) => `${name}=${value}\n`).join(""));
  const done = await run();
  expect(done.output).toContain("Nothing is left to do");
  expect(done.code).toBe(0);
  expect((await run("--key-id", "another")).code).toBe(1);
});

test("it asks through the proxy, and says which one, and that it failed", async () => {
  const cloud = await cloudOfToday();
  const proxy = await startForwardProxy({ login: "team:hunter2" });
  onTestFinished(() => proxy.close());
  const url = cloud.url.replace("127.0.0.1", "cloud.qm.test");
  const environment = { ...settingsFor({ ...cloud, url }), HTTP_PROXY: proxy.url };
  const { isDone, said } = await check(environment);
  expect(isDone).toBe(true);
  expect(said).toContain(`Proxy ${proxy.url.replace("team:hunter2@", "")} `);
  expect(proxy.asked.length).toBeGreaterThan(3);
  await proxy.behave("dead");
  const dead = await check(environment);
  expect(dead.isDone).toBe(false);
  expect(dead.said).toContain("The proxy of HTTP_PROXY can't be reached (ECONNREFUSED)");
  expect(dead.said).toContain("Correct HTTPS_PROXY or HTTP_PROXY in .env or in the environment");
  expect(said + dead.said).not.toContain("hunter2");
});
