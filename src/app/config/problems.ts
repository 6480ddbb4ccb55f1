import { problemsWithRedis } from "./redis.ts";
import { formatList } from "../../lib/text.ts";

/** The given settings by name. */
export type Given = Readonly<Record<string, string>>;

/** The problems of settings that are right alone but not together, one line each. */
export function problemsTogether(given: Given): string[] {
  return [
    ...problemsWithRedis(given),
    ...problemsWithVault(given),
    ...bothOrNeither("OBSERVABILITY_URL", "OBSERVABILITY_TOKEN_REF", given),
    ...bothOrNeither("LLM_URL", "LLM_MODEL", given),
    ...problemsWithInstalling(given),
    ...(given["SLACK_CLIENT_ID"] === undefined ? [] : problemsWithOwnWorkspace(given)),
  ];
}

/** The settings that only the operator's own workspace needs. */
const ownCloudSettings = [
  "CLOUD_BASE_URL",
  "CLOUD_ORGANIZATION_ID",
  "CLOUD_KEY_ID_REF",
  "CLOUD_KEY_SECRET_REF",
] as const;

const referenceSettings = [
  "LLM_KEY_REF",
  "REDIS_PASSWORD_REF",
  "REDIS_SENTINEL_PASSWORD_REF",
  "REDIS_CA",
  "REDIS_CERT",
  "REDIS_KEY",
  "CLOUD_KEY_ID_REF",
  "CLOUD_KEY_SECRET_REF",
  "OBSERVABILITY_TOKEN_REF",
  "NEW_PASSWORDS_REF",
  "SECRET_STORE",
  "WORKSPACE_REFERENCES",
];

/** The variables of the cloud's key that are empty, one line each. Its references are read when the rest is right. */
export function missingVariables(
  given: Given,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  return ["CLOUD_KEY_ID_REF", "CLOUD_KEY_SECRET_REF"].flatMap((name) => {
    const [, variable] = /^env:(\w+)$/.exec(given[name] ?? "") ?? [];
    return variable === undefined || environment[variable]
      ? []
      : [`- ${variable} is missing. ${name} says that it is there.`];
  });
}

/** The settings of each way to log in to a Vault. The first one names the way. */
const vaultLogins = [
  ["VAULT_TOKEN_REF"],
  ["VAULT_ROLE_ID", "VAULT_SECRET_ID_REF"],
  ["VAULT_KUBERNETES_ROLE"],
] as const;

/** Problems with the login to a Vault: half a way, two ways, or references without a way. */
function problemsWithVault(given: Given): string[] {
  const users = referenceSettings.filter((name) => given[name]?.includes("vault:"));
  const needing = [...users, ...among(["VAULT_ADDR", ...vaultLogins.flat()], given)];
  if (needing.length === 0) return [];
  const begun = vaultLogins.filter((names) => among(names, given).length > 0);
  if (begun.length > 1) {
    const names = formatList(begun.map(([first]) => first));
    return [`- ${names} are different ways to log in to the Vault. Keep one of them.`];
  }
  return missing(["VAULT_ADDR", ...(begun[0] ?? ["VAULT_TOKEN_REF"])], given, needs(needing));
}

function problemsWithInstalling(given: Given): string[] {
  const halves = bothOrNeither("SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", given);
  if (given["SLACK_CLIENT_ID"] === undefined) return halves;
  const url = given["PUBLIC_URL"];
  const leadsBack = "SLACK_CLIENT_ID needs it: after the installation, Slack redirects people there.";
  if (url === undefined) return [...halves, ...missing(["PUBLIC_URL"], given, leadsBack)];
  const unsafe =
    "- PUBLIC_URL must start with https:// because SLACK_CLIENT_ID is set. Only localhost may use http://.";
  return isSafe(url) ? halves : [...halves, unsafe];
}

/** Settings of the operator's own workspace must say which one it is, and describe it completely. */
function problemsWithOwnWorkspace(given: Given): string[] {
  const described = among(ownCloudSettings, given);
  const all = [...described, ...among(["OBSERVABILITY_URL"], given)];
  if (all.length === 0) return [];
  const verb = all.length === 1 ? "describes" : "describe";
  const owner = missing(
    ["SLACK_BOT_TOKEN"],
    given,
    `${formatList(all)} ${verb} the cloud of its workspace only.`,
  );
  const rest = described.length === 0 ? [] : missing(ownCloudSettings, given, needs(described));
  return [...owner, ...rest];
}

function needs(names: readonly string[]): string {
  return `${formatList(names)} ${names.length === 1 ? "needs" : "need"} it.`;
}

function bothOrNeither(one: string, other: string, given: Given): string[] {
  const [first] = among([one, other], given);
  return first === undefined ? [] : missing([one, other], given, `${first} needs it.`);
}

function among(names: readonly string[], given: Given): string[] {
  return names.filter((name) => given[name] !== undefined);
}

function missing(names: readonly string[], given: Given, why: string): string[] {
  return names.filter((name) => given[name] === undefined).map((name) => `- ${name} is missing. ${why}`);
}

function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
