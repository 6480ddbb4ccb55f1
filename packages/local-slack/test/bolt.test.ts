import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { App, HTTPReceiver, LogLevel, SocketModeReceiver } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { expect, test } from "vitest";
import { startLocalSlack, type LocalSlack } from "../src/server.ts";
import { person } from "../src/drive/person.ts";

const form = (title: string): ModalView => ({
  type: "modal",
  callback_id: "create",
  title: { type: "plain_text", text: title },
  submit: { type: "plain_text", text: "Create" },
  blocks: [
    {
      type: "input",
      block_id: "name",
      label: { type: "plain_text", text: "Name" },
      element: { type: "plain_text_input", action_id: "name" },
    },
  ],
});

/** A command, a modal that is opened, updated and submitted, and a message in the channel. */
function listen(app: App): void {
  app.command("/app", async ({ ack, body, client, respond }) => {
    await ack();
    if (body.text === "help") return void (await respond("Here you are"));
    const opened = await client.views.open({ trigger_id: body.trigger_id, view: form("Loading") });
    const { id = "", hash } = opened.view ?? {};
    await client.views.update({ view_id: id, hash, view: form("Create a service") });
  });
  app.view("create", async ({ ack, view, client }) => {
    await ack();
    const name = view.state.values.name?.name?.value;
    await client.chat.postMessage({ channel: "#databases", text: `${name} is on its way` });
  });
}

/** Ada uses the whole app, and what she sees is checked. */
async function walk(slack: LocalSlack): Promise<string[]> {
  await using ada = person(slack, "Ada Park");
  await ada.command("databases", "/app help");
  const help = await ada.waitForMessage("databases", "Here you are");
  await ada.command("databases", "/app create");
  const modal = await ada.waitForModal(({ title }) => title === "Create a service");
  await ada.fill("Name", "Orders");
  await ada.submit();
  await ada.waitForNoModal();
  const news = await ada.waitForMessage("databases", "is on its way");
  return [help.text, modal.title ?? "", news.text];
}

const seen = ["Here you are", "Create a service", "Orders is on its way"];

async function serve(receiver: HTTPReceiver): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => receiver.requestListener(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

test("a Bolt app over HTTP replies to a command, opens and updates a modal, and accepts its submission", async () => {
  const slack = await startLocalSlack({ page: false });
  const { signingSecret, botToken: token, apiUrl: slackApiUrl } = slack;
  const receiver = new HTTPReceiver({ signingSecret, endpoints: "/slack/events", logLevel: LogLevel.ERROR });
  const app = new App({ token, receiver, clientOptions: { slackApiUrl }, deferInitialization: true });
  listen(app);
  await app.init();
  const { server, url } = await serve(receiver);
  slack.setAppUrl(url);
  try {
    await expect(walk(slack)).resolves.toEqual(seen);
  } finally {
    await slack.close();
    server.close();
  }
});

test("a Bolt app in Socket Mode does the same without an address", async () => {
  const slack = await startLocalSlack({ page: false });
  const { appToken, botToken: token, apiUrl: slackApiUrl } = slack;
  const receiver = new SocketModeReceiver({
    appToken,
    logLevel: LogLevel.ERROR,
    installerOptions: { clientOptions: { slackApiUrl } },
  });
  const app = new App({ token, receiver, clientOptions: { slackApiUrl } });
  listen(app);
  await app.start();
  try {
    await expect(walk(slack)).resolves.toEqual(seen);
  } finally {
    await app.stop();
    await slack.close();
  }
});

test("a Bolt app in Socket Mode gets a workflow's step and completes it", async () => {
  const manifestPath = `${import.meta.dirname}/step-manifest.yml`;
  const slack = await startLocalSlack({ page: false, manifestPath });
  const { appToken, botToken: token, apiUrl: slackApiUrl } = slack;
  const receiver = new SocketModeReceiver({
    appToken,
    logLevel: LogLevel.ERROR,
    installerOptions: { clientOptions: { slackApiUrl } },
  });
  const app = new App({ token, receiver, clientOptions: { slackApiUrl } });
  app.function("order_table", async ({ inputs, complete }) => {
    await complete({ outputs: { number: `${String(inputs.restaurant)} 7` } });
  });
  await app.start();
  await using ada = person(slack, "Ada Park");
  try {
    const executionId = await ada.runStep("order_table", { restaurant: "Lola", guest: ada.id });
    await expect(ada.waitForStep(executionId)).resolves.toEqual({ ok: true, outputs: { number: "Lola 7" } });
  } finally {
    await app.stop();
    await slack.close();
  }
});
