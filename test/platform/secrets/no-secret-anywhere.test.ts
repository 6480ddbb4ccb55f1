import { services } from "../../../src/features/services/index.ts";
import { product } from "../../../src/app/features.ts";
import { expect, test } from "vitest";
import { placedElements, blocksOf } from "@quartermaster/local-slack/person";
import { settings } from "../../../src/app/config/variables.ts";
import { settingFacts } from "../../../src/app/config/setting.ts";
import { calling } from "../../support/fake-model.ts";
import { interact } from "../../support/form-payload.ts";
import { newMark, useMarkedEnvironment } from "../../support/marked-environment.ts";
import { answerTo } from "../../support/answer-to.ts";
import { newToken, program } from "../../support/program.ts";
import { person } from "../../support/slack-person.ts";
import { until } from "../../support/until.ts";
import { postAlerts } from "../../features/alerts/marked.ts";
import { connectInAllWays } from "../../features/connections/marked.ts";
import { filledIn } from "./marked-forms.ts";
import { install, pages, registeredPages } from "./marked-pages.ts";
import { snoozeForm } from "../../../src/features/alerts/actions/snooze.ts";

const all = useMarkedEnvironment();
const { watched, mark, marked } = all;
const { environment } = watched;

test("each secret setting of the app is marked", () => {
  const secret = Object.entries(settings).filter(([, schema]) => settingFacts.get(schema)?.secret);
  const known = [...all.marks.values()];
  const unmarked = secret.filter(
    ([name]) => !known.some((one) => environment.environment[name]?.includes(one)),
  );
  // Redis has no password here, and there is neither Socket Mode nor a proxy: test/app/proxy has both.
  expect(unmarked.map(([name]) => name).toSorted()).toEqual([
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "REDIS_URL",
    "SLACK_APP_TOKEN",
  ]);
});

/** All requests come through the watched address. */
const throughProxy = () => ({ ...environment, app: { ...environment.app, url: watched.toApp.url } });

/** How much of the app's output was looked at, and how many lines there say that a command was answered. */
const looked = { upTo: 0, answered: 0 };

/** How many commands were answered so far, including those that are answered at once. */
function answeredSoFar(): number {
  const atOnce = watched.toApp.passed.filter(
    ({ path, answered }) => path === "/slack/events" && answered.includes('"text"'),
  );
  const output = environment.app.output();
  const end = output.lastIndexOf("\n") + 1;
  const more = output.slice(looked.upTo, end).match(/"msg":"(?:command|question) answered"/g) ?? [];
  looked.upTo = end;
  looked.answered += more.length;
  return atOnce.length + looked.answered;
}

/** Sends lines one after the other until each is answered, without reading Slack in between. Returns how many. */
async function sayAll(user: string, lines: readonly string[]): Promise<number> {
  const before = answeredSoFar();
  const channel = environment.slack.channels.find(({ name }) => name === "databases")?.id;
  for (const text of lines) {
    await fetch(`${environment.slack.url}/page/send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ user, channel, text }),
    });
    // An open form would replace the next one.
    if (text.startsWith("/db create")) await closed(user);
  }
  await until(async () => answeredSoFar() >= before + lines.length);
  await closed(user);
  return answeredSoFar() - before;
}

async function closed(user: string): Promise<void> {
  await using someone = person(environment.slack, user);
  if (await someone.modal()) await someone.close({ cleared: true, lost: true });
}

test("a workspace installs the app, and makes connections in all ways", async () => {
  await install(all);
  await connectInAllWays(all);
  expect(all.marks.has("typed token")).toBe(true);
});

test("every page is opened, and addresses without a page", async () => {
  expect(Object.keys(pages).toSorted()).toEqual(registeredPages());
  const wrong = ["/", "/admin", "/slack/events", "/hooks/none", "/hooks/T0ACME0001-none/whsec_none"];
  for (const path of [...Object.values(pages).flat(), ...wrong]) {
    for (const method of ["GET", "POST"]) await fetch(watched.toApp.url + path, { method });
  }
});

test("alerts come with right and wrong secrets", async () => {
  await postAlerts(all);
  expect(all.marks.has("wrong secret of a hook")).toBe(true);
});

test("programs read, propose and are refused", async () => {
  mark("token of a program", await newToken(environment.ada, "marked", "propose"));
  mark("revoked token of a program", await newToken(environment.ada, "revoked", "propose"));
  mark(
    "wrong token of a program",
    `qmt_${environment.slack.teamId}_${newMark().slice(0, 43).padEnd(43, "x")}`,
  );
  mark("secret in a program's arguments", newMark());
  const secret = marked("secret in a program's arguments");
  await using client = await program(watched.toApp.url, marked("token of a program"), "2026");
  for (const name of ["services_list", "access_show", "services_show", secret])
    await client.callTool({ name, arguments: { service: secret } }).catch(() => undefined);
  for (const command of ["hooks_pause", "hooks_create", "services_create", secret])
    await client.callTool({
      name: "propose_command",
      arguments: { command, arguments: { [secret]: secret } },
    });
  await answerTo(environment.ada, "/db admin tokens revoke revoked", "I revoked the token");
  for (const what of ["revoked token of a program", "wrong token of a program"])
    await expect(program(watched.toApp.url, marked(what), "2025")).rejects.toThrow(/token/i);
});

test("a model reads a question, and a question with a secret stays here", async () => {
  const { ada } = environment;
  mark("secret in a question", newMark());
  const questions = ["good morning, dear machine", `do something about ${marked("secret in a question")}`];
  for (const [index, question] of questions.entries()) {
    watched.toModel.answerNext("/chat/completions", calling(["presets_list", {}]));
    await ada.say("databases", `@Quartermaster ${question}`);
    await ada.waitForMessage("databases", ["A model read your sentence", "I can't do that"][index] ?? "");
  }
  expect(watched.toModel.passed).toHaveLength(1);
});

test.each(Object.entries(filledIn))("the form %s is opened, filled in and sent", async (_, fillIn) => {
  await expect(fillIn(all)).resolves.toBeUndefined();
});

const examples = product.commands.flatMap((command) => command.examples);
const misunderstood = product.commands.flatMap(({ name }) => [
  `/db ${name}`,
  `/db help ${name}`,
  `/db ${name}s`,
]);
/** Commands that people might give a secret to. */
const mistaken = ["connect", "connections", "connections rotate", "hook", "hook show"];

test.each([
  ["all is well", "Ada Park", []],
  ["the cloud does not know the key any more", "Ada Park", [{ kind: "status", status: 401 }]],
  ["the asker is a viewer, and the cloud fails", "Noor Haddad", [{ kind: "status", status: 500 }]],
])("every command is run while %s", async (_, name, faults) => {
  if (faults.length > 0) await environment.faults(...faults);
  const user = environment.slack.users.find((one) => one.name === name)?.id ?? "";
  expect(await sayAll(user, examples)).toBeGreaterThanOrEqual(examples.length);
});

test("every command is misused, and some get a secret", async () => {
  mark("secret typed after a command", newMark());
  const typed = mistaken.map((name) => `/db ${name} ${marked("secret typed after a command")}`);
  const lines = [...misunderstood, ...typed];
  expect(await sayAll(environment.ada.id, lines)).toBeGreaterThanOrEqual(lines.length);
});

/** Buttons that run one command about different things are of one kind. */
function kindOf(actionId: string): string {
  const [, how = "", call] = /^(run|page):(?:sure:)?\{"call":"(\w+)"/.exec(actionId) ?? [];
  if (call !== undefined) return `${how}:${call}`;
  return /^(run|page):/.test(actionId) ? actionId.split(" ").slice(0, 2).join(" ") : actionId;
}

test("every button is clicked in its own view or message", async () => {
  const { ada } = environment;
  await ada.home();
  const home = await ada.waitForHome();
  const messages = await Promise.all(["databases", "direct", "incidents"].map((name) => ada.messages(name)));
  const pressed = new Set<string>();
  for (const location of [home, ...messages.flat().toReversed()]) {
    for (const { actionId, type, element } of placedElements(blocksOf(location))) {
      const kind = kindOf(actionId);
      if (type !== "button" || element.url !== undefined || pressed.has(kind)) continue;
      pressed.add(kind);
      await ada.click(location, actionId);
      // The others open nothing.
      if (kind === actionId || kind === "run:services_create") await closed(ada.id);
    }
  }
  expect([...pressed]).toEqual(
    expect.arrayContaining(["run:services_create", "run:hooks_list", "alerts:details"]),
  );
});

test("every action is sent to the app from a message without its button", async () => {
  for (const { actionId } of product.interactions) {
    for (const value of ["", "none", "{}"]) {
      const { status } = await interact(throughProxy(), {
        type: "block_actions",
        user: { id: environment.ada.id, username: "ada" },
        channel: { id: environment.slack.channels[0]?.id },
        message: { ts: "1.000000" },
        response_url: `${watched.toSlack.url}/response/none`,
        actions: [{ type: "button", action_id: actionId, block_id: "b", value }],
      });
      expect(status).toBe(200);
    }
  }
});

test("the app gets impossible requests, and Slack fails", async () => {
  const url = `${watched.toApp.url}/slack/events`;
  const body = new URLSearchParams({ command: "/db", text: "services" });
  const wrong = { "x-slack-signature": "v0=wrong", "x-slack-request-timestamp": String(Date.now()) };
  for (const headers of [{}, wrong]) {
    const { status } = await fetch(url, { method: "POST", body, headers });
    expect(status).toBe(401);
  }
  await interact(throughProxy(), { type: "view_submission", user: { id: environment.ada.id } });
  for (const status of [401, 500]) {
    watched.toSlack.answerNext("/views.open", { status, body: "<html>" });
    await sayAll(environment.ada.id, ["/db create"]);
  }
});

/** The secrets that must be somewhere, with their locations. No other secret may be anywhere. */
const meant: Record<string, string[]> = {
  // The app's own credentials.
  "bot token": ["to Slack, head"],
  "client secret": ["to Slack /api/oauth.v2.access"],
  "code of an installation": ["to Slack /api/oauth.v2.access"],
  "key secret of the environment": ["to the cloud, head"],
  "token of observability": ["to the cloud, head"],
  "key of the model": ["to the model, head"],
  "typed key id": ["to the cloud, head"],
  "typed key secret": ["to the cloud, head"],
  "typed token": ["to the cloud, head"],
  "wrong key secret": ["to the cloud, head"],
  "encryption key": ["to the cloud"],
  // It goes back to the program that sent it.
  "secret in a program's arguments": ["answers at /mcp"],
  // Shown to one person only.
  "password of a service": ["to Slack /api/views"],
  "token of a program": ["answers to Slack"],
  "revoked token of a program": ["answers to Slack"],
  "secret of a hook": ["to Slack /response, to the asker"],
  "new secret of a hook": ["to Slack /response, to the asker"],
  "secret of a signed hook": ["to Slack /response, to the asker"],
  "token of a connect link": [
    "answers at /connect",
    "answers at /connect, head",
    "to Slack /response, to the asker",
  ],
  "cookie of a connect page": ["answers at /connect, head"],
  "cookie of an installation": ["answers at /slack/install/start, head"],
  "state of an installation": ["answers at /slack/install/start, head"],
  "secret typed after a command": ["answers to Slack"],
};

test("no secret is anywhere except in its own locations", async () => {
  const names = [...(services.forms ?? []), snoozeForm].map(({ name }) => name);
  expect(Object.keys(filledIn).toSorted()).toEqual(names.toSorted());
  await environment.app.end("SIGTERM");
  const found = Object.entries(await all.locations()).filter(([, where]) => where.length > 0);
  expect(Object.fromEntries(found)).toEqual(meant);
});
