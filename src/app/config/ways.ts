import { formatList } from "../../lib/text.ts";
import type { VaultLogin } from "../../platform/secrets/vault/login.ts";

type Given = Readonly<Record<string, string>>;

/** The settings of each way to log in to a Vault. The first one names the way. */
const ways = [["VAULT_TOKEN_REF"], ["VAULT_ROLE_ID", "VAULT_SECRET_ID_REF"], ["VAULT_KUBERNETES_ROLE"]];

/** Problems with the login to a Vault: half a way, two ways, or references without a way. */
export function problemsWithVault(given: Given, references: readonly string[]): string[] {
  const users = references.filter((name) => given[name]?.includes("vault:"));
  const isGiven = (name: string) => given[name] !== undefined;
  const needing = [...users, ...["VAULT_ADDR", ...ways.flat()].filter(isGiven)];
  if (needing.length === 0) return [];
  const begun = ways.filter((names) => names.some(isGiven));
  if (begun.length > 1) {
    const names = begun.map(([first]) => first ?? "");
    return [`- ${formatList(names)} are different ways to log in to the Vault. Give one of them.`];
  }
  const [way = ["VAULT_TOKEN_REF"]] = begun;
  const missing = ["VAULT_ADDR", ...way].filter((name) => !isGiven(name));
  return missing.map(
    (name) => `- ${name} is missing. ${formatList(needing)} ${needing.length === 1 ? "needs" : "need"} it.`,
  );
}

interface Environment {
  VAULT_ADDR?: string | undefined;
  VAULT_NAMESPACE?: string | undefined;
  VAULT_TOKEN_REF?: string | undefined;
  VAULT_ROLE_ID?: string | undefined;
  VAULT_SECRET_ID_REF?: string | undefined;
  VAULT_KUBERNETES_ROLE?: string | undefined;
  VAULT_KUBERNETES_TOKEN_FILE: string;
  VAULT_LOGIN_MOUNT?: string | undefined;
}

/** The login to the Vault. Undefined if there is none. */
export function vaultOf(environment: Environment) {
  const { VAULT_ADDR: address, VAULT_NAMESPACE: namespace } = environment;
  const login = loginOf(environment);
  return address === undefined || login === undefined
    ? undefined
    : Object.freeze({ address, namespace, login: Object.freeze(login) });
}

function loginOf(environment: Environment): VaultLogin | undefined {
  const { VAULT_TOKEN_REF: tokenRef, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID_REF: secretIdRef } = environment;
  const { VAULT_KUBERNETES_ROLE: role, VAULT_KUBERNETES_TOKEN_FILE: tokenFile } = environment;
  const mount = environment.VAULT_LOGIN_MOUNT;
  if (tokenRef !== undefined) return { by: "token", tokenRef };
  if (role !== undefined) return { by: "kubernetes", role, tokenFile, mount: mount ?? "kubernetes" };
  if (roleId === undefined || secretIdRef === undefined) return undefined;
  return { by: "approle", roleId, secretIdRef, mount: mount ?? "approle" };
}

/** The references of the app's own credentials for secret stores, by setting. People in Slack cannot name them. */
export function storeCredentials(
  vault: { login: VaultLogin } | undefined,
  { keyRef }: { keyRef?: string | undefined },
): Readonly<Record<string, string>> {
  return Object.freeze({
    ...(vault && loginCredentials(vault.login)),
    ...(keyRef === undefined ? {} : { GCP_KEY_REF: keyRef }),
  });
}

function loginCredentials(login: VaultLogin): Record<string, string> {
  switch (login.by) {
    case "token":
      return { VAULT_TOKEN_REF: login.tokenRef };
    case "approle":
      return { VAULT_SECRET_ID_REF: login.secretIdRef };
    case "kubernetes":
      return { VAULT_KUBERNETES_TOKEN_FILE: `file:${login.tokenFile}` };
  }
}
