import { sign } from "node:crypto";
import type { Dispatcher } from "undici";
import { z } from "zod";
import { hourInSeconds } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import {
  type Lease,
  type StoreAnswer,
  type StoreRequest,
  type Tokens,
  exchange,
  exchangeWithToken,
  isAwayForNow,
  leasedTokens,
} from "../exchange.ts";
import { type SecretScheme, type Task, awayForNow, nothingAt, storeScheme, unusable } from "../scheme.ts";
import type { Secrets } from "../secrets.ts";

interface Gcp extends GcpAccount {
  project?: string | undefined;
  endpointUrl: string;
}

interface Address {
  project: string | undefined;
  name: string;
}

const Version = JsonText.pipe(z.object({ payload: z.object({ data: z.base64() }) }));

/**
 * Secrets in Google Cloud's Secret Manager, always in the latest version: whole as `gcp:acme`, or a field of a JSON
 * object as `gcp:acme#secret`. In another project as `gcp:projects/other/secrets/acme#secret`.
 */
export function gcpScheme(gcp: Gcp): SecretScheme {
  const account = gcpAccount(gcp);
  const store = {
    name: "Google Cloud",
    setting: "GCP_ENDPOINT_URL",
    timeoutMs: gcp.timeoutMs,
    dispatcher: gcp.dispatcher,
  };

  const ask = ({ url, ...request }: StoreRequest) =>
    exchangeWithToken(account.tokens, 401, (token) =>
      exchange(store, {
        ...request,
        url: `${gcp.endpointUrl}/v1/${url}`,
        headers: { authorization: `Bearer ${token}` },
      }),
    );

  async function parentOf({ project }: Address): Promise<string> {
    return `projects/${project ?? gcp.project ?? (await account.project())}/secrets`;
  }

  return storeScheme({
    name: "gcp",
    usage:
      "the name of a secret in Secret Manager, and to read one of its fields that field, such as gcp:acme-cloud#secret",

    addressOf(text): Address | undefined {
      // Google Cloud: a secret's name has letters, digits, - and _.
      const [, project, name] =
        /^(?:projects\/([a-z0-9][a-z0-9.:-]{0,60})\/secrets\/)?([\w-]{1,255})$/.exec(text) ?? [];
      return name === undefined ? undefined : { project, name };
    },

    async readText(address, task) {
      const url = `${await parentOf(address)}/${address.name}/versions/latest:access`;
      const answer = await ask({ method: "GET", url });
      if (answer.status !== 200) throw failureOf(answer, task);
      return textOf(answer, task.reference);
    },

    async write(address, fields, task) {
      const parent = await parentOf(address);
      const data = Buffer.from(JSON.stringify(fields)).toString("base64");
      const version: StoreRequest = {
        method: "POST",
        url: `${parent}/${address.name}:addVersion`,
        body: { payload: { data } },
      };
      const added = await ask(version);
      if (added.status === 200) return;
      if (added.status !== 404) throw failureOf(added, task);
      const body = { replication: { automatic: {} } };
      const made = await ask({ method: "POST", url: `${parent}?secretId=${address.name}`, body });
      // 409: another request made it at the same moment.
      if (made.status !== 200 && made.status !== 409) throw failureOf(made, task);
      const addedToNew = await ask(version);
      if (addedToNew.status !== 200) throw failureOf(addedToNew, task);
    },

    async remove(address, task) {
      const answer = await ask({ method: "DELETE", url: `${await parentOf(address)}/${address.name}` });
      if (answer.status !== 200 && answer.status !== 404) throw failureOf(answer, task);
    },
  });
}

function textOf({ text }: StoreAnswer, reference: string): string {
  const { data } = Version.safeParse(text);
  if (!data) throw unusable(reference, "is empty. Put the secret there");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(data.payload.data, "base64"));
  } catch {
    // The decoder's error has seen the bytes, so it is not kept.
    throw unusable(reference, "holds bytes. Put the secret there as text");
  }
}

/** Google Cloud's words are left out, because they reveal the app's identity there. */
function failureOf(answer: StoreAnswer, { verb, reference }: Task): AppError {
  const { status } = answer;
  if (status === 404) return nothingAt(reference);
  if (isAwayForNow(answer)) return awayForNow("Google Cloud", `${verb} ${reference}`, `status ${status}`);
  const message =
    status === 401 || status === 403
      ? `Google Cloud doesn't let this app ${verb} ${reference} (status ${status}). Check the roles of its service account.`
      : `Google Cloud didn't ${verb} ${reference} (status ${status}). Check that its latest version is enabled, or correct the reference.`;
  return new AppError("auth", message);
}

/** The app's identity at Google Cloud: a service account with a key, or the machine's own. */
interface GcpAccount {
  keyRef?: string | undefined;
  metadataUrl: string;
  timeoutMs?: number | undefined;
  dispatcher: Dispatcher;
  /** Connections to the machine's own service, which no proxy reaches. */
  straight: Dispatcher;
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
function gcpAccount(account: GcpAccount): { tokens: Tokens; project(): Promise<string> } {
  const { keyRef, metadataUrl, timeoutMs, local, now } = account;
  const setting = keyRef === undefined ? "GCP_METADATA_URL" : "GCP_KEY_REF";
  const dispatcher = keyRef === undefined ? account.straight : account.dispatcher;
  const store = { name: "Google Cloud", setting, timeoutMs, dispatcher };

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
