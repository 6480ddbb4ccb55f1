import { isAppError } from "../../../lib/errors.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import { isEqualInConstantTime } from "../../../lib/constant-time.ts";
import { hashText } from "../../../lib/hash.ts";
import { Hook, hookSecretPurpose, keptSecret, newHookSecret, workspaceOfHook } from "../hooks/record.ts";
import type { IncomingHttpHeaders } from "node:http";
import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { HookVersion, Hooks } from "../hooks/hooks.ts";
import { readRecord } from "../../../platform/redis/record.ts";

/** A hook that somebody may post to, as it was at one moment. */
export interface Admission extends HookVersion {
  proof: Proof;
}

interface AdmitOptions {
  hooksOf: (hookId: string) => Pick<Hooks, "findVersion">;
  sealerOf: (hookId: string) => WorkspaceSealer;
  now: () => Date;
  log: Logger;
}

/** Finds out who may post to which hook. */
interface Doorkeeper {
  /**
   * Admits whoever may post to a hook: by what was last known of it, if that is enough, else by a look into Redis.
   * Undefined where they may not, or there is no such hook: both cost the same.
   */
  admit(hookId: string, credentials: Credentials, body: Buffer): Promise<Admission | undefined>;
  /** Forgets what is known of a hook, since it is not so any more. */
  forget(hookId: string): void;
}

// Those that are posted to all the time are far fewer.
const mostKnown = 1_000;

/** Keeps the door of all hooks; whatever is known of one must be checked before it counts. */
export function hookAuthenticator({ hooksOf, sealerOf, now, log }: AdmitOptions): Doorkeeper {
  const nobody = nobodysHook(sealerOf, now());
  const nobodysRecord = JSON.stringify(nobody);
  const nobodysVersion: HookVersion = { hook: nobody, version: "" };
  const onUnopened = (error: unknown) => log.warn({ err: error }, "a hook's secret cannot be opened");
  const authenticate = authenticator({ sealerOf, nobody, onUnopened });
  const known = new Map<string, HookVersion>();

  /** What is no hook's costs as much as what is one: a look into Redis, and the reading of a record. */
  async function look(hookId: string): Promise<HookVersion> {
    const id = workspaceOfHook(hookId) === undefined ? nobody.id : hookId;
    const found = await hooksOf(id).findVersion(id);
    return found ?? { hook: readRecord(Hook, nobodysRecord, "nobody's hook"), version: "" };
  }

  function keep(hookId: string, version: HookVersion): void {
    const [oldest] = known.keys();
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
    known.set(hookId, version);
  }

  return {
    async admit(hookId, credentials, body) {
      // Who is not admitted by what is known has cost as much as who is not known at all.
      const before = known.get(hookId) ?? nobodysVersion;
      const proof = await authenticate(before.hook, credentials, body);
      if (proof && !before.hook.paused) return { ...before, proof };
      const present = await look(hookId);
      const newProof = await authenticate(present.hook, credentials, body);
      if (!newProof) return undefined;
      keep(hookId, present);
      return { ...present, proof: newProof };
    },
    forget: (hookId) => void known.delete(hookId),
  };
}

/** That a request may post to a hook; where it was signed, with the id that it was signed under. */
export interface Proof {
  signedId?: string;
}

/** What is known of a hook's secrets. */
type Keyring = Pick<Hook, "id" | "secrets">;

interface Options {
  sealerOf: (hookId: string) => WorkspaceSealer;
  /** What stands in for the secrets that a hook does not have. */
  nobody: Keyring;
  /** Told where a kept secret cannot be opened, so that nothing signed with it is believed. */
  onUnopened: (error: unknown) => void;
}

/** A hook that is nowhere, with as many secrets as a hook can have, which nobody was told. */
function nobodysHook(sealerOf: Options["sealerOf"], at: Date): Hook {
  const id = "NOBODY-none";
  const secret = () => keptSecret(newHookSecret(), { hookId: id, isSigned: true, at, sealer: sealerOf(id) });
  return {
    id,
    name: "none",
    channelId: "C0NOBODY",
    ownerId: "U0NOBODY",
    createdAt: at.toISOString(),
    secrets: [secret(), secret()],
    broadcasts: true,
    rules: [],
    muted: {},
  };
}

/**
 * Tells whether credentials are those of a hook; undefined where not. Compares with as many secrets for any hook, and
 * with all of them, so that the time it takes tells nothing.
 */
function authenticator({ sealerOf, nobody, onUnopened }: Options) {
  return async (hook: Keyring, credentials: Credentials, body: Buffer): Promise<Proof | undefined> => {
    const isTold = isDigested(credentials, hook);
    const { signature } = credentials;
    if (!signature) return isTold ? {} : undefined;
    const secrets = nobody.secrets.map((_, index) => openedAt(index, hook));
    const isRight = await Promise.all(secrets.map((secret) => isSigned(secret, signature, body)));
    if (isRight.includes(true)) return { signedId: signature.id };
    return isTold ? {} : undefined;
  };

  function isDigested({ bearer, pathSecret }: Credentials, { secrets }: Keyring): boolean {
    const given = [bearer, pathSecret].filter((secret) => secret !== "").map((secret) => hashText(secret));
    const known = nobody.secrets.map(({ digest }, index) => secrets[index]?.digest ?? digest);
    return given.flatMap((digest) => known.map((each) => isEqualInConstantTime(digest, each))).includes(true);
  }

  /** A secret as it signs; another one, which nobody was told, where there is none or it is not kept for signing. */
  function openedAt(index: number, hook: Keyring): string {
    const standIn = nobody.secrets[index]?.sealed ?? "";
    const sealed = hook.secrets[index]?.sealed;
    try {
      return sealed === undefined ? open(standIn, nobody.id) : open(sealed, hook.id);
    } catch (error) {
      if (!isAppError(error, "auth")) throw error;
      onUnopened(error);
      return open(standIn, nobody.id);
    }
  }

  function open(sealed: string, hookId: string): string {
    return sealerOf(hookId).open(sealed, hookSecretPurpose(hookId));
  }
}

/** How a webhook was signed, as Standard Webhooks has it; `at` is in Unix seconds, as it was sent. */
interface Signature {
  id: string;
  at: string;
  signatures: string;
}

/** What a request shows to prove that it may post to a hook; any of them may do. */
export interface Credentials {
  /** From the Authorization header; empty where there is none. */
  bearer: string;
  /** From the address; empty where there is none. */
  pathSecret: string;
  signature: Signature | undefined;
}

/** What a request to a hook shows, by its headers and what follows the hook's id in its address. */
export function credentialsOf(headers: IncomingHttpHeaders, pathSecret: string): Credentials {
  const [, bearer = ""] = /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? "") ?? [];
  return { bearer, pathSecret, signature: signatureIn(headers, "webhook") ?? signatureIn(headers, "svix") };
}

/** The older names of the three headers begin with svix. */
function signatureIn(headers: IncomingHttpHeaders, prefix: "webhook" | "svix"): Signature | undefined {
  const id = headers[`${prefix}-id`];
  // Few senders sign.
  if (typeof id !== "string") return undefined;
  const [at, signatures] = [headers[`${prefix}-timestamp`], headers[`${prefix}-signature`]];
  if (typeof at !== "string" || typeof signatures !== "string") return undefined;
  return { id, at, signatures };
}

/** True where one of these signatures is of that body, with that secret, and of within 5 minutes of now. */
async function isSigned(secret: string, { id, at, signatures }: Signature, body: Buffer): Promise<boolean> {
  // Few senders sign, and nobody else is to wait for it to load.
  const { Webhook, WebhookVerificationError } = await import("standardwebhooks");
  const webhook = new Webhook(secret);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  // The package signs the body as text, which bytes that are no UTF-8 do not survive; it also takes 20 times as long.
  webhook.sign = (messageId, time) => {
    const signing = createHmac("sha256", key).update(`${messageId}.${Math.floor(time.getTime() / 1_000)}.`);
    return `v1,${signing.update(body).digest("base64")}`;
  };
  const headers = { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures };
  try {
    webhook.verify("", headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return false;
  }
}
