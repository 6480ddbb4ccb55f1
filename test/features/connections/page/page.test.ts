import { type Server, type ServerResponse, createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { isAppError } from "../../../../src/lib/errors.ts";
import * as texts from "../../../../src/features/connections/page/texts.ts";
import * as probeTexts from "../../../../src/features/connections/probe/texts.ts";
import { badName, takenName } from "../../../../src/features/connections/texts.ts";
import { AuditEntry } from "../../../../src/platform/audit/log.ts";
import { listening } from "../../../support/listening.ts";
import { contentsOf } from "../../../support/redis.ts";
import { type Shown, connectFixture, newVisitor } from "./fixture.ts";

const fixture = connectFixture();

/** What Ada types for the first organization of the reference server. */
function typed(more: Record<string, string> = {}) {
  const [{ organizationId, keyId, keySecret } = { organizationId: "", keyId: "", keySecret: "" }] =
    fixture.cloud.organizations;
  return {
    kind: "managed",
    by: "value",
    name: "shop",
    baseUrl: fixture.cloud.url,
    organizationId,
    keyId,
    keySecret,
    ...more,
  };
}

/** Ada, who has opened a new link. */
async function atForm() {
  const visitor = newVisitor();
  return { visitor, form: await visitor.open(await fixture.link()) };
}

async function tested(
  more?: Record<string, string>,
): Promise<{ visitor: ReturnType<typeof newVisitor>; result: Shown }> {
  const { visitor, form } = await atForm();
  return { visitor, result: await visitor.submit(form, typed(more)) };
}

/** The entries of the audit log, the oldest first. */
async function entries() {
  const kept = await fixture.redis.client.xrange("qm:{T1}:audit", "-", "+");
  return kept.map(([, [, entry = ""]]) => AuditEntry.parse(JSON.parse(entry)));
}

/** The host of a server that connections may lead to until the test ends. */
async function allowed(server: Server): Promise<string> {
  const { url, close } = await listening(server);
  onTestFinished(close);
  const { host } = new URL(url);
  fixture.allowedHosts.push(host);
  return host;
}

const saved = () => fixture.context().connections.list();

/** The connection “shop” that Ada made, and the page for its new key in another browser. */
async function rotating() {
  const { visitor, result } = await tested();
  await visitor.submit(result);
  const [before] = await saved();
  if (before?.kind !== "managed") throw new Error("It is not managed.");
  const again = newVisitor();
  return { before, again, form: await again.open(await fixture.link({ kind: "rotate", name: "shop" })) };
}

test("a typed connection is tested, saved, recorded and announced, and its secret is kept sealed only", async () => {
  const { visitor, result } = await tested();
  expect(result).toMatchObject({ status: 200, heading: "It works" });
  expect(result.text).toContain("Services: works I can see 2 services: orders prod and web analytics.");
  expect(result.text).toContain(`Costs: works ${probeTexts.costsRead}`);
  expect(result.text).toMatch(
    /Dashboards and alerts: works I can see \d+ dashboards? and \d+ alerts? of orders prod\./,
  );
  expect(result.text).toContain(
    "Creating services: not tested I can't test this without creating a service.",
  );
  expect(await saved()).toEqual([]);

  const done = await visitor.submit(result);
  expect(done).toMatchObject({ status: 200, heading: "“shop” is connected" });
  const [connection] = await saved();
  expect(connection).toMatchObject({
    name: "shop",
    kind: "managed",
    baseUrl: fixture.cloud.url,
    organizationId: typed().organizationId,
    keySecretRef: expect.stringMatching(/^sealed:/),
  });
  if (connection?.kind !== "managed") throw new Error("It is not managed.");
  expect(await fixture.context().secrets.resolve(connection.keySecretRef)).toBe(typed().keySecret);
  expect(fixture.posted).toEqual([
    ["U1", expect.objectContaining({ text: expect.stringContaining("`shop`") })],
  ]);
  expect(await entries()).toMatchObject([
    { action: "connection.test", subject: "shop", result: "done" },
    {
      userId: "U1",
      action: "connection.create",
      subject: "shop",
      after: { kind: "managed", host: new URL(fixture.cloud.url).host, secretGivenBy: "value" },
      result: "done",
    },
  ]);

  const everything = [
    ...(await contentsOf(fixture.redis.client)),
    ...fixture.log,
    JSON.stringify(fixture.posted),
    result.html,
    done.html,
  ];
  for (const secret of [typed().keySecret, typed().keyId]) {
    expect(everything.filter((text) => text.includes(secret))).toEqual([]);
  }
});

test("the first browser gets a session for the link's path alone, and its pages are neither cached nor framed", async () => {
  const link = await fixture.link();
  const { headers } = await newVisitor().open(link);
  expect(headers.get("set-cookie")).toMatch(
    new RegExp(
      `^qm-connect=[\\w-]{43}; Max-Age=9\\d\\d; Path=${new URL(link).pathname}; HttpOnly; SameSite=Strict$`,
    ),
  );
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
});

test("tested values are filled in again for a change, without the secrets", async () => {
  const { visitor, result } = await tested();
  const form = await visitor.open(result.url.replace(/\/test$/, ""));
  expect(form.html).toMatch(/id="name"[^>]*value="shop"/);
  expect(form.html).toContain(`value="${typed().organizationId}"`);
  expect(form.html).not.toContain(typed().keyId);
  expect(form.html).not.toContain(typed().keySecret);
});

test("a used link leads nowhere, and saves nothing again", async () => {
  const { visitor, result } = await tested();
  const link = result.url.replace(/\/test$/, "");
  const both = await Promise.all([visitor.submit(result), visitor.submit(result)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  expect(await visitor.submit(result)).toMatchObject({ status: 410, heading: "This link is already used" });
  expect(await visitor.open(link)).toMatchObject({ status: 410 });
  expect(await visitor.submit(result, { csrf: "", ...typed({ name: "again" }) })).toMatchObject({
    status: 410,
  });
  expect((await saved()).map(({ name }) => name)).toEqual(["shop"]);
  expect(fixture.posted).toHaveLength(1);
});

test("a link works in the browser that opened it first, and in no other", async () => {
  const { visitor, result } = await tested();
  const link = result.url.replace(/\/test$/, "");
  const another = newVisitor();
  expect(await another.open(link)).toMatchObject({ status: 403, heading: "This link was opened before" });
  expect(await another.open(`${link}?again`)).toMatchObject({
    status: 403,
    heading: "This link is open in another browser",
  });
  expect(await another.submit(result)).toMatchObject({ status: 403 });
  expect(await saved()).toEqual([]);
  expect(await visitor.submit(result)).toMatchObject({ status: 200 });
});

test("a program that prefetches a link does not use it up", async () => {
  const link = await fixture.link();
  expect((await fetch(link, { method: "HEAD" })).status).not.toBe(200);
  expect((await fetch(link, { headers: { "sec-purpose": "prefetch" } })).status).not.toBe(200);
  expect(await newVisitor().open(link)).toMatchObject({ status: 200 });
});

test("after 15 minutes a link is no longer valid, and nothing typed is left", async () => {
  const { visitor, result } = await tested();
  const [key = ""] = await fixture.redis.client.keys("qm:{T1}:connect-link:*");
  expect(await fixture.redis.client.ttl(key)).toBeLessThanOrEqual(900);
  fixture.time = new Date(fixture.time.getTime() + 15 * 60_000);
  expect(await visitor.submit(result)).toMatchObject({
    status: 404,
    heading: "This link has expired",
  });
  expect(await saved()).toEqual([]);
});

test("a link works in its own workspace only, and a guessed one works nowhere", async () => {
  const link = await fixture.link();
  const gone = { status: 404, heading: "This link has expired" };
  expect(await newVisitor().open(link.replace("/T1/", "/T2/"))).toMatchObject(gone);
  expect(await newVisitor().open(link.slice(0, -1) + (link.endsWith("A") ? "B" : "A"))).toMatchObject(gone);
  expect(await newVisitor().open(`${link}x`)).toMatchObject(gone);
  expect(await newVisitor().open(link.replace("/T1/", "/T1%7D:x/"))).toMatchObject(gone);
});

test("a person who is no longer an admin is refused at every step", async () => {
  const { visitor, result } = await tested();
  fixture.role = "operator";
  const refused = { status: 403, heading: texts.notAllowed };
  expect(await visitor.submit(result)).toMatchObject(refused);
  expect(await visitor.open(result.url.replace(/\/test$/, ""))).toMatchObject(refused);
  expect(await saved()).toEqual([]);
  const ofSaving = (await entries()).filter(({ action }) => action !== "connection.test");
  expect(ofSaving).toMatchObject([{ userId: "U1", action: "connection.create", result: "refused" }]);
  fixture.role = "admin";
  expect(await visitor.submit(result)).toMatchObject({ status: 200 });
});

test("a form that another page sends does nothing", async () => {
  const { visitor, form } = await atForm();
  const forged = { status: 403, heading: texts.forged.title };
  expect(await visitor.submit(form, { ...typed(), csrf: "" })).toMatchObject(forged);
  const elsewhere = newVisitor();
  const { hidden } = await elsewhere.open(await fixture.link());
  expect(await visitor.submit(form, { ...typed(), ...hidden })).toMatchObject(forged);
  const url = new URL(form.action, form.url).href;
  const body = new URLSearchParams({ ...typed(), ...form.hidden });
  const crossSite = { method: "POST", body, headers: { "sec-fetch-site": "cross-site" } };
  expect(await visitor.send(url, crossSite)).toMatchObject(forged);

  const result = await visitor.submit(form, typed());
  expect(await visitor.submit(result, { csrf: form.hidden["csrf"] ?? "" })).toMatchObject(forged);
  expect(await saved()).toEqual([]);
});

test("a body that none of our forms sends is answered 415, and is not a bug", async () => {
  const { visitor, form } = await atForm();
  const url = new URL(form.action, form.url).href;
  const types = ["multipart/form-data; boundary=x", "multipart/form-data", "application/json", "text/plain"];
  for (const type of types) {
    const sent = { method: "POST", body: "--x\r\nbroken", headers: { "content-type": type } };
    expect([type, await visitor.send(url, sent)]).toMatchObject([type, { status: 415 }]);
  }
  expect(fixture.log.join("")).not.toContain("bug");
  expect(await visitor.submit(form, typed())).toMatchObject({ status: 200 });
});

test("each problem is shown beside its field, and no secret comes back", async () => {
  const { visitor, form } = await atForm();
  const again = await visitor.submit(
    form,
    typed({
      name: "My shop!",
      baseUrl: "http://api.example.com",
      organizationId: "mine",
      keyId: "id:with-colon",
      keySecret: "with space",
    }),
  );
  expect(again.status).toBe(422);
  expect(again.errorAt("name")).toBe(badName);
  expect(again.errorAt("baseUrl")).toBe(
    "The address must begin with https://, so no one can read the key on its way.",
  );
  expect(again.errorAt("organizationId")).toContain("looks like 5f0c9a52");
  expect(again.errorAt("keyId")).toBe(texts.colonInKeyId);
  expect(again.errorAt("keySecret")).toBe(texts.badSecret("key secret"));
  expect(again.html).toContain('value="http://api.example.com"');
  expect(again.html).not.toMatch(/with-colon|with space/);
  expect(again.html.match(/autofocus/g)).toHaveLength(1);
});

test.each([
  ["", probeTexts.missingAddress],
  ["api.example.com", probeTexts.badAddress()],
  ["ftp://api.example.com", probeTexts.badAddress()],
  ["https://api.example.com@10.0.0.1", probeTexts.noUserInfo],
  ["https://me:secret@api.example.com", probeTexts.noUserInfo],
  ["https://api.example.com/?a=b", probeTexts.noQuery],
  ["https://0x7f000001", probeTexts.notPublic],
  ["https://[::ffff:169.254.169.254]", probeTexts.notPublic],
  ["https://api.example.com:25", probeTexts.badPort],
])("the address %j is refused beside its field", async (baseUrl, problem) => {
  const { visitor, form } = await atForm();
  expect((await visitor.submit(form, typed({ baseUrl }))).errorAt("baseUrl")).toBe(problem);
});

test("a name that leads to a private address is refused when the app connects to it", async () => {
  const { visitor, form } = await atForm();
  const page = await visitor.submit(
    form,
    typed({ baseUrl: `https://localhost:${new URL(fixture.cloud.url).port}` }),
  );
  expect(page).toMatchObject({ status: 422 });
  expect(page.html).toContain("not on the public Internet, so nothing was sent there");
});

test("an unknown key, or one of another organization, is reported and cannot be saved", async () => {
  const [, other] = fixture.cloud.organizations;
  const unknown = (await tested({ keySecret: "wrong-secret" })).result;
  expect(unknown.html).toContain("The deployment refuses this key (401).");
  expect(unknown.html).not.toContain("wrong-secret");
  const elsewhere = (await tested({ organizationId: other?.organizationId ?? "" })).result;
  expect(elsewhere.text).toContain("Services: no right The cloud doesn't allow this with the key (403)");
  for (const page of [unknown, elsewhere])
    expect(page).toMatchObject({ status: 422, action: expect.stringMatching(/\/test$/) });
});

test("each right that a key lacks is listed, and the connection can be saved nevertheless", async () => {
  const match = { pathPattern: "/v1/*/usageCost" };
  const body = { error: "FORBIDDEN: The key may not read costs." };
  await fetch(`${fixture.cloud.controlUrl}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([{ kind: "status", status: 403, body, match }]),
  });
  const { visitor, result } = await tested();
  await fetch(`${fixture.cloud.controlUrl}/faults`, { method: "DELETE" });
  expect(result).toMatchObject({ status: 200, heading: texts.worksPartly });
  expect(result.text).toMatch(/Costs: no right The cloud doesn't allow .*The key may not read costs/);
  expect(await visitor.submit(result)).toMatchObject({ status: 200 });
});

test("a stand-alone server is connected by its address and a token", async () => {
  const { appUrl, token } = fixture.cloud.standalone;
  fixture.allowedHosts.push(new URL(appUrl).host);
  const { visitor, result } = await tested({ kind: "standalone", name: "observe", appUrl, token });
  expect(result).toMatchObject({ status: 200, heading: "It works" });
  await visitor.submit(result);
  expect(await saved()).toMatchObject([{ name: "observe", kind: "standalone", appUrl }]);
});

test("the address of dashboards is kept with the connection", async () => {
  const consoleObservabilityUrl = "https://console.example.com/services/{serviceId}/observability";
  const { visitor, result } = await tested({ consoleObservabilityUrl: `${consoleObservabilityUrl}/` });
  await visitor.submit(result);
  expect(await saved()).toMatchObject([{ consoleObservabilityUrl }]);
});

test.each([
  ["console", "This isn't a web address."],
  ["https://console.example.com/{service}", "This isn't a web address."],
  ["ftp://console.example.com", "The address must begin with https://."],
  ["https://me:secret@console.example.com", probeTexts.noUserInfo],
  ["https://console.example.com/?a=b", probeTexts.noQuery],
])("%j is refused as the address of dashboards", async (consoleObservabilityUrl, problem) => {
  const { visitor, form } = await atForm();
  const again = await visitor.submit(form, typed({ consoleObservabilityUrl }));
  expect(again.errorAt("consoleObservabilityUrl")).toContain(problem);
});

test("a reference is kept if the workspace may name it, and refused otherwise", async () => {
  Object.assign(fixture.environment, { TEAM_T1_ID: typed().keyId, TEAM_T1_SECRET: typed().keySecret });
  const by = { by: "reference", keyId: "", keySecret: "" };
  const { visitor, form } = await atForm();
  const wrong = await visitor.submit(
    form,
    typed({ ...by, keyIdRef: "just-the-key", keySecretRef: "sealed:x-1#key" }),
  );
  expect(wrong.errorAt("keyIdRef")).toBe(texts.badReference);
  expect(wrong.errorAt("keySecretRef")).toBeDefined();
  const result = await visitor.submit(
    wrong,
    typed({ ...by, keyIdRef: "env:TEAM_T1_ID", keySecretRef: "env:TEAM_T1_SECRET" }),
  );
  expect(result).toMatchObject({ status: 200, heading: "It works" });
  await visitor.submit(result);
  expect(await saved()).toMatchObject([{ keyIdRef: "env:TEAM_T1_ID", keySecretRef: "env:TEAM_T1_SECRET" }]);
});

test("the operator's key and the machine's files are never sent to a typed address", async () => {
  const received: string[] = [];
  const server = createServer(({ headers }, response) => {
    received.push(headers.authorization ?? "");
    response.end("{}");
  });
  const host = await allowed(server);
  Object.assign(fixture.environment, {
    CLOUD_KEY_ID: "the-id",
    CLOUD_KEY_SECRET: "the-secret",
    OTHER: "other",
  });
  const { visitor, form } = await atForm();
  const secrets = ["env:CLOUD_KEY_SECRET", "env:OTHER", "env:NOT_SET", "file:/etc/hostname", "file:/none"];
  for (const keySecretRef of secrets) {
    const values = {
      by: "reference",
      baseUrl: `http://${host}`,
      keyIdRef: "env:CLOUD_KEY_ID",
      keySecretRef,
    };
    const page = await visitor.submit(form, typed(values));
    expect(page.errorAt("keyIdRef")).toContain("WORKSPACE_REFERENCES");
    expect(page.errorAt("keySecretRef")).toBe(page.errorAt("keyIdRef"));
  }
  expect(received).toEqual([]);
  const kinds = (await entries()).map(({ after }) => after);
  expect(kinds).toEqual([
    { host, secretGivenBy: "env: reference" },
    { host, secretGivenBy: "env: reference" },
    { host, secretGivenBy: "env: reference" },
    { host, secretGivenBy: "env: reference, file: reference" },
    { host, secretGivenBy: "env: reference, file: reference" },
  ]);
  expect((await entries())[0]).toMatchObject({
    userId: "U1",
    action: "connection.test",
    result: "refused",
  });
});

test("a test is in the audit log before anything is sent, and is not made if it cannot be recorded", async () => {
  const recordedAtArrival: unknown[] = [];
  async function refuse(response: ServerResponse) {
    recordedAtArrival.push((await entries()).at(-1));
    response.writeHead(401).end("{}");
  }
  const server = createServer((_, response) => void refuse(response));
  const host = await allowed(server);
  const { visitor, form } = await atForm();
  await visitor.submit(form, typed({ baseUrl: `http://${host}` }));
  expect(recordedAtArrival[0]).toMatchObject({
    userId: "U1",
    action: "connection.test",
    subject: "shop",
    after: { kind: "managed", host, secretGivenBy: "value" },
    result: "done",
  });
  const requests = recordedAtArrival.length;
  await fixture.redis.client.set("qm:{T1}:audit", "not a stream");
  expect(await visitor.submit(form, typed({ baseUrl: `http://${host}` }))).toMatchObject({ status: 503 });
  expect(recordedAtArrival).toHaveLength(requests);
});

test("a taken name is refused, also if it was taken in the meantime", async () => {
  const first = await tested();
  const second = await tested();
  await first.visitor.submit(first.result);
  const late = await second.visitor.submit(second.result);
  expect(late.errorAt("name")).toContain("already");
  expect(late.html).not.toContain(typed().keySecret);
  expect((await second.visitor.submit(late, typed())).errorAt("name")).toBe(takenName);
  const other = await second.visitor.submit(late, typed({ name: "shop-2" }));
  expect(await second.visitor.submit(other)).toMatchObject({ status: 200 });
  expect((await saved()).map(({ name }) => name)).toEqual(["shop", "shop-2"]);
});

test("no connection can take the name of the operator's own server", async () => {
  const { visitor, form } = await atForm();
  const page = await visitor.submit(form, typed({ name: "Observability" }));
  expect(page.errorAt("name")).toBe(texts.reservedName);
});

test("new credentials replace the old ones, which are deleted", async () => {
  const { before, again, form } = await rotating();
  expect(form.heading).toBe("A new key for shop");
  expect(form.html).not.toContain('id="baseUrl"');
  const { keyId, keySecret } = typed();
  const redirected = { baseUrl: "https://evil.example", name: "other", kind: "standalone" };
  const ready = await again.submit(form, { by: "value", keyId, keySecret, ...redirected });
  expect(ready.heading).toBe("It works");
  expect(await again.submit(ready)).toMatchObject({ status: 200, heading: "The new key is in use" });
  const [after, ...others] = await saved();
  expect(others).toEqual([]);
  expect(after).toEqual({ ...before, keyIdRef: expect.any(String), keySecretRef: expect.any(String) });
  expect(after).not.toEqual(before);
  const old = await fixture
    .context()
    .secrets.resolve(before.keySecretRef)
    .catch((error: unknown) => error);
  expect(isAppError(old, "auth", "user")).toBe(true);
});

test("a new key stays in use if the old one cannot be deleted", async () => {
  const { again, form } = await rotating();
  const ready = await again.submit(form, typed());
  fixture.discards = false;
  expect(await again.submit(ready)).toMatchObject({ status: 200, heading: "The new key is in use" });
  const [connection] = await saved();
  if (connection?.kind !== "managed") throw new Error("It is not managed.");
  expect(await fixture.context().secrets.resolve(connection.keySecretRef)).toBe(typed().keySecret);
});

test("a new key is not kept for a connection that now leads elsewhere, or is gone", async () => {
  const { before, again, form } = await rotating();
  const ready = await again.submit(form, typed());
  const elsewhere = { ...before, baseUrl: "https://elsewhere.example.com" };
  await fixture.context().connections.save(elsewhere);
  expect(await again.submit(ready)).toMatchObject({ status: 503 });
  expect(await saved()).toEqual([elsewhere]);
  await fixture.context().connections.remove("shop");
  expect(await again.submit(ready)).toMatchObject({ status: 503 });
  expect(await saved()).toEqual([]);
});

test("a form larger than any of ours is refused", async () => {
  const { visitor, form } = await atForm();
  const huge = await visitor.submit(form, { name: "x".repeat(70_000) });
  expect(huge).toMatchObject({ status: 413 });
});
