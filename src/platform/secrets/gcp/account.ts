import { sign } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { type GcpRequest, exchangeWithGcp } from "./exchange.ts";
import { noToken } from "./failure.ts";
import type { Secrets } from "../secrets.ts";
import { type Lease, type Tokens, leasedTokens } from "../leased-tokens.ts";

/** Who the app is at Google Cloud: a service account with a key, or that of the machine it runs on. */
export interface GcpAccount {
  keyRef?: string | undefined;
  metadataUrl: string;
  timeoutMs?: number | undefined;
  /** Reads the key. */
  local: Pick<Secrets, "resolve" | "forget">;
  now: () => number;
}

const Key = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  project_id: z.string().optional(),
  token_uri: z.url().default("https://oauth2.googleapis.com/token"),
});

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const scope = "https://www.googleapis.com/auth/cloud-platform";
// Google: an hour is the longest.
const assertionSeconds = 3_600;

/** The account's tokens, and the project it belongs to. */
export function gcpAccount(account: GcpAccount): { tokens: Tokens; project(): Promise<string> } {
  const { keyRef, metadataUrl, now } = account;
  const machine = (path: string): GcpRequest => ({
    method: "GET",
    url: `${metadataUrl}/computeMetadata/v1/${path}`,
    headers: { "metadata-flavor": "Google" },
  });
  return {
    tokens: leasedTokens({
      now,
      login: async () =>
        keyRef === undefined
          ? askForToken(machine("instance/service-accounts/default/token"), account)
          : askForToken(assertion(await keyOf(keyRef, account), now()), account),
    }),
    async project() {
      const found =
        keyRef === undefined
          ? await askForProject(machine("project/project-id?alt=json"), account)
          : (await keyOf(keyRef, account)).project_id;
      if (found !== undefined) return found;
      throw new AppError("auth", "Google Cloud needs a project. Set GCP_PROJECT, and start again.");
    },
  };
}

async function askForToken(request: GcpRequest, { keyRef, timeoutMs }: GcpAccount): Promise<Lease> {
  const setting = keyRef === undefined ? "GCP_METADATA_URL" : "GCP_KEY_REF";
  const { status, json } = await exchangeWithGcp(request, { setting, timeoutMs });
  const { data } = Token.safeParse(status === 200 ? json : undefined);
  if (!data) throw noToken(status, keyRef === undefined ? "the service account of the machine" : setting);
  return { token: data.access_token, durationMs: data.expires_in * 1_000 };
}

async function askForProject(request: GcpRequest, { timeoutMs }: GcpAccount): Promise<string | undefined> {
  const { status, json } = await exchangeWithGcp(request, { setting: "GCP_METADATA_URL", timeoutMs });
  return status === 200 && typeof json === "string" ? json : undefined;
}

async function keyOf(keyRef: string, { local }: GcpAccount): Promise<z.output<typeof Key>> {
  const text = await local.resolve(keyRef);
  try {
    return Key.parse(JSON.parse(text));
  } catch {
    // Neither error goes along, for both may quote the key.
    throw new AppError(
      "auth",
      `What is at ${keyRef} is no key of a service account. Put its JSON file there, as Google Cloud made it.`,
    );
  }
}

/** What is exchanged for a token: a statement of who the app is, signed with its key (RFC 7523). */
function assertion(key: z.output<typeof Key>, nowMs: number): GcpRequest {
  const issuedAt = Math.floor(nowMs / 1_000);
  const claims = {
    iss: key.client_email,
    scope,
    aud: key.token_uri,
    iat: issuedAt,
    exp: issuedAt + assertionSeconds,
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
    // Its own error goes nowhere, for it has seen the key.
    throw new AppError("auth", "The private key of GCP_KEY_REF cannot sign. Put the whole JSON file there.");
  }
}
