import { z } from "zod";
import { CredentialReference } from "./secrets/reference.ts";
import { SealingKeys } from "./secrets/sealing-keys.ts";

/** What the configuration table says of a setting. */
export interface SettingFacts {
  about: string;
  example: string;
  /** What holds where the setting is absent, in words, when it is no fixed value. */
  otherwise?: string;
  secret?: true;
}

/** The facts of every setting, found by its schema. */
export const settingFacts = z.registry<SettingFacts>();

/** Every environment variable that the product reads; a message goes on after the variable's name. */
export const settings = {
  PORT: z
    .string()
    .refine(isPort, "must be a whole number from 0 to 65535, such as 3000.")
    .transform(Number)
    .default(3000)
    .register(settingFacts, { about: "The port the app listens on; 0 takes any free one.", example: "8080" }),

  PUBLIC_URL: httpUrl("https://quartermaster.example.com").optional().register(settingFacts, {
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

  SLACK_SIGNING_SECRET: required(
    "Copy it from Basic Information > App Credentials of your Slack app.",
  ).register(settingFacts, {
    about: "Proves that a request comes from Slack.",
    example: "0123456789abcdef0123456789abcdef",
    otherwise: "required, except in Socket Mode",
    secret: true,
  }),

  SLACK_BOT_TOKEN: required("Copy it from OAuth & Permissions of your Slack app.")
    .refine(
      (token) => !/^(xapp|xoxp)-/.test(token),
      "must be the bot token, which starts with xoxb-. Copy it from OAuth & Permissions of your Slack app.",
    )
    .register(settingFacts, { about: "The app's token for Slack.", example: "xoxb-…", secret: true }),

  SLACK_APP_TOKEN: z
    .string()
    .startsWith(
      "xapp-",
      "must be an app-level token, which starts with xapp-. Create one under Basic Information > App-Level Tokens of your Slack app, or leave this out.",
    )
    .register(settingFacts, {
      about: "Turns Socket Mode on: the app then needs no public address, and no signing secret.",
      example: "xapp-…",
      otherwise: "Socket Mode is off",
      secret: true,
    }),

  SLACK_API_URL: httpUrl("https://slack.com/api/")
    .transform((url) => `${withoutEndSlash(url)}/`)
    .default("https://slack.com/api/")
    .register(settingFacts, { about: "Slack's Web API.", example: "https://slack.com/api/" }),

  CLOUD_BASE_URL: httpUrl(
    "https://api.cloud.example.com",
    "Give the address of the database cloud's management API, such as https://api.cloud.example.com.",
  )
    .transform(withoutEndSlash)
    .register(settingFacts, {
      about: "The database cloud's management API.",
      example: "https://api.cloud.example.com",
    }),

  CLOUD_ORGANIZATION_ID: required("Copy your organization's id from the database cloud's console.")
    .refine(
      (id) => z.guid().safeParse(id).success,
      "must be your organization's id, a UUID. Copy it from the database cloud's console.",
    )
    .register(settingFacts, {
      about: "The organization whose services the workspace sees.",
      example: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    }),

  CLOUD_KEY_ID_REF: secretReference("CLOUD_KEY_ID").register(settingFacts, {
    about: "Where the API key's id is kept.",
    example: "env:CLOUD_KEY_ID",
  }),

  CLOUD_KEY_SECRET_REF: secretReference("CLOUD_KEY_SECRET").register(settingFacts, {
    about: "Where the API key's secret is kept.",
    example: "file:/run/secrets/cloud-key-secret",
  }),

  WIRE_ENGINE_VERSION: wireName().default("engineVersion").register(settingFacts, {
    about: "The cloud's own name of a service's version field.",
    example: "engineVersion",
  }),

  WIRE_CREDITS: wireName().default("Credits").register(settingFacts, {
    about: "The cloud's own ending of cost fields.",
    example: "Credits",
  }),

  WIRE_OBSERVABILITY: wireName().default("observability").register(settingFacts, {
    about: "The cloud's own path segment of the observability resources.",
    example: "observability",
  }),

  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be one of trace, debug, info, warn, error, fatal and silent.",
    })
    .default("info")
    .register(settingFacts, { about: "The least severe level that is logged.", example: "debug" }),
};

function required(whatToDo: string) {
  return z.string({ error: `is missing. ${whatToDo}` });
}

function httpUrl(example: string, whatToDo = "") {
  return required(whatToDo).refine(
    isHttpUrl,
    `must be an address that starts with https:// or http:// and holds no password, such as ${example}.`,
  );
}

function secretReference(name: string) {
  const example = `env:${name} or file:/run/secrets/${name.toLowerCase()}`;
  return required(`Say where it is kept, such as ${example}.`).refine(
    (value) => CredentialReference.safeParse(value).success,
    `must say where the secret is kept, such as ${example}, and not be the secret itself.`,
  );
}

function wireName() {
  return z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/, "must be one word of letters, digits, - and _.");
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
}

function isRedisUrl(value: string): boolean {
  return /^rediss?:\/\//.test(value) && URL.canParse(value);
}

function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
