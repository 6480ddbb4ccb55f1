import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import type { VaultLogin } from "../../platform/secrets/vault/login.ts";
import { type Given, missingVariables, problemsTogether } from "./problems.ts";
import { cloudSettings } from "./cloud.ts";
import { proxyNames, proxySettings } from "./proxy.ts";
import { problemsWithRedis, redisOf, redisSettings } from "./redis.ts";
import { secretStoreSettings } from "./secret-stores.ts";
import { settingFacts } from "./setting.ts";
import { settings } from "./variables.ts";

/** Some settings are required in one way of running the app, and optional in another. */
function schemaFor(given: Given) {
  const isHttp = given["SLACK_SIGNING_SECRET"] !== undefined;
  const isInstallable = given["SLACK_CLIENT_ID"] !== undefined;
  return z.object({
    ...settings,
    SLACK_APP_TOKEN: optionalWhere(isHttp, settings.SLACK_APP_TOKEN),
    SLACK_SIGNING_SECRET: settings.SLACK_SIGNING_SECRET.optional(),
    SLACK_BOT_TOKEN: optionalWhere(isInstallable, settings.SLACK_BOT_TOKEN),
    CLOUD_BASE_URL: optionalWhere(isInstallable, settings.CLOUD_BASE_URL),
    CLOUD_ORGANIZATION_ID: optionalWhere(isInstallable, settings.CLOUD_ORGANIZATION_ID),
    CLOUD_KEY_ID_REF: optionalWhere(isInstallable, settings.CLOUD_KEY_ID_REF),
    CLOUD_KEY_SECRET_REF: optionalWhere(isInstallable, settings.CLOUD_KEY_SECRET_REF),
  });
}

function optionalWhere<Schema extends z.ZodType>(isOptional: boolean, schema: Schema) {
  return isOptional ? schema.optional() : schema;
}

type Environment = z.output<ReturnType<typeof schemaFor>>;

/** All settings, frozen. They can be logged, because secrets show as `[secrets]`. */
export type Config = ReturnType<typeof assemble>;

/** Reads the environment. Fails as `user` with all problems at once, each on a line that says what to do. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const files = withSecretFiles(environment);
  const given = withoutEmptyValues(files.environment);
  const parsed = schemaFor(given).safeParse(given);
  const problems = [
    ...files.problems,
    ...(parsed.error?.issues.map(problemOf) ?? []),
    ...problemsTogether(given),
  ];
  if (parsed.success && problems.length === 0) return assemble(parsed.data);
  throw new AppError(
    "user",
    [
      "Quartermaster can't start. Fix these settings in the environment or in .env:",
      ...problems,
      ...missingVariables(given, environment),
    ].join("\n"),
  );
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return `- ${path.join(".")} ${message}`;
}

function withoutEmptyValues(environment: Record<string, string | undefined>): Given {
  const given: Record<string, string> = {};
  for (const name of Object.keys(settings)) {
    const value = environment[name]?.trim() || inSmallLetters(name, environment);
    if (value) given[name] = value;
  }
  return given;
}

function inSmallLetters(name: string, environment: Record<string, string | undefined>): string | undefined {
  return proxyNames.includes(name) ? environment[name.toLowerCase()]?.trim() : undefined;
}

/** The settings that reach Redis and the stores of secrets. Commands beside the app need no others. */
const ReachEnvironment = z.object({ ...redisSettings, ...secretStoreSettings, ...proxySettings });

/** How to reach Redis and the stores of secrets. */
export type Reach = ReturnType<typeof reachOf>;

/** Reads the settings of `Reach` alone. Fails like `readConfig`. */
export function readReach(environment: Record<string, string | undefined>): Reach {
  const files = withSecretFiles(environment);
  const given = withoutEmptyValues(files.environment);
  const { data, error } = ReachEnvironment.safeParse(given);
  const problems = [...files.problems, ...(error?.issues.map(problemOf) ?? []), ...problemsWithRedis(given)];
  if (data && problems.length === 0) return reachOf(data);
  throw new AppError("user", problems.join("\n"));
}

type Variables = Readonly<Record<string, string | undefined>>;

// Each may be in a file instead: SLACK_BOT_TOKEN_FILE names the one of SLACK_BOT_TOKEN.
const secretSettings: readonly string[] = Object.entries(settings).flatMap(([name, schema]) =>
  settingFacts.get(schema)?.secret ? [name] : [],
);

/** The environment with the secrets of its files. A file that is empty counts as no setting. */
export function withSecretFiles(
  environment: Variables,
  names = secretSettings,
): { environment: Variables; problems: string[] } {
  const found: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (environment[name]?.trim()) {
      problems.push(`- ${name} and ${name}_FILE are both set. Remove one of them.`);
      continue;
    }
    try {
      found[name] = readFileSync(path, "utf8").trim();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
      problems.push(
        `- ${name}_FILE names a file that can't be read (${code}). The container runs as user 65532.`,
      );
    }
  }
  return { environment: { ...environment, ...found }, problems };
}

const CloudEnvironment = z.object({ ...cloudSettings, ...secretStoreSettings, ...proxySettings });

/**
 * Reads the settings of the cloud and of the stores of its keys alone. Without references, the key is in CLOUD_KEY_ID
 * and CLOUD_KEY_SECRET. Fails like `readConfig`.
 */
export function readCloud(environment: Variables) {
  const usual = { CLOUD_KEY_ID_REF: "env:CLOUD_KEY_ID", CLOUD_KEY_SECRET_REF: "env:CLOUD_KEY_SECRET" };
  const files = withSecretFiles(environment, ["HTTPS_PROXY", "HTTP_PROXY"]);
  const given = withoutEmptyValues(files.environment);
  const { data, error } = CloudEnvironment.safeParse({ ...usual, ...given });
  const problems = [...files.problems, ...(error?.issues.map(problemOf) ?? [])];
  if (!data || problems.length > 0) throw new AppError("user", problems.join("\n"));
  return { settings: data, stores: storesOf(data) };
}

function reachOf(environment: z.output<typeof ReachEnvironment>) {
  // The address may hold a password.
  return { redis: concealed({ ...redisOf(environment) }), ...storesOf(environment) };
}

function storesOf(environment: StoreSettings) {
  return {
    proxy: proxyOf(environment),
    vault: vaultOf(environment),
    aws: Object.freeze({ region: environment.AWS_REGION, endpointUrl: environment.AWS_ENDPOINT_URL }),
    gcp: Object.freeze({
      project: environment.GCP_PROJECT,
      keyRef: environment.GCP_KEY_REF,
      endpointUrl: environment.GCP_ENDPOINT_URL,
      metadataUrl: environment.GCP_METADATA_URL,
    }),
  };
}

type StoreSettings = Pick<
  z.output<typeof ReachEnvironment>,
  keyof typeof secretStoreSettings | keyof typeof proxySettings
>;

/** The proxies. Undefined if calls leave without. Their addresses may hold passwords. */
function proxyOf({ HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY, PROXY_RESOLVES }: StoreSettings) {
  if (!https && !http) return undefined;
  return concealed({ https, http, noProxy: NO_PROXY, resolves: PROXY_RESOLVES === "yes" });
}

function assemble(environment: Environment) {
  return Object.freeze({
    ...reachOf(environment),
    port: environment.PORT,
    metricsPort: environment.METRICS_PORT,
    drainMs: environment.DRAIN_SECONDS * 1_000,
    publicUrl: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
    slackApiUrl: environment.SLACK_API_URL,
    cloud: Object.freeze({
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
    terraform: Object.freeze({
      source: environment.TERRAFORM_PROVIDER,
      resource: environment.TERRAFORM_RESOURCE,
      attributes: Object.freeze(environment.TERRAFORM_ATTRIBUTES),
    }),
    workspaceFile: environment.WORKSPACE_FILE,
    ownCloud: ownCloudOf(environment),
    observability: observabilityOf(environment),
    pagerDutyUrl: environment.PAGERDUTY_EVENTS_URL,
    allowedHosts: Object.freeze(environment.ALLOWED_HOSTS),
    secretStore: environment.SECRET_STORE,
    workspaceReferences: Object.freeze(environment.WORKSPACE_REFERENCES ?? []),
    rateLimits: Object.freeze({
      perPerson: environment.PERSON_REQUESTS_PER_MINUTE,
      perWorkspace: environment.WORKSPACE_REQUESTS_PER_MINUTE,
    }),
    retention: Object.freeze({
      auditDays: environment.AUDIT_DAYS,
      incidentDays: environment.INCIDENT_DAYS,
      conversationMinutes: environment.CONVERSATION_MINUTES,
      draftHours: environment.DRAFT_HOURS,
    }),
    acceptLimits: acceptLimitsOf(environment),
    storeCredentials: storeCredentials(environment),
    chartPictures: environment.CHART_PICTURES,
    logLevel: environment.LOG_LEVEL,
    /** The share of traces to export. Undefined if there is no collector. */
    traceRatio:
      environment.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : environment.OTEL_TRACES_SAMPLER_ARG,
    tracesTo: environment.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceUrl: environment.TRACE_URL,
    model: modelOf(environment),
    mcp: Object.freeze({
      isOn: environment.MCP === "on",
      isReadOnly: environment.MCP_READ_ONLY === "on",
    }),
    secrets: concealed({
      encryptionKeys: Object.freeze(environment.ENCRYPTION_KEYS),
      slack: concealed(slackSecrets(environment)),
    }),
  });
}

const megabyte = 1024 * 1024;

/** Limits on the alerts that are accepted, and on the text that is kept of them. */
function acceptLimitsOf(environment: Environment) {
  return Object.freeze({
    hook: {
      eventsPerMinute: environment.HOOK_ALERTS_PER_MINUTE,
      bytesPerMinute: environment.HOOK_MB_PER_MINUTE * megabyte,
    },
    workspace: {
      eventsPerMinute: environment.WORKSPACE_ALERTS_PER_MINUTE,
      bytesPerMinute: environment.WORKSPACE_ALERT_MB_PER_MINUTE * megabyte,
    },
    bodyBytes: environment.WORKSPACE_ALERT_TEXTS_MB * megabyte,
  });
}

/** The login to the Vault. Undefined if there is none. */
function vaultOf(environment: StoreSettings) {
  const { VAULT_ADDR: address, VAULT_NAMESPACE: namespace } = environment;
  const login = loginOf(environment);
  return address === undefined || login === undefined
    ? undefined
    : Object.freeze({ address, namespace, login: Object.freeze(login) });
}

function loginOf(environment: StoreSettings): VaultLogin | undefined {
  const { VAULT_TOKEN_REF: tokenRef, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID_REF: secretIdRef } = environment;
  const { VAULT_KUBERNETES_ROLE: role, VAULT_KUBERNETES_TOKEN_FILE: tokenFile } = environment;
  const mount = environment.VAULT_LOGIN_MOUNT;
  if (tokenRef !== undefined) return { by: "token", tokenRef };
  if (role !== undefined) return { by: "kubernetes", role, tokenFile, mount: mount ?? "kubernetes" };
  if (roleId === undefined || secretIdRef === undefined) return undefined;
  return { by: "approle", roleId, secretIdRef, mount: mount ?? "approle" };
}

/** The references of the app's own credentials for secret stores, Redis and the model, by setting. People in Slack cannot name them. */
function storeCredentials(environment: Environment): Readonly<Record<string, string>> {
  const { VAULT_TOKEN_REF, VAULT_SECRET_ID_REF, GCP_KEY_REF, VAULT_KUBERNETES_ROLE: role } = environment;
  const tokenFile = role && `file:${environment.VAULT_KUBERNETES_TOKEN_FILE}`;
  const { REDIS_PASSWORD_REF, REDIS_SENTINEL_PASSWORD_REF, REDIS_CA, REDIS_CERT, REDIS_KEY } = environment;
  const ofStores = {
    VAULT_TOKEN_REF,
    VAULT_SECRET_ID_REF,
    VAULT_KUBERNETES_TOKEN_FILE: tokenFile,
    GCP_KEY_REF,
  };
  const ofRedis = { REDIS_PASSWORD_REF, REDIS_SENTINEL_PASSWORD_REF, REDIS_CA, REDIS_CERT, REDIS_KEY };
  const all = { ...ofStores, ...ofRedis, LLM_KEY_REF: environment.LLM_KEY_REF };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return Object.freeze(Object.fromEntries(given));
}

/** The model that reads what people ask. Undefined if there is none. */
function modelOf({ LLM_URL: url, LLM_MODEL: model, LLM_KEY_REF: keyRef }: Environment) {
  return url === undefined || model === undefined ? undefined : Object.freeze({ url, model, keyRef });
}

/** The cloud of the operator's own workspace. Undefined if the environment describes none. */
function ownCloudOf(environment: Environment) {
  const { CLOUD_BASE_URL: baseUrl, CLOUD_ORGANIZATION_ID: organizationId } = environment;
  const { CLOUD_KEY_ID_REF: keyIdRef, CLOUD_KEY_SECRET_REF: keySecretRef } = environment;
  if (!baseUrl || !organizationId || !keyIdRef || !keySecretRef) return undefined;
  return Object.freeze({
    baseUrl,
    organizationId,
    keyIdRef,
    keySecretRef,
    newPasswordsRef: environment.NEW_PASSWORDS_REF,
    consoleServiceUrl: environment.CLOUD_CONSOLE_SERVICE_URL,
    consoleCostsUrl: environment.CLOUD_CONSOLE_COSTS_URL,
    consoleObservabilityUrl: environment.CLOUD_CONSOLE_OBSERVABILITY_URL,
  });
}

function observabilityOf(environment: Environment) {
  const { OBSERVABILITY_URL: appUrl, OBSERVABILITY_TOKEN_REF: tokenRef } = environment;
  const consoleObservabilityUrl = environment.OBSERVABILITY_CONSOLE_URL;
  return appUrl === undefined || tokenRef === undefined
    ? undefined
    : Object.freeze({ appUrl, tokenRef, consoleObservabilityUrl });
}

function slackSecrets(environment: Environment) {
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret = "" } = environment;
  const shared = { botToken: environment.SLACK_BOT_TOKEN, install: installSecrets(environment) };
  return appToken === undefined
    ? { transport: "http" as const, ...shared, signingSecret }
    : { transport: "socket" as const, ...shared, appToken };
}

/** What lets workspaces install the app. Undefined if it serves one workspace by its token. */
function installSecrets({ SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret }: Environment) {
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : concealed({ clientId, clientSecret });
}

/** Frozen, and shown as `[secrets]` by JSON and `util.inspect`, through which values get into logs. */
function concealed<Secrets extends object>(secrets: Secrets): Readonly<Secrets> {
  const show = { value: () => "[secrets]" };
  return Object.freeze(Object.defineProperties(secrets, { toJSON: show, [inspect.custom]: show }));
}
