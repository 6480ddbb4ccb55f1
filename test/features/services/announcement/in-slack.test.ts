import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { ageService } from "../../../support/ageing.ts";
import { atStep, submitFilled, titled } from "../../../support/create-walk.ts";
import { offersPassword } from "../../../support/new-password.ts";
import { type SeenMessage, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";
import { useWatchedEnvironment } from "../../../support/watched-environment.ts";

const watched = useWatchedEnvironment({ ownProcess: false, provisioningMs: 300 });
const { environment } = watched;
let id: string;
const host = "abc123.eu-west-1.db.example.com";

// Each test has a service of its own: one that two requests name is matched to the later one.
beforeEach(() => void (id = randomUUID()));

/** A fault: the cloud reports this of a service, `times` times or from now on. */
function reported(service: object, times?: number) {
  const body = { status: 200, requestId: "r1", result: { id, ...service } };
  return {
    kind: "status",
    status: 200,
    body,
    ...(times ? { times } : {}),
    match: { operation: "getService" },
  };
}

/** A fault: the cloud answers the next create with this, and creates nothing. */
function created(service: object) {
  const body = { status: 200, requestId: "r1", result: { service: { id, ...service }, password: "p" } };
  return { kind: "status", status: 200, body, times: 1, match: { operation: "createService" } };
}

/** Every text of a message, as people see and copy it. */
function linesIn({ blocks }: SeenMessage): string[] {
  return [...JSON.stringify(blocks).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => {
    const line: unknown = JSON.parse(text);
    return String(line);
  });
}

test("the announcement of a running service has a line to copy for each endpoint, and a hostile one as plain text", async () => {
  const { ada } = environment;
  const endpoints = [
    { protocol: "https", host, port: 8443, username: "default" },
    { protocol: "mysql", host, port: 3306, username: "default" },
    { protocol: "mysql", host, port: 3306, username: "default" },
    { protocol: "nativesecure", host, port: 9440, username: null },
    { protocol: "<!channel>", host: "evil.example.com;id", port: 1, username: "<@U0ADAPARK1>" },
  ];
  await environment.faults(reported({ state: "running", endpoints }));
  await submitFilled(ada, "lines");
  const message = await ada.waitForMessage("databases", "*lines* is running");
  expect(linesIn(message)).toEqual(
    expect.arrayContaining([
      `curl --user 'default' 'https://${host}:8443/'`,
      `mysql --host=${host} --port=3306 --user=default --password`,
      `nativesecure://${host}:9440`,
    ]),
  );
  expect(message.text).toContain(`\`curl --user 'default' 'https://${host}:8443/'\``);
  expect(linesIn(message).filter((line) => line.startsWith("mysql --host"))).toHaveLength(1);
  expect(shownText(message)).toMatch(/requested by <@U0ADAPARK1> · id `[0-9a-f-]{36}`/);
  expect(shownText(message)).toContain("No command: this doesn't look like an address");
  // The requester is mentioned. The server's text has no mention.
  expect(message.text.replace("requested by <@U0ADAPARK1>", "")).not.toMatch(/<[!@]/);
});

test("a running service without endpoints is followed until the cloud names them", async () => {
  const { ada } = environment;
  await environment.faults(
    created({ state: "provisioning", endpoints: null }),
    reported({ state: "running" }, 2),
    reported({ state: "running", endpoints: [{ protocol: "https", host, port: 8443 }] }),
  );
  await submitFilled(ada, "endpoints later");
  const early = await ada.waitForMessage("databases", "*endpoints later* is running");
  expect(shownText(early)).toContain(
    "The cloud hasn't named an endpoint yet. Its console shows how to connect.",
  );
  await until(async () => {
    const messages = await ada.messages("databases");
    return messages.some(
      (message) => message.ts === early.ts && shownText(message).includes(`https://${host}:8443/`),
    );
  });
});

test("when the key may create but not read, the announcement says that the cloud does not report", async () => {
  const { ada } = environment;
  await environment.faults(
    { kind: "status", status: 403, match: { operation: "getService" } },
    { kind: "status", status: 403, match: { operation: "listServices" } },
  );
  await submitFilled(ada, "unseen");
  await ada.waitForMessage("databases", "*unseen* is created. This cloud doesn't report");
});

test("a state's case does not matter", async () => {
  const { ada } = environment;
  await environment.faults(created({ state: "RUNNING" }));
  await submitFilled(ada, "loud");
  await ada.waitForMessage("databases", "*loud* is running");
});

test("a service that is not listed yet is read again", async () => {
  const { ada } = environment;
  await environment.faults(
    { kind: "unserved", times: 2, match: { operation: "getService" } },
    { kind: "status", status: 200, body: { result: [] }, times: 1, match: { operation: "listServices" } },
  );
  await submitFilled(ada, "unlisted");
  await ada.waitForMessage("databases", "*unlisted* is running");
});

test("a service that does not run within half an hour is no longer followed, and its announcement says so", async () => {
  const { ada } = environment;
  await environment.faults(reported({ state: "provisioning" }));
  await submitFilled(ada, "slow one");
  await ada.waitForMessage("databases", "Creating *slow one*…");
  await ageService(environment.redisUrl, "slow one", 31);
  await ada.waitForMessage("databases", "*slow one* still isn't running after 30 minutes.");
});

test("the announcement of a failed service opens the form again as typed", async () => {
  const { ada } = environment;
  await environment.faults(reported({ state: "failed" }));
  await submitFilled(ada, "came to nothing");
  await ada.waitForModal(titled("Created"));
  await ada.close();
  const message = await ada.waitForMessage("databases", "*came to nothing* couldn't start.");
  await ada.click(message, "form-again");
  const form = await ada.waitForModal(atStep("Step "));
  expect(shownText(form)).toContain("came to nothing");
});

test("a message in the announcement's thread tells the requester that the service runs, once and by name", async () => {
  const { ada } = environment;
  await environment.faults(created({ state: "provisioning" }), reported({ state: "running" }));
  await submitFilled(ada, "worth a ping");
  const root = await ada.waitForMessage("databases", "*worth a ping* is running");
  const told = await ada.waitForMessage("databases", "Your service “worth a ping” is running.");
  expect(told.text).toContain(`<@${ada.id}>`);
  expect(told.threadTs).toBe(root.ts);
  const all = (await ada.messages("databases")).filter(({ text }) =>
    text.includes("Your service “worth a ping”"),
  );
  expect(all).toHaveLength(1);
});

test("a deleted announcement causes no error, and the modal still shows the password", async () => {
  const { ada } = environment;
  await submitFilled(ada, "deleted");
  const message = await ada.waitForMessage("databases", (each) => each.text.includes("*deleted*"));
  await fetch(`${environment.slack.apiUrl}chat.delete`, {
    method: "POST",
    headers: { authorization: `Bearer ${environment.slack.botToken}`, "content-type": "application/json" },
    body: JSON.stringify({ channel: message.channel, ts: message.ts }),
  });
  await until(async () =>
    watched.toSlack.passed.some(({ answered }) => answered.includes("message_not_found")),
  );
  expect(offersPassword(await ada.waitForModal(titled("Created")))).toBe(true);
  await ada.click(await ada.waitForModal(), "show-password");
  await ada.waitForModal(titled("Password"));
  expect(environment.app.output()).not.toContain("a step failed");
});
