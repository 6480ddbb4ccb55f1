import { z } from "zod";
import { SealingKeys } from "../../platform/secrets/sealing-keys.ts";
import { httpUrl, settingFacts, withoutEndSlash } from "./setting.ts";

/** Settings of the app itself. */
export const appSettings = {
  PORT: z
    .string()
    .refine(isPort, "must be a whole number from 0 to 65535, such as 3000.")
    .transform(Number)
    .default(3000)
    .register(settingFacts, { about: "The port the app listens on; 0 takes any free one.", example: "8080" }),

  PUBLIC_URL: httpUrl("https://quartermaster.example.com")
    .transform(withoutEndSlash)
    .optional()
    .register(settingFacts, {
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
