import { sign } from "node:crypto";
import { z } from "zod";
import { hourInSeconds } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import { type StoreRequest, exchange, isAwayForNow } from "../exchange.ts";
import { awayForNow } from "../scheme.ts";
import type { Secrets } from "../secrets.ts";
import { type Lease, type Tokens, leasedTokens } from "../leased-tokens.ts";

/** The app's identity at Google Cloud: a service account with a key, or the machine's own. */
export interface GcpAccount {
  keyRef?: string | undefined;
  metadataUrl: string;
  timeoutMs?: number | undefined;
  /** Reads the key. */
  local: Pick<Secrets, "resolve" | "forget">;
  now: () => number;
}

const Key = JsonText.pipe(
  z.object({
    client_email: z.string().min(1),
    private_key: z.string().min(1),
    private_key_id: z.string().optional(),
    project_id: z.string().optional(),
    token_uri: z.url().default("https://oauth2.googleapis.com/token"),
  }),
);
type Key = z.output<typeof Key>;

const Token = JsonText.pipe(z.object({ access_token: z.string().min(1), expires_in: z.number().positive() }));

const scope = "https://www.googleapis.com/auth/cloud-platform";

/** The account's tokens, and the project it belongs to. */
export function gcpAccount(account: GcpAccount): { tokens: Tokens; project(): Promise<string> } {
  const { keyRef, metadataUrl, timeoutMs, local, now } = account;
  const setting = keyRef === undefined ? "GCP_METADATA_URL" : "GCP_KEY_REF";
  const store = { name: "Google Cloud", setting, timeoutMs };

  const machine = (path: string): StoreRequest => ({
    method: "GET",
    url: `${metadataUrl}/computeMetadata/v1/${path}`,
    headers: { "metadata-flavor": "Google" },
  });

  async function login(): Promise<Lease> {
    const answer = await exchange(
      store,
      keyRef === undefined
        ? machine("instance/service-accounts/default/token")
        : assertion(await keyAt(keyRef, local), now()),
    );
    const { status, text } = answer;
    const token = status === 200 ? Token.safeParse(text).data : undefined;
    if (token) return { token: token.access_token, durationMs: token.expires_in * 1_000 };
    if (isAwayForNow(answer)) throw awayForNow("Google Cloud", "let this app in", `status ${status}`);
    const toCheck = keyRef === undefined ? "the service account of the machine" : setting;
    throw new AppError("auth", `Google Cloud doesn't let this app in (status ${status}). Check ${toCheck}.`);
  }

  async function projectOfMachine(): Promise<string | undefined> {
    const { status, text } = await exchange(store, machine("project/project-id?alt=json"));
    return status === 200 ? JsonText.pipe(z.string()).safeParse(text).data : undefined;
  }

  return {
    tokens: leasedTokens({ now, login }),
    async project() {
      const found = keyRef === undefined ? await projectOfMachine() : (await keyAt(keyRef, local)).project_id;
      if (found !== undefined) return found;
      throw new AppError("auth", "Google Cloud needs a project. Set GCP_PROJECT, and start again.");
    },
  };
}

async function keyAt(keyRef: string, local: GcpAccount["local"]): Promise<Key> {
  const { data } = Key.safeParse(await local.resolve(keyRef));
  if (data) return data;
  throw new AppError(
    "auth",
    `What is at ${keyRef} isn't a service account's key. Put its JSON file there, as Google Cloud made it.`,
  );
}

/** Exchanges a statement, signed with the key, for a token (RFC 7523). */
function assertion(key: Key, nowMs: number): StoreRequest {
  const issuedAt = Math.floor(nowMs / 1_000);
  const claims = {
    iss: key.client_email,
    scope,
    aud: key.token_uri,
    iat: issuedAt,
    // Google allows one hour at most.
    exp: issuedAt + hourInSeconds,
  };
  const header = { alg: "RS256", typ: "JWT", kid: key.private_key_id };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const signature = signedWith(key.private_key, signed.join("."));
  const body = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: [...signed, signature].join("."),
  });
  return { method: "POST", url: key.token_uri, body };
}

function signedWith(privateKey: string, text: string): string {
  try {
    return sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url");
  } catch {
    // The original error has seen the key, so it is not kept.
    throw new AppError("auth", "The private key of GCP_KEY_REF cannot sign. Put the whole JSON file there.");
  }
}
