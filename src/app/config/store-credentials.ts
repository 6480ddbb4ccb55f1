import type { VaultLogin } from "../../platform/secrets/vault/login.ts";

/** The references with which the app proves itself to places of secrets, by their settings; nobody's in Slack. */
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
