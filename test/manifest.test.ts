import { product } from "../src/app/features.ts";
import { readFile, readdir } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { installPaths } from "../src/features/workspace/install/installing.ts";
import { botScopes } from "../src/platform/slack/web-api/clients.ts";

const eventsAddress = "https://YOUR-DOMAIN/slack/events";

/** A step's inputs or outputs, in the second version of manifests. */
const Parameters = z.strictObject({
  properties: z.record(
    z.string().regex(/^[a-z_]+$/),
    z.strictObject({
      type: z.enum(["string", "slack#/types/user_id"]),
      title: z.string().min(1),
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
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    bot_user: z.strictObject({
      display_name: z.string().regex(/^[\w.-]{1,80}$/),
      always_online: z.boolean(),
    }),
    unfurl_domains: z.tuple([z.literal("YOUR-OBSERVABILITY-DOMAIN")]),
    slash_commands: z
      .array(
        z.strictObject({
          command: z
            .string()
            .regex(/^\/[a-z0-9_-]+$/)
            .max(32),
          description: z.string().min(1).max(2000),
          usage_hint: z.string().min(1).max(1000),
          url: z.literal(eventsAddress),
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
    redirect_urls: z.tuple([z.literal(`https://YOUR-DOMAIN${installPaths.callback}`)]),
    scopes: z.strictObject({ bot: z.array(z.string()) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: z.literal(eventsAddress),
      bot_events: z.array(z.string()),
    }),
    interactivity: z.strictObject({ is_enabled: z.literal(true), request_url: z.literal(eventsAddress) }),
    org_deploy_enabled: z.literal(true),
    function_runtime: z.literal("remote"),
    socket_mode_enabled: z.literal(false),
    token_rotation_enabled: z.literal(false),
  }),
});

let manifest: z.output<typeof Manifest>;

beforeAll(async () => {
  manifest = Manifest.parse(parse(await readFile(new URL("../manifest.yml", import.meta.url), "utf8")));
});

/** The source of all parts that use Slack, to find the calls in it. */
async function slackSources(): Promise<string> {
  const directory = new URL("../src/", import.meta.url);
  const files = (await readdir(directory, { recursive: true })).filter((name) =>
    /^(platform\/slack|features\/workspace\/(install|home))\/.*\.ts$/.test(name),
  );
  return (await Promise.all(files.map((name) => readFile(new URL(name, directory), "utf8")))).join("\n");
}

test("the manifest keeps within Slack's limits and sends everything to one address", () => {
  expect(manifest.display_information.name).toBe("Quartermaster");
});

test("the usage hint is short, and names help and the commands in front", () => {
  const [{ command, usage_hint } = { command: "", usage_hint: "" }] = manifest.features.slash_commands;
  expect(command).toBe("/db");
  expect(usage_hint.length).toBeLessThanOrEqual(80);
  const front = product.commands.filter(({ partOf }) => partOf === undefined);
  expect(usage_hint.split(" | ")).toEqual(["help", ...front.map(({ name }) => name)]);
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
  const endings = ["app_uninstalled", "tokens_revoked", "team_access_revoked"];
  expect(endings.filter((name) => !sources.includes(`z.literal("${name}")`))).toEqual([]);
  const events = [...listened("event"), ...ofSteps, ...endings];
  expect(new Set(events)).toEqual(new Set(manifest.settings.event_subscriptions.bot_events));
});

test("the app asks for the scopes its calls need and no others", async () => {
  const scopesByMethod: Record<string, string[]> = {
    "auth.test": [],
    "oauth.v2.access": [],
    "chat.postMessage": ["chat:write", "chat:write.public"],
    "chat.postEphemeral": ["chat:write"],
    "chat.unfurl": ["links:read", "links:write"],
    "chat.update": ["chat:write"],
    "functions.completeError": [],
    "functions.completeSuccess": [],
    "conversations.history": ["channels:history", "groups:history"],
    "conversations.replies": ["channels:history", "groups:history"],
    filesUploadV2: ["files:write"],
    "usergroups.users.list": ["usergroups:read"],
    "users.info": ["users:read"],
    "users.list": ["users:read"],
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
  expect(new Set(manifest.oauth_config.scopes.bot)).toEqual(new Set(["commands", ...needed]));
});

test("the install page gives a reason for each scope of the manifest, in its order", () => {
  expect(botScopes.map(({ scope }) => scope)).toEqual(manifest.oauth_config.scopes.bot);
  expect(botScopes.every(({ why }) => why.endsWith("."))).toBe(true);
});
