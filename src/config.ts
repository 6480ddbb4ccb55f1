import { inspect } from "node:util";
import { z } from "zod";
import { AppError } from "./errors.ts";
import { settings } from "./settings.ts";
import { gcpOf } from "./settings/gcp-way.ts";
import { storeCredentials } from "./settings/store-credentials.ts";
import { problemsWithVault, vaultOf } from "./settings/vault-way.ts";

const HttpEnvironment = z.object({ ...settings, SLACK_APP_TOKEN: z.undefined().optional() });
const SocketModeEnvironment = z.object({
  ...settings,
  SLACK_SIGNING_SECRET: settings.SLACK_SIGNING_SECRET.optional(),
});

type Environment = z.output<typeof HttpEnvironment> | z.output<typeof SocketModeEnvironment>;

/** All settings, frozen; it can be logged, since its secrets show as `[secrets]`. */
export type Config = ReturnType<typeof assemble>;

/** Reads the environment; fails as `user` with every problem at once, each on a line that says what to do. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = withoutEmptyValues(environment);
  const schema = given["SLACK_APP_TOKEN"] === undefined ? HttpEnvironment : SocketModeEnvironment;
  const parsed = schema.safeParse(given);
  const problems = [
    ...(parsed.error?.issues.map(problemOf) ?? []),
    ...problemsWithVault(given, referenceSettings),
    ...problemsWithObservability(given),
  ];
  if (parsed.success && problems.length === 0) return assemble(parsed.data);
  throw new AppError(
    "user",
    ["Quartermaster cannot start until these settings are right:", ...problems].join("\n"),
  );
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return `- ${path.join(".")} ${message}`;
}

const referenceSettings = [
  "CLOUD_KEY_ID_REF",
  "CLOUD_KEY_SECRET_REF",
  "OBSERVABILITY_TOKEN_REF",
  "NEW_PASSWORDS_REF",
  "SECRET_STORE",
  "WORKSPACE_REFERENCES",
];

function problemsWithObservability(given: Record<string, string>): string[] {
  const [url, token] = [given["OBSERVABILITY_URL"], given["OBSERVABILITY_TOKEN_REF"]];
  if (url !== undefined && token === undefined)
    return ["- OBSERVABILITY_TOKEN_REF is missing. OBSERVABILITY_URL needs it."];
  if (token !== undefined && url === undefined)
    return ["- OBSERVABILITY_URL is missing. OBSERVABILITY_TOKEN_REF needs it."];
  return [];
}

function withoutEmptyValues(environment: Record<string, string | undefined>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(settings)) {
    const value = environment[name]?.trim();
    if (value) given[name] = value;
  }
  return given;
}

function assemble(environment: Environment) {
  const vault = vaultOf(environment);
  const gcp = gcpOf(environment);
  return Object.freeze({
    port: environment.PORT,
    publicUrl: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
    slackApiUrl: environment.SLACK_API_URL,
    cloud: Object.freeze({
      baseUrl: environment.CLOUD_BASE_URL,
      organizationId: environment.CLOUD_ORGANIZATION_ID,
      keyIdRef: environment.CLOUD_KEY_ID_REF,
      keySecretRef: environment.CLOUD_KEY_SECRET_REF,
      newPasswordsRef: environment.NEW_PASSWORDS_REF,
      consoleServiceUrl: environment.CLOUD_CONSOLE_SERVICE_URL,
      consoleCostsUrl: environment.CLOUD_CONSOLE_COSTS_URL,
      timeoutMs: environment.CLOUD_TIMEOUT_SECONDS * 1_000,
      settleMs: environment.CLOUD_SETTLE_SECONDS * 1_000,
      requestsPerWindow: environment.CLOUD_REQUESTS_PER_10_SECONDS,
      computeCreditsPerGbHour: environment.COMPUTE_CREDITS_PER_GB_HOUR,
      wireNames: Object.freeze({
        engineVersion: environment.WIRE_ENGINE_VERSION,
        credits: environment.WIRE_CREDITS,
        observability: environment.WIRE_OBSERVABILITY,
      }),
    }),
    observability: observabilityOf(environment),
    allowedHosts: Object.freeze(environment.ALLOWED_HOSTS),
    vault,
    secretStore: environment.SECRET_STORE,
    workspaceReferences: Object.freeze(environment.WORKSPACE_REFERENCES ?? []),
    aws: Object.freeze({ region: environment.AWS_REGION, endpointUrl: environment.AWS_ENDPOINT_URL }),
    turns: Object.freeze({
      perPerson: environment.PERSON_REQUESTS_PER_MINUTE,
      perWorkspace: environment.WORKSPACE_REQUESTS_PER_MINUTE,
    }),
    gcp,
    storeCredentials: storeCredentials(vault, gcp),
    chartPictures: environment.CHART_PICTURES,
    logLevel: environment.LOG_LEVEL,
    secrets: concealed({
      // A Redis address may hold a password.
      redisUrl: environment.REDIS_URL,
      encryptionKeys: Object.freeze(environment.ENCRYPTION_KEYS),
      slack: concealed(slackSecrets(environment)),
    }),
  });
}

function observabilityOf({ OBSERVABILITY_URL: appUrl, OBSERVABILITY_TOKEN_REF: tokenRef }: Environment) {
  return appUrl === undefined || tokenRef === undefined ? undefined : Object.freeze({ appUrl, tokenRef });
}

function slackSecrets(environment: Environment) {
  const botToken = environment.SLACK_BOT_TOKEN;
  return environment.SLACK_APP_TOKEN === undefined
    ? { transport: "http" as const, botToken, signingSecret: environment.SLACK_SIGNING_SECRET }
    : { transport: "socket" as const, botToken, appToken: environment.SLACK_APP_TOKEN };
}

/** Frozen, and shown as `[secrets]` by JSON and by `util.inspect`, which is how things come into logs. */
function concealed<Secrets extends object>(secrets: Secrets): Readonly<Secrets> {
  const show = { value: () => "[secrets]" };
  return Object.freeze(Object.defineProperties(secrets, { toJSON: show, [inspect.custom]: show }));
}
