import { z } from "zod";
import { parseRedisUrl } from "../../platform/redis/address.ts";
import type { RedisSettings } from "../../platform/redis/server.ts";
import { matching, secretReference, settingFacts } from "./setting.ts";

/** Settings of Redis. */
export const redisSettings = {
  REDIS_URL: z
    .string()
    .transform((text, context) => {
      const address = parseRedisUrl(text);
      if (!("problem" in address)) return Object.freeze(address);
      context.addIssue({ code: "custom", message: address.problem });
      return z.NEVER;
    })
    .prefault("redis://127.0.0.1:6379")
    .register(settingFacts, {
      about:
        "The Redis that keeps everything: one server, Sentinel or Cluster, with `rediss` for TLS. See Operations for each form.",
      example: "rediss-sentinel://10.0.0.1,10.0.0.2,10.0.0.3/mymaster",
      otherwise: "`redis://127.0.0.1:6379`",
      secret: true,
    }),

  REDIS_USERNAME: z.string().optional().register(settingFacts, {
    about: "The user at Redis, unless `REDIS_URL` names it.",
    example: "quartermaster",
    otherwise: "Redis' default user",
  }),

  REDIS_PASSWORD_REF: secretReference("REDIS_PASSWORD").optional().register(settingFacts, {
    about:
      "Where the password at Redis is stored, unless it is in `REDIS_URL`. It is read for new connections, and again when Redis refuses it.",
    example: "file:/run/secrets/redis_password",
    otherwise: "no password",
  }),

  REDIS_SENTINEL_USERNAME: z.string().optional().register(settingFacts, {
    about: "The user at the sentinels.",
    example: "quartermaster",
    otherwise: "their default user",
  }),

  REDIS_SENTINEL_PASSWORD_REF: secretReference("SENTINEL_PASSWORD").optional().register(settingFacts, {
    about: "Where the password at the sentinels is stored.",
    example: "file:/run/secrets/sentinel_password",
    otherwise: "no password",
  }),

  REDIS_CA: secretReference("REDIS_CA").optional().register(settingFacts, {
    about: "Where the certificate (PEM) of the authority of Redis' certificate is stored.",
    example: "file:/etc/redis/ca.pem",
    otherwise: "the authorities that Node trusts",
  }),

  REDIS_CERT: secretReference("REDIS_CERT").optional().register(settingFacts, {
    about: "Where our own certificate (PEM) is stored, if Redis asks its clients for one.",
    example: "file:/etc/redis/client.pem",
    otherwise: "no certificate",
  }),

  REDIS_KEY: secretReference("REDIS_KEY").optional().register(settingFacts, {
    about: "Where the key (PEM) of that certificate is stored.",
    example: "file:/etc/redis/client.key",
    otherwise: "required with `REDIS_CERT`",
  }),

  REDIS_IAM: matching(
    /^(elasticache|elasticache-serverless|memorydb):[a-z][a-z0-9-]{0,62}$/,
    "must be elasticache:, elasticache-serverless: or memorydb: and the name of the cache, such as elasticache:orders.",
  )
    .optional()
    .register(settingFacts, {
      about:
        "A cache of AWS where this app logs in with IAM, as the user of `REDIS_URL`, in `AWS_REGION`. Each connection gets a new token.",
      example: "elasticache:quartermaster",
      otherwise: "a password, or none",
    }),
};

/** The parsed settings that reach Redis. */
type RedisEnvironment = z.output<z.ZodObject<typeof redisSettings>> & { AWS_REGION?: string | undefined };

/** Redis by its settings. */
export function redisOf(environment: RedisEnvironment): RedisSettings {
  const address = environment.REDIS_URL;
  const user = address.user ?? environment.REDIS_USERNAME;
  return Object.freeze({
    ...address,
    user,
    passwordRef: environment.REDIS_PASSWORD_REF,
    sentinelUser: environment.REDIS_SENTINEL_USERNAME,
    sentinelPasswordRef: environment.REDIS_SENTINEL_PASSWORD_REF,
    caRef: environment.REDIS_CA,
    certRef: environment.REDIS_CERT,
    keyRef: environment.REDIS_KEY,
    iam: iamOf(environment, user),
  });
}

function iamOf(
  { REDIS_IAM, AWS_REGION: region }: RedisEnvironment,
  user: string | undefined,
): RedisSettings["iam"] {
  const [, service, serverless, cache] =
    /^(elasticache|memorydb)(-serverless)?:(.+)$/.exec(REDIS_IAM ?? "") ?? [];
  if (service !== "elasticache" && service !== "memorydb") return undefined;
  if (cache === undefined || user === undefined || region === undefined) return undefined;
  return Object.freeze({ service, cache, isServerless: serverless !== undefined, user, region });
}

/** Settings of Redis that are right alone but not together. */
export function problemsWithRedis(given: Readonly<Record<string, string>>): string[] {
  const address = parseRedisUrl(given["REDIS_URL"] ?? "redis://127.0.0.1:6379");
  if ("problem" in address) return [];
  const has = (name: string) => given[name] !== undefined;
  const named = (names: readonly string[]) => names.filter(has);
  const tls = named(["REDIS_CA", "REDIS_CERT", "REDIS_KEY"]);
  const ofSentinels = named(["REDIS_SENTINEL_USERNAME", "REDIS_SENTINEL_PASSWORD_REF"]);
  const secure = address.kind === "single" ? "rediss://" : `rediss-${address.kind}://`;
  const problems = [
    !address.isTls && tls.length > 0 && `${tls.join(" and ")} needs TLS: start REDIS_URL with ${secure}.`,
    has("REDIS_CERT") !== has("REDIS_KEY") &&
      `${has("REDIS_CERT") ? "REDIS_KEY is missing. REDIS_CERT" : "REDIS_CERT is missing. REDIS_KEY"} needs it.`,
    address.kind !== "sentinel" &&
      ofSentinels.length > 0 &&
      `${ofSentinels.join(" and ")} is for Sentinel: start REDIS_URL with redis-sentinel:// or remove it.`,
    address.password !== undefined &&
      has("REDIS_PASSWORD_REF") &&
      "REDIS_PASSWORD_REF and the password in REDIS_URL are two passwords. Remove one of them.",
    address.user !== undefined &&
      has("REDIS_USERNAME") &&
      "REDIS_USERNAME and the user in REDIS_URL are two users. Remove one of them.",
    ...(has("REDIS_IAM")
      ? [
          (address.password !== undefined || has("REDIS_PASSWORD_REF")) &&
            "REDIS_IAM takes the place of a password. Remove the password in REDIS_URL and REDIS_PASSWORD_REF.",
          address.user === undefined &&
            !has("REDIS_USERNAME") &&
            "REDIS_USERNAME is missing. REDIS_IAM needs it: the name of the user that AWS knows.",
          !address.isTls && `REDIS_IAM needs TLS: start REDIS_URL with ${secure}.`,
          !has("AWS_REGION") && "AWS_REGION is missing. REDIS_IAM needs it.",
        ]
      : []),
  ];
  return problems.filter((problem) => problem !== false).map((problem) => `- ${problem}`);
}
