import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { AgentView, type Shortcut, Shortcuts } from "./manifest-agent.ts";
import { type Step, Steps } from "./manifest-steps.ts";

const Command = z
  .object({
    command: z.string().startsWith("/"),
    description: z.string().default(""),
    usage_hint: z.string().default(""),
    should_escape: z.boolean().default(false),
  })
  .transform(({ command, description, usage_hint, should_escape }) => ({
    command,
    description,
    usageHint: usage_hint,
    escapesMentions: should_escape,
  }));

// https://docs.slack.dev/reference/app-manifest: at most five domains, without a protocol, a port or a path
const UnfurlDomains = z
  .array(z.string().regex(/^[\w-]+(\.[\w-]+)*$/, "must be a domain alone"))
  .max(5)
  .default([]);

// A sample app of Slack's has it: https://github.com/slack-samples/bolt-python-examples, messaging/work-objects
const RichPreviews = z
  .strictObject({
    is_active: z.boolean(),
    entity_types: z.array(
      z.enum([
        "slack#/entities/task",
        "slack#/entities/file",
        "slack#/entities/item",
        "slack#/entities/incident",
        "slack#/entities/content_item",
      ]),
    ),
  })
  .optional();

// https://docs.slack.dev/reference/app-manifest: an optional scope is also among the others
const Scopes = z
  .object({ bot: z.array(z.string()).default([]), bot_optional: z.array(z.string()).default([]) })
  .superRefine(({ bot, bot_optional: optional }, context) => {
    for (const scope of optional)
      if (!bot.includes(scope))
        context.addIssue({ code: "custom", path: ["bot_optional"], message: `${scope} is not in bot` });
  });

const ManifestFile = z
  .object({
    display_information: z.object({ name: z.string() }),
    features: z
      .object({
        slash_commands: z.array(Command).default([]),
        shortcuts: Shortcuts,
        unfurl_domains: UnfurlDomains,
        rich_previews: RichPreviews,
        agent_view: AgentView.optional(),
      })
      .optional(),
    functions: Steps.default([]),
    oauth_config: z.object({ scopes: Scopes }).optional(),
    settings: z
      .object({
        event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).optional(),
        org_deploy_enabled: z.boolean().default(false),
        function_runtime: z.string().optional(),
      })
      .optional(),
  })
  .superRefine(({ functions, settings }, context) => {
    if (functions.length === 0) return;
    const refuse = (setting: string, wanted: string) =>
      context.addIssue({
        code: "custom",
        path: ["settings", setting],
        message: `functions need ${wanted} here`,
      });
    if (!settings?.org_deploy_enabled) refuse("org_deploy_enabled", "true");
    if (settings?.function_runtime !== "remote") refuse("function_runtime", "remote");
  });

/** The part of an app's manifest that the local Slack uses. */
export interface Manifest {
  appName: string;
  commands: z.output<typeof Command>[];
  /** The bot token's scopes. "all" without a manifest. */
  scopes: readonly string[] | "all";
  /** Those of them that a person may refuse. */
  optionalScopes: readonly string[];
  events: readonly string[];
  /** The domains that the app unfurls. */
  unfurlDomains: readonly string[];
  /** The types of Work Objects that it shows. */
  entityTypes: readonly string[];
  shortcuts: readonly Shortcut[];
  /** Null if it isn't an agent. */
  agent: AgentView | null;
  /** Its custom steps for workflows. An app with steps gets their events even without a subscription. */
  steps: readonly Step[];
}

const withoutManifest: Manifest = {
  appName: "App",
  commands: [
    {
      command: "/app",
      description: "The app's command",
      usageHint: "",
      escapesMentions: false,
    },
  ],
  scopes: "all",
  optionalScopes: [],
  events: ["app_home_opened", "app_mention", "message.im"],
  unfurlDomains: [],
  entityTypes: [],
  shortcuts: [],
  agent: null,
  steps: [],
};

/** A manifest that can't be used. Its message says why, for the person who wrote it. */
export class ManifestError extends Error {
  constructor(path: string, why: string) {
    super(`${path} is not a Slack manifest: ${why}`);
  }
}

/** Reads an app manifest in YAML or JSON. Without a path, an app with one command `/app`. */
export async function readManifest(path: string | undefined): Promise<Manifest> {
  if (path === undefined) return withoutManifest;
  const text = await readFile(path, "utf8");
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem) throw new ManifestError(path, problem.message);
  const read = ManifestFile.safeParse(document.toJS());
  if (!read.success) throw new ManifestError(path, z.prettifyError(read.error));
  return fromFile(read.data);
}

function fromFile(file: z.output<typeof ManifestFile>): Manifest {
  return {
    appName: file.display_information.name,
    commands: file.features?.slash_commands ?? [],
    scopes: file.oauth_config?.scopes.bot ?? [],
    optionalScopes: file.oauth_config?.scopes.bot_optional ?? [],
    events: file.settings?.event_subscriptions?.bot_events ?? [],
    unfurlDomains: file.features?.unfurl_domains ?? [],
    entityTypes: file.features?.rich_previews?.is_active ? file.features.rich_previews.entity_types : [],
    shortcuts: file.features?.shortcuts ?? [],
    agent: file.features?.agent_view ?? null,
    steps: file.functions,
  };
}
