import { product } from "../src/app/features.ts";
import { readFile, readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { installPaths } from "../src/features/workspace/install/installing.ts";
import { manifestCommand } from "../src/app/manifest.ts";
import { botScopes, optionalScopes } from "../src/platform/slack/web-api/scopes.ts";
import { read } from "./ask/reading.ts";

const host = "quartermaster.example.com";
const eventsAddress = `https://${host}/slack/events`;

/** A step's inputs or outputs, in the second version of manifests. */
const Parameters = z.strictObject({
  properties: z.record(
    z.string().regex(/^[a-z_]+$/),
    z.strictObject({
      type: z.enum(["string", "slack#/types/user_id"]),
      title: z.string().min(1).max(255),
      description: z.string().min(1),
      hint: z.string().optional(),
    }),
  ),
  required: z.array(z.string()),
});

// Slack's limits of a manifest: https://docs.slack.dev/reference/app-manifest
const Manifest = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(2), minor_version: z.int() }),
  display_information: z.strictObject({
    name: z.string().min(1).max(35),
    description: z.string().min(1).max(140),
    long_description: z.string().min(175).max(2000),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    agent_view: z.strictObject({
      agent_description: z.string().min(1).max(300),
      suggested_prompts: z
        .array(z.strictObject({ title: z.string().min(1), message: z.string().min(1) }))
        .max(4),
    }),
    bot_user: z.strictObject({
      display_name: z.string().regex(/^[\w.-]{1,80}$/),
      always_online: z.boolean(),
    }),
    unfurl_domains: z.array(z.string()).max(5).optional(),
    rich_previews: z.strictObject({
      is_active: z.literal(true),
      entity_types: z.array(z.enum(["slack#/entities/item", "slack#/entities/incident"])),
    }),
    shortcuts: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(24),
          description: z.string().min(1).max(150),
          type: z.literal("message"),
          callback_id: z.string().min(1).max(255),
        }),
      )
      .max(10),
    slash_commands: z
      .array(
        z.strictObject({
          command: z
            .string()
            .regex(/^\/[a-z0-9_-]+$/)
            .max(32),
          description: z.string().min(1).max(2000),
          // Slack takes 1000, and shows them all below what a person types.
          usage_hint: z.string().min(1).max(80),
          url: z.literal(eventsAddress).optional(),
          should_escape: z.boolean(),
        }),
      )
      .length(1),
  }),
  functions: z.record(
    z
      .string()
      .regex(/^[a-z0-9_]+$/)
      .max(100),
    z.strictObject({
      title: z.string().min(1).max(255),
      description: z.string().min(1),
      input_parameters: Parameters,
      output_parameters: Parameters,
    }),
  ),
  oauth_config: z.strictObject({
    redirect_urls: z.tuple([z.literal(`https://${host}${installPaths.callback}`)]).optional(),
    scopes: z.strictObject({ bot: z.array(z.string()), bot_optional: z.array(z.string()) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: z.literal(eventsAddress).optional(),
      bot_events: z.array(z.string()),
    }),
    interactivity: z.strictObject({
      is_enabled: z.literal(true),
      request_url: z.literal(eventsAddress).optional(),
    }),
    org_deploy_enabled: z.literal(true),
    function_runtime: z.literal("remote"),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.literal(false),
  }),
});

/** What `npm run -s manifest -- <words>` prints. */
function printed(words: string): z.output<typeof Manifest> {
  const { text, isDone } = manifestCommand(words.split(" "));
  if (!isDone) throw new Error(text);
  return Manifest.parse(parse(text));
}

const manifest = printed(`--domain ${host}`);

/** The source of all parts that use Slack, to find the calls in it. */
async function slackSources(): Promise<string> {
  const directory = new URL("../src/", import.meta.url);
  const files = (await readdir(directory, { recursive: true })).filter((name) =>
    /^(platform\/slack|features\/workspace\/(install|home))\/.*\.ts$/.test(name),
  );
  return (await Promise.all(files.map((name) => readFile(new URL(name, directory), "utf8")))).join("\n");
}

test("with a domain, Slack sends everything to one address", () => {
  const { features, settings, oauth_config } = manifest;
  expect(features.slash_commands.map(({ url }) => url)).toEqual([eventsAddress]);
  expect(settings.event_subscriptions.request_url).toBe(eventsAddress);
  expect(settings.interactivity.request_url).toBe(eventsAddress);
  expect(settings.socket_mode_enabled).toBe(false);
  expect(oauth_config.redirect_urls).toHaveLength(1);
});

test.each(["--socket", `--socket --domain ${host}`])(
  "with %s there is no address, and all else is the same",
  (words) => {
    const text = JSON.stringify(printed(words));
    const { features, settings, oauth_config } = printed(words);
    expect(text).not.toContain(host);
    expect(settings.socket_mode_enabled).toBe(true);
    expect(oauth_config).toEqual({ scopes: manifest.oauth_config.scopes });
    expect(settings.event_subscriptions.bot_events).toEqual(manifest.settings.event_subscriptions.bot_events);
    expect(features.slash_commands[0]?.usage_hint).toBe(manifest.features.slash_commands[0]?.usage_hint);
  },
);

test("links get cards on the consoles that are given, each once and at most five", () => {
  expect(manifest.features.unfurl_domains).toEqual([host]);
  expect(printed("--socket").features.unfurl_domains).toBeUndefined();
  const two = "--console a.example.com --console B.example.com --console a.example.com";
  expect(printed(`--socket ${two}`).features.unfurl_domains).toEqual(["a.example.com", "b.example.com"]);
  const six = [1, 2, 3, 4, 5, 6].flatMap((n) => ["--console", `console-${n}.example.com`]);
  const { text, isDone } = manifestCommand(["--socket", ...six]);
  expect([isDone, text.split("\n")[0]]).toEqual([false, "Slack takes at most five consoles."]);
  const five = manifestCommand(["--domain", host, ...six.slice(2)]);
  expect([five.isDone, five.text.split("\n")[0]]).toEqual([
    false,
    "Slack takes at most four consoles beside the domain.",
  ]);
});

test.each([
  ["--domain https://quartermaster.example.com", "--domain must be a host name alone"],
  ["--domain quartermaster.example.com/", "--domain must be a host name alone"],
  ["--domain localhost", "--domain must be a host name alone"],
  ["--domain 127.0.0.1", "--domain must be a host name alone"],
  ["--socket --console https://observe.example.com", "--console must be a host name alone"],
  ["--console observe.example.com", "Add --domain or --socket."],
  ["--domain", "Option '--domain <value>' argument missing"],
  ["--sockets", "Unknown option '--sockets'"],
])("%s is answered with the problem and the usage", (words, problem) => {
  const { text, isDone } = manifestCommand(words.split(" "));
  expect(isDone).toBe(false);
  expect(text).toContain(problem);
  expect(text).toContain("npm run -s manifest -- --socket");
});

test("the usage hint names help and the commands in front", () => {
  const [{ command, usage_hint } = { command: "", usage_hint: "" }] = manifest.features.slash_commands;
  expect(command).toBe("/db");
  expect(usage_hint.split(" | ")).toEqual(expect.arrayContaining(["help", "create", "admin"]));
});

test("the app listens to exactly the command, the steps and the events that the manifest names", async () => {
  const sources = await slackSources();
  const listened = (kind: string) =>
    new Set([...sources.matchAll(new RegExp(String.raw`\.${kind}\("([^"]+)"`, "g"))].map(([, name]) => name));
  expect(listened("command")).toEqual(
    new Set(manifest.features.slash_commands.map(({ command }) => command)),
  );
  const steps = new Set(product.steps.map(({ callbackId }) => callbackId));
  expect(steps).toEqual(new Set(Object.keys(manifest.functions)));
  const ofSteps = steps.size > 0 ? ["function_executed"] : [];
  // These are accepted durably before Slack hears that they arrived.
  const endings = ["app_uninstalled", "channel_id_changed", "tokens_revoked", "team_access_revoked"];
  expect(endings.filter((name) => !sources.includes(`z.literal("${name}")`))).toEqual([]);
  // Of messages, only direct ones are sent.
  const heard = [...listened("event")].map((name) => (name === "message" ? "message.im" : name));
  const events = [...heard, ...ofSteps, ...endings];
  expect(new Set(events)).toEqual(new Set(manifest.settings.event_subscriptions.bot_events));
});

test("each suggested question is clear and changes nothing, or gets help", () => {
  const { suggested_prompts: prompts } = manifest.features.agent_view;
  const understood = prompts.map(({ message }) => read(message));
  expect(understood.map(({ meanings: [meant], isClear }) => isClear && meant?.line)).toEqual([
    "costs last week",
    "backups",
    "alerts",
    "help",
  ]);
  const entries = understood.flatMap(({ meanings: [meant] }) => meant?.entry ?? []);
  expect(entries.every(({ effect, opens }) => effect === "read" && !opens)).toBe(true);
});

test("the app asks for the scopes its calls need and no others", async () => {
  const scopesByMethod: Record<string, string[]> = {
    "agents.sessions.setStatus": ["chat:write"],
    "auth.test": [],
    "oauth.v2.access": [],
    "chat.postMessage": ["chat:write", "chat:write.public"],
    "chat.postEphemeral": ["chat:write"],
    "chat.unfurl": ["links:read", "links:write"],
    "chat.update": ["chat:write"],
    "entity.presentDetails": [],
    "functions.completeError": [],
    "functions.completeSuccess": [],
    "conversations.history": ["channels:history", "groups:history"],
    "conversations.replies": ["channels:history", "groups:history"],
    filesUploadV2: ["files:write"],
    "usergroups.list": ["usergroups:read"],
    "usergroups.users.list": ["usergroups:read"],
    "users.profile.get": ["users.profile:read"],
    "users.info": ["users:read"],
    "users.list": ["users:read"],
    "users.lookupByEmail": ["users:read.email"],
    "views.open": [],
    "views.push": [],
    "views.update": [],
    "views.publish": [],
  };
  const sources = await slackSources();
  const named = [...sources.matchAll(/(?:\.apiCall|\bcall)\("([\w.]+)"/g)];
  const called = [
    ...sources.matchAll(/\b(?:interactive|posting|client)\.(?!apiCall)([a-z]+(?:\.[a-z]+)*[a-zA-Z\d]*)\(/g),
  ];
  const methods = [...named, ...called].map(([, method = ""]) => method);
  const needed = methods.flatMap((method) => scopesByMethod[method] ?? [`a scope for ${method}`]);
  const ofMessages = ["im:history", "app_mentions:read"];
  // Slack sends channel_id_changed only with it.
  const ofMoves = ["groups:read"];
  // Slack adds it to an app that the manifest declares as an agent.
  const ofAgents = ["assistant:write"];
  expect(new Set(manifest.oauth_config.scopes.bot)).toEqual(
    new Set(["commands", ...ofMessages, ...ofMoves, ...ofAgents, ...needed]),
  );
});

test("the install page gives a reason for each scope of the manifest, in its order", () => {
  expect(botScopes.map(({ scope }) => scope)).toEqual(manifest.oauth_config.scopes.bot);
  expect(botScopes.every(({ why }) => why.endsWith("."))).toBe(true);
});

test("what works without a scope is asked for as optional, and is also in the list of all scopes", () => {
  const { bot, bot_optional: optional } = manifest.oauth_config.scopes;
  expect(optional).toEqual(optionalScopes);
  expect(optional.filter((scope) => !bot.includes(scope))).toEqual([]);
});
