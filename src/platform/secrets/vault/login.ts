import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import { type Lease, type StoreAnswer, leasedTokens } from "../exchange.ts";
import { fileScheme } from "../host.ts";
import type { Secrets } from "../secrets.ts";
import {
  type VaultAddress,
  type VaultTokens,
  isSuccess,
  isVaultAway,
  sendToVault,
  vaultAway,
} from "./exchange.ts";

/** How the app logs in to a Vault. */
export type VaultLogin =
  | { by: "token"; tokenRef: string }
  | { by: "approle"; roleId: string; secretIdRef: string; mount: string }
  | { by: "kubernetes"; role: string; tokenFile: string; mount: string };

interface VaultLease extends Lease {
  isRenewable: boolean;
}

const LeaseAnswer = JsonText.pipe(
  z.object({
    auth: z.object({
      client_token: z.string().min(1),
      lease_duration: z.number().min(0),
      renewable: z.boolean().default(false),
    }),
  }),
);

const settingsOf = {
  approle: "VAULT_ROLE_ID and VAULT_SECRET_ID_REF",
  kubernetes: "VAULT_KUBERNETES_ROLE",
};

/** The app's tokens for a Vault. `local` reads the credentials of the login. */
export function vaultTokens(
  vault: VaultAddress,
  login: VaultLogin,
  local: Pick<Secrets, "resolve" | "forget">,
  now: () => number = Date.now,
): VaultTokens {
  if (login.by === "token") return keptToken(login.tokenRef, local);
  const settings = settingsOf[login.by];
  const tokens = leasedTokens<VaultLease>({
    now,
    async login() {
      const body = await proofOf(login, local);
      const answer = await sendToVault(vault, { path: `auth/${login.mount}/login`, verb: "write", body });
      return leaseOf(answer) ?? refuse(answer, settings);
    },
    async renew({ token, isRenewable }) {
      if (!isRenewable) return undefined;
      const request = { path: "auth/token/renew-self", verb: "write", body: {} } as const;
      const answer = await sendToVault(vault, request, token);
      if (isVaultAway(answer)) throw vaultAway(answer, "prolong the app's token");
      return leaseOf(answer);
    },
  });
  return { ...tokens, toCheck: `the policies of the role in ${settings} allow it` };
}

/** A token that another program writes and may replace. */
function keptToken(tokenRef: string, local: Pick<Secrets, "resolve" | "forget">): VaultTokens {
  return {
    toCheck: "the token of VAULT_TOKEN_REF is still good and that its policies allow it",
    present: () => local.resolve(tokenRef),
    async after(refused) {
      local.forget(tokenRef);
      const fresh = await local.resolve(tokenRef);
      return fresh === refused ? undefined : fresh;
    },
  };
}

/** Read each time, because both are replaced while the app runs. */
async function proofOf(
  login: Exclude<VaultLogin, { by: "token" }>,
  local: Pick<Secrets, "resolve" | "forget">,
): Promise<object> {
  if (login.by === "kubernetes") return { role: login.role, jwt: await fileScheme.read(login.tokenFile) };
  local.forget(login.secretIdRef);
  return { role_id: login.roleId, secret_id: await local.resolve(login.secretIdRef) };
}

function leaseOf(answer: StoreAnswer): VaultLease | undefined {
  const { data } = LeaseAnswer.safeParse(isSuccess(answer) ? answer.text : undefined);
  if (!data) return undefined;
  const { client_token: token, lease_duration: seconds, renewable: isRenewable } = data.auth;
  return { token, durationMs: seconds * 1_000, isRenewable };
}

function refuse(answer: StoreAnswer, settings: string): never {
  if (isVaultAway(answer)) throw vaultAway(answer, "let the app in");
  throw new AppError(
    "auth",
    `The Vault doesn't let this app in (status ${answer.status}). Check ${settings}, and that this way to log in is enabled there.`,
  );
}
