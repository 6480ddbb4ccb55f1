import { cloudSettings } from "./cloud.ts";
import { secretStoreSettings } from "./secret-stores.ts";
import { slackSettings } from "./slack.ts";
import { z } from "zod";
import { baseUrl, settingFacts, wholeNumber } from "./setting.ts";
import { SealingKeys } from "../../platform/secrets/sealing-keys.ts";

/** Settings of the app itself. */
const appSettings = {
  PORT: z
    .string()
    .refine(isPort, "must be a whole number from 0 to 65535, such as 3000.")
    .transform(Number)
    .default(3000)
    .register(settingFacts, { about: "The port the app listens on; 0 takes any free one.", example: "8080" }),

  PUBLIC_URL: baseUrl("https://quartermaster.example.com").optional().register(settingFacts, {
    about: "The address at which Slack and browsers reach the app.",
    example: "https://quartermaster.example.com",
    otherwise: "`http://localhost:PORT`",
  }),

  REDIS_URL: z
    .string()
    .refine(isRedisUrl, "must be a Redis address, such as redis://127.0.0.1:6379.")
    .default("redis://127.0.0.1:6379")
    .register(settingFacts, {
      about: "The Redis that keeps what must survive a restart.",
      example: "rediss://:<password>@redis.example.com:6380",
      secret: true,
    }),

  ENCRYPTION_KEYS: SealingKeys.register(settingFacts, {
    about:
      "Seals the secrets that are kept for a while, as `id:base64 of 32 bytes`, comma-separated: the first seals, any opens.",
    example: "k1:<openssl rand -base64 32>",
    secret: true,
  }),

  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be one of trace, debug, info, warn, error, fatal and silent.",
    })
    .default("info")
    .register(settingFacts, { about: "The least severe level that is logged.", example: "debug" }),
};

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
}

function isRedisUrl(value: string): boolean {
  return /^rediss?:\/\//.test(value) && URL.canParse(value);
}

/** Settings that limit what one person or workspace can take from the others. */
const fairnessSettings = {
  PERSON_REQUESTS_PER_MINUTE: wholeNumber(30).register(settingFacts, {
    about:
      "How many commands, presses and submissions a person may make in a minute; paging and incidents four times as many.",
    example: "60",
  }),

  WORKSPACE_REQUESTS_PER_MINUTE: wholeNumber(300).register(settingFacts, {
    about: "How many everybody in a workspace may make in a minute; paging and incidents four times as many.",
    example: "600",
  }),

  HOOK_ALERTS_PER_MINUTE: wholeNumber(30_000).register(settingFacts, {
    about: "How many alerts one hook takes in a minute; what is above that is answered with 429.",
    example: "60000",
  }),

  HOOK_MB_PER_MINUTE: wholeNumber(60).register(settingFacts, {
    about: "How many MB of alerts one hook takes in a minute.",
    example: "120",
  }),

  WORKSPACE_ALERTS_PER_MINUTE: wholeNumber(100_000).register(settingFacts, {
    about: "How many alerts all hooks of a workspace take in a minute.",
    example: "200000",
  }),

  WORKSPACE_ALERT_MB_PER_MINUTE: wholeNumber(200).register(settingFacts, {
    about: "How many MB of alerts all hooks of a workspace take in a minute.",
    example: "400",
  }),

  WORKSPACE_ALERT_TEXTS_MB: wholeNumber(16).register(settingFacts, {
    about:
      "How many MB of Redis a workspace has for the whole texts of long alerts, compressed and for a day; the oldest make room.",
    example: "64",
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
        "Hosts that connections made in Slack may lead to although they are not on the public Internet, or have no https.",
      example: "observe.internal.example.com,10.0.3.7:8443",
      otherwise: "https to the public Internet alone",
    }),
};

function isHost(text: string): boolean {
  return hostPattern.test(text) && URL.canParse(`https://${text}/`);
}

const hostPattern = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]*]+)(:\d{1,5})?$/;

/** Every environment variable that the product reads. A message continues the variable's name. */
export const settings = {
  ...appSettings,
  ...slackSettings,
  ...cloudSettings,
  ...connectionSettings,
  ...secretStoreSettings,
  ...fairnessSettings,
};

type Setting = (typeof settings)[keyof typeof settings];

/** The settings as the README's Markdown table. A test keeps them equal. */
export function configurationTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => row(name, schema));
  return ["| Setting | What it is | Default | Example |", "| --- | --- | --- | --- |", ...rows].join("\n");
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
