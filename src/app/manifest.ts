import { parseArgs } from "node:util";
import { Document, isNode } from "yaml";
import { installPaths } from "../features/workspace/install/installing.ts";
import { askCallbackId } from "../platform/slack/interactions/shortcuts.ts";
import { agentDescription, askShortcut, suggestedPrompts } from "../platform/slack/texts.ts";
import { botScopes, optionalScopes } from "../platform/slack/web-api/scopes.ts";
import { product } from "./features.ts";

/** What differs between two operators' Slack apps. */
interface ManifestOptions {
  /** The host name of `PUBLIC_URL`. Undefined in Socket Mode, in which Slack calls no address. */
  domain: string | undefined;
  /** The host names of consoles, at most five together with the domain. Links to them get cards. */
  consoles: readonly string[];
}

/** The Slack app as YAML, as Slack's "create an app from a manifest" takes it. The header is a comment. */
function manifestText(options: ManifestOptions, header: string): string {
  const document = new Document(manifestOf(options));
  document.commentBefore = ` ${header.replaceAll("\n", "\n ")}`;
  const comment = (path: readonly (string | number)[], text: string) => {
    const node = document.getIn(path, true);
    if (isNode(node)) node.commentBefore = ` ${text}`;
  };
  for (const [index, { why }] of botScopes.entries()) comment(["oauth_config", "scopes", "bot", index], why);
  return document.toString({ lineWidth: 0 });
}

/** Slack's rules and limits: https://docs.slack.dev/reference/app-manifest */
function manifestOf({ domain, consoles }: ManifestOptions) {
  // Links to services and alerts have our own domain.
  const unfurled = [...(domain === undefined ? [] : [domain]), ...consoles];
  const url = domain === undefined ? undefined : `https://${domain}/slack/events`;
  return {
    _metadata: { major_version: 2, minor_version: 1 },
    display_information: {
      name: "Quartermaster",
      description:
        "Create cloud databases, check backups, read costs and handle alerts, without leaving Slack.",
      long_description: longDescription,
      background_color: "#1f2a44",
    },
    features: {
      app_home: {
        home_tab_enabled: true,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      // Slack then shows suggested questions, a status and a stop button in direct messages with the app.
      agent_view: { agent_description: agentDescription, suggested_prompts: suggestedPrompts },
      bot_user: { display_name: "Quartermaster", always_online: true },
      // Slack includes the hosts below each of them.
      ...(unfurled.length > 0 ? { unfurl_domains: unfurled } : {}),
      // Slack then shows services and alerts as Work Objects.
      rich_previews: {
        is_active: true,
        entity_types: ["slack#/entities/item", "slack#/entities/incident"],
      },
      shortcuts: [{ ...askShortcut, type: "message", callback_id: askCallbackId }],
      slash_commands: [
        {
          command: "/db",
          description: "Database services, backups, costs, alerts and dashboards",
          usage_hint: ["help", ...frontCommands].join(" | "),
          ...(url ? { url } : {}),
          // Slack then sends channels as their ids, so "in #databases" is understood.
          should_escape: true,
        },
      ],
    },
    functions: { create_database_service: createServiceStep },
    oauth_config: {
      ...(domain === undefined ? {} : { redirect_urls: [`https://${domain}${installPaths.callback}`] }),
      // Slack wants an optional scope in both lists.
      scopes: { bot: botScopes.map(({ scope }) => scope), bot_optional: [...optionalScopes] },
    },
    settings: {
      event_subscriptions: {
        ...(url ? { request_url: url } : {}),
        bot_events: [
          "agent_session_stopped",
          "app_home_opened",
          "app_mention",
          "app_uninstalled",
          "channel_id_changed",
          "entity_details_requested",
          "function_executed",
          "link_shared",
          "message.im",
          "team_access_revoked",
          "tokens_revoked",
        ],
      },
      interactivity: { is_enabled: true, ...(url ? { request_url: url } : {}) },
      // Slack requires these two of an app with functions.
      org_deploy_enabled: true,
      function_runtime: "remote",
      socket_mode_enabled: domain === undefined,
      token_rotation_enabled: false,
    },
  };
}

/** What a person types right after `/db`. Slack shows it below the word. */
const frontCommands = product.commands.filter(({ partOf }) => partOf === undefined).map(({ name }) => name);

/** Slack shows it on the app's page. 175 to 2,000 characters. */
const longDescription = [
  "Quartermaster runs your team's cloud databases from Slack.",
  "Create a service from a form or a preset, and follow it in the channel until it runs.",
  "See which backups are late or failed, and start a new service from one.",
  "Read what each service costs, set budgets, and post a report every week.",
  "Get alerts as one message each: acknowledge, snooze, route or escalate them.",
  "Look at dashboards and change them.",
  "Type /db help to begin.",
].join(" ");

/** The step for Workflow Builder. Slack offers it if the app is installed to the whole organization. */
const createServiceStep = {
  title: "Create a database service",
  description: "Creates a database service from a preset, and continues when it is created.",
  input_parameters: {
    properties: {
      preset: {
        type: "string",
        title: "Preset",
        description: "The name of the preset to create it from.",
        hint: "/db create presets lists them.",
      },
      name: {
        type: "string",
        title: "Name",
        description: "The new service's name: letters, digits and spaces, at most 50 characters.",
      },
      requester: {
        type: "slack#/types/user_id",
        title: "Requester",
        description:
          "The person who is asked before anything is created, and who gets the password and the news.",
      },
      approval_key: {
        type: "string",
        title: "Approval key",
        description: "Only for a workflow that an admin approved, so it needn't ask its requester.",
        hint: "/db admin approvals workflow approve makes one.",
      },
    },
    required: ["preset", "name", "requester"],
  },
  output_parameters: {
    properties: {
      service_id: {
        type: "string",
        title: "Service id",
        description: "The cloud's id of the new service. Empty if the cloud didn't say.",
      },
      service_name: {
        type: "string",
        title: "Service name",
        description: "The name that /db knows the new service by.",
      },
    },
    required: ["service_id", "service_name"],
  },
};

const usage = `Prints the manifest of your Slack app. Paste it at https://api.slack.com/apps > Create New App > From a manifest.

  npm run -s manifest -- --domain quartermaster.example.com   Slack calls your app at this public host name
  npm run -s manifest -- --socket                             Socket Mode: your app calls Slack, and needs no domain

Add --console observe.example.com to show cards for links to that console. You can give up to four, or five with --socket.
`;

const exampleHosts = { domain: "quartermaster.example.com", console: "observe.example.com" };

// Slack reaches no single word such as localhost, and no number alone is a domain.
const hostName = /^(?=.*[a-z])[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/i;

/** The manifest or the problem, and whether it worked. */
interface ManifestOutput {
  text: string;
  isDone: boolean;
}

/** Runs `npm run manifest` with the words after `--`. */
export function manifestCommand(words: readonly string[]): ManifestOutput {
  if (words.length === 0) return failed();
  const { options, problem } = read(words);
  if (options === undefined) return failed(problem);
  const { domain, socket = false, console: given = [] } = options;
  if (domain === undefined && !socket) return failed("Add --domain or --socket.");
  if (domain !== undefined && !isHostName(domain)) return failed(notAHost("domain", domain));
  const wrong = given.find((host) => !isHostName(host));
  if (wrong !== undefined) return failed(notAHost("console", wrong));
  const consoles = [...new Set(given.map((host) => host.toLowerCase()))];
  // Slack takes five domains, and ours is one of them.
  const most = socket ? 5 : 4;
  if (consoles.length > most)
    return failed(
      `Slack takes at most ${socket ? "five" : "four"} consoles${socket ? "" : " beside the domain"}.`,
    );
  const manifest = { domain: socket ? undefined : domain?.toLowerCase(), consoles };
  return { text: manifestText(manifest, header(words, socket)), isDone: true };
}

function read(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        domain: { type: "string" },
        socket: { type: "boolean" },
        console: { type: "string", multiple: true },
      },
    });
    return { options: values };
  } catch (error) {
    // parseArgs throws at an option that it doesn't know, or that has no value. Its first sentence says so.
    return { problem: error instanceof Error ? error.message.split(". ")[0] : "" };
  }
}

function isHostName(text: string): boolean {
  return text.length <= 253 && hostName.test(text);
}

function notAHost(option: "domain" | "console", given: string): string {
  return `--${option} must be a host name alone, such as ${exampleHosts[option]}. “${given}” isn't one.`;
}

function header(words: readonly string[], socket: boolean): string {
  const use = socket ? "Socket Mode: it needs no public address" : "HTTPS";
  return [
    `The Slack app for ${use}. Paste it at https://api.slack.com/apps > Create New App > From a manifest.`,
    `Printed by: npm run -s manifest -- ${words.join(" ")}`,
  ].join("\n");
}

function failed(problem?: string): ManifestOutput {
  return { text: problem === undefined ? usage : `${problem}\n\n${usage}`, isDone: false };
}
