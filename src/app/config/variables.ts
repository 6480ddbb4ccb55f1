import { z } from "zod";
import { usualRetention } from "../../platform/redis/keys.ts";
import { SealingKeys } from "../../platform/secrets/seal.ts";
import { cloudSettings } from "./cloud.ts";
import { redisSettings } from "./redis.ts";
import { proxySettings } from "./proxy.ts";
import { secretStoreSettings } from "./secret-stores.ts";
import {
  baseUrl,
  httpUrl,
  numberBetween,
  secretReference,
  settingFacts,
  wholeBetween,
  wholeNumber,
} from "./setting.ts";
import { slackSettings } from "./slack.ts";

/** Settings of the app itself. */
const appSettings = {
  PORT: z
    .string()
    .refine(isPort, "must be a whole number from 0 to 65535, such as 3000.")
    .transform(Number)
    .default(3000)
    .register(settingFacts, {
      about: "The port that the app listens on. 0 takes any free port.",
      example: "8080",
    }),

  METRICS_PORT: z
    .string()
    .refine(isPort, "must be a whole number from 0 to 65535, such as 9464.")
    .transform(Number)
    .optional()
    .register(settingFacts, {
      about: "The port of `GET /metrics`. Keep it inside your network. Without it there are no metrics.",
      example: "9464",
      otherwise: "no metrics",
    }),

  PUBLIC_URL: baseUrl("https://quartermaster.example.com").optional().register(settingFacts, {
    about: "The address at which Slack, browsers and senders of alerts reach the app.",
    example: "https://quartermaster.example.com",
    otherwise: "`http://localhost:PORT`",
  }),

  ENCRYPTION_KEYS: SealingKeys.register(settingFacts, {
    about:
      "The keys that encrypt secrets in Redis, as `id:base64 of 32 bytes`, comma-separated. The first one encrypts, and each can decrypt.",
    example: "k1:<openssl rand -base64 32>",
    secret: true,
  }),

  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be one of trace, debug, info, warn, error, fatal and silent.",
    })
    .default("info")
    .register(settingFacts, { about: "The lowest level that is logged.", example: "debug" }),

  DRAIN_SECONDS: z
    .string()
    .refine(isDrainTime, "must be a whole number from 0 to 300, such as 5.")
    .transform(Number)
    .default(5)
    .register(settingFacts, {
      about:
        "How long requests are still taken after SIGTERM, while `/readyz` fails, so a load balancer can choose another replica.",
      example: "15",
    }),
};

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
}

function isDrainTime(value: string): boolean {
  return /^\d{1,3}$/.test(value) && Number(value) <= 300;
}

/** Settings of systems that alerts are handed over to. */
const handoverSettings = {
  PAGERDUTY_EVENTS_URL: baseUrl("https://events.eu.pagerduty.com")
    .default("https://events.pagerduty.com")
    .register(settingFacts, {
      about: "The address of PagerDuty's Events API, for alerts that are handed over.",
      example: "https://events.eu.pagerduty.com",
    }),
};

/** Settings that limit what one person or workspace can take from the others. */
const fairnessSettings = {
  PERSON_REQUESTS_PER_MINUTE: wholeNumber(30).register(settingFacts, {
    about:
      "Commands, clicks and forms per minute for one person. Paging and the buttons of alerts count separately, with four times as many, and questions to a model with a fifth.",
    example: "60",
  }),

  WORKSPACE_REQUESTS_PER_MINUTE: wholeNumber(300).register(settingFacts, {
    about: "The same for everyone in a workspace together.",
    example: "600",
  }),

  HOOK_ALERTS_PER_MINUTE: wholeNumber(30_000).register(settingFacts, {
    about: "Alerts per minute for one hook. More are answered with 429.",
    example: "60000",
  }),

  HOOK_MB_PER_MINUTE: wholeNumber(60).register(settingFacts, {
    about: "MB of alerts per minute for one hook.",
    example: "120",
  }),

  WORKSPACE_ALERTS_PER_MINUTE: wholeNumber(100_000).register(settingFacts, {
    about: "Alerts per minute for all hooks of a workspace.",
    example: "200000",
  }),

  WORKSPACE_ALERT_MB_PER_MINUTE: wholeNumber(200).register(settingFacts, {
    about: "MB of alerts per minute for all hooks of a workspace.",
    example: "400",
  }),

  WORKSPACE_ALERT_TEXTS_MB: wholeNumber(16).register(settingFacts, {
    about:
      "MB of Redis per workspace for the full texts of long alerts. They are compressed and kept for a day, and the oldest go first.",
    example: "64",
  }),
};

/** How long records about people stay. */
const retentionSettings = {
  AUDIT_DAYS: wholeBetween(1, 3_650, usualRetention.auditDays).register(settingFacts, {
    about: "Days that entries of the audit log are kept. A shorter time counts from the next entry on.",
    example: "730",
  }),

  INCIDENT_DAYS: wholeBetween(7, 365, usualRetention.incidentDays).register(settingFacts, {
    about:
      "Days that alerts are kept after their last update, with their timelines. An open alert is kept for 90 days at least. With fewer than 28, a late noise report counts fewer weeks.",
    example: "90",
  }),

  CONVERSATION_MINUTES: wholeBetween(1, 1_440, usualRetention.conversationMinutes).register(settingFacts, {
    about: "Minutes that “it” and “the second one” in a sentence are understood.",
    example: "10",
  }),

  DRAFT_HOURS: wholeBetween(1, 168, usualRetention.draftHours).register(settingFacts, {
    about: "Hours that a half-filled form is kept. One that waits for an approval is kept for three days.",
    example: "8",
  }),
};

/** Settings of traces. Other variables of OpenTelemetry, such as OTEL_SERVICE_NAME, are its SDK's. */
const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl("http://otel-collector:4318").optional().register(settingFacts, {
    about: "The OpenTelemetry collector that gets traces, by OTLP over HTTP.",
    example: "http://otel-collector:4318",
    otherwise: "no traces",
  }),

  OTEL_TRACES_SAMPLER_ARG: numberBetween(0, 1, 0.1).default(0.1).register(settingFacts, {
    about: "The share of traces to export, from 0 to 1. What fails is exported in any case.",
    example: "0.5",
  }),

  TRACE_URL: httpUrl("https://grafana.example.com/explore?trace={trace_id}")
    .refine((url) => url.includes("{trace_id}"), "must have {trace_id} in it, where the trace's id goes.")
    .optional()
    .register(settingFacts, {
      about: "The page of a trace, for links from `/db alerts trace`.",
      example: "https://grafana.example.com/explore?trace={trace_id}",
      otherwise: "no links",
    }),
};

// Each setting has a schema of its own, because its facts belong to the schema.
const onOrOff = () => z.enum(["on", "off"], { error: "must be on or off." }).default("off");

/** Settings of programs that speak MCP. */
const mcpSettings = {
  MCP: onOrOff().register(settingFacts, {
    about:
      "Set it to `on` to serve `/mcp` on the same port, for AI assistants and other programs with a token that a person made in Slack.",
    example: "on",
  }),

  MCP_READ_ONLY: onOrOff().register(settingFacts, {
    about:
      "Set it to `on` if programs may only read. Then they can't propose changes. The option `--read-only` does the same.",
    example: "on",
  }),
};

/** Settings of people's own connections. */
const connectionSettings = {
  ALLOWED_HOSTS: z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine(
      (hosts) => hosts.every(isHost),
      "must be hosts with or without a port, comma-separated, such as db.internal.example.com,10.0.3.7:8443.",
    )
    .transform((hosts) => hosts.map((host) => host.replace(/^\[(.*)\]/, "$1")))
    .default([])
    .register(settingFacts, {
      about:
        "Hosts that people may connect in Slack although they aren't on the public Internet or have no https.",
      example: "observe.internal.example.com,10.0.3.7:8443",
      otherwise: "only https to the public Internet",
    }),
};

function isHost(text: string): boolean {
  return hostPattern.test(text) && URL.canParse(`https://${text}/`);
}

const hostPattern = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]*]+)(:\d{1,5})?$/;

/** Settings of a model that reads what people ask. */
const modelSettings = {
  LLM_URL: baseUrl("https://llm.example.com/v1").optional().register(settingFacts, {
    about:
      "A server that speaks OpenAI's chat form with tools. It reads sentences that the app's own grammar can't read. It sees the sentence, what its person may do and the names that they may see.",
    example: "https://llm.example.com/v1",
    otherwise: "no model",
  }),

  LLM_MODEL: z.string().min(1).max(200).optional().register(settingFacts, {
    about: "The model's name on that server.",
    example: "small-model",
    otherwise: "no model",
  }),

  LLM_KEY_REF: secretReference("LLM_KEY").optional().register(settingFacts, {
    about: "Where the key for that server is stored.",
    example: "file:/run/secrets/llm_key",
    otherwise: "no key",
  }),
};

const groups = {
  "This app": appSettings,
  Redis: redisSettings,
  Slack: slackSettings,
  "Your database cloud": cloudSettings,
  "Connections made in Slack": connectionSettings,
  "Alerts that are handed over": handoverSettings,
  "Secret stores": secretStoreSettings,
  "A proxy on the way out": proxySettings,
  Limits: fairnessSettings,
  "How long records about people are kept": retentionSettings,
  "AI assistants": mcpSettings,
  Traces: traceSettings,
  "A model for plain words": modelSettings,
};

/** Every environment variable that the product reads. A message continues the variable's name. */
export const settings = {
  ...appSettings,
  ...redisSettings,
  ...slackSettings,
  ...cloudSettings,
  ...connectionSettings,
  ...handoverSettings,
  ...secretStoreSettings,
  ...proxySettings,
  ...fairnessSettings,
  ...retentionSettings,
  ...mcpSettings,
  ...traceSettings,
  ...modelSettings,
};

type Setting = (typeof settings)[keyof typeof settings];

/** All settings in Markdown: a heading and a table for each group. */
export function configurationTables(): string {
  return Object.entries(groups)
    .map(([title, group]) => `## ${title}\n\n${table(Object.entries(group))}`)
    .join("\n\n");
}

/** Some settings as a Markdown table, in this order. */
export function configurationTable(names: readonly (keyof typeof settings)[]): string {
  return table(names.map((name) => [name, settings[name]]));
}

function table(rows: readonly [string, Setting][]): string {
  const head = ["| Setting | What it is | Default | Example |", "| --- | --- | --- | --- |"];
  return [...head, ...rows.map(([name, schema]) => row(name, schema))].join("\n");
}

function row(name: string, schema: Setting): string {
  const facts = settingFacts.get(schema);
  const about = facts?.secret ? `${facts.about} Secret.` : facts?.about;
  return `| \`${name}\` | ${about} | ${facts?.otherwise ?? defaultOf(schema)} | \`${facts?.example}\` |`;
}

function defaultOf(schema: Setting): string {
  const { data } = schema.safeParse(undefined);
  return typeof data === "string" || typeof data === "number" ? `\`${data}\`` : "required";
}
