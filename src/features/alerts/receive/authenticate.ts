import { isAppError } from "../../../lib/errors.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import { isEqualInConstantTime, hashText } from "../../../lib/hash.ts";
import type { HookPart } from "../context.ts";
import {
  type Hook,
  hookRecord,
  hookSecretPurpose,
  keptSecret,
  newHookSecret,
  workspaceOfHook,
} from "../hooks/record.ts";
import type { IncomingHttpHeaders } from "node:http";
import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { HookVersion, Hooks } from "../hooks/hooks.ts";
import { readRecord } from "../../../platform/redis/record.ts";

/** The proof that a request may post to a hook. A signed one has the id under which it was signed. */
interface Proof {
  signedId?: string;
}

/** A hook to which a request may post, in one version. */
export type AuthenticatedHook = HookVersion & Proof;

interface Options {
  hooksOf: (hookId: string) => Pick<Hooks, "findVersion">;
  sealerOf: (hookId: string) => WorkspaceSealer;
  hookParts: readonly HookPart[];
  now: () => Date;
  log: Logger;
}

// Far more than the hooks that are in use at one time.
const mostKnown = 5_000;

/** Authenticates requests to all hooks. The caller must check the version, because a cached one may be outdated. */
export function hookAuthenticator({ hooksOf, sealerOf, hookParts, now, log }: Options) {
  const decoy = decoyHook(sealerOf, now());
  const decoyRecord = JSON.stringify(decoy);
  const known = new Map<string, HookVersion>();

  /** Reads a hook. A missing one costs the same: one read of Redis and one parsed record. */
  async function readVersion(hookId: string): Promise<HookVersion> {
    const id = workspaceOfHook(hookId) === undefined ? decoy.id : hookId;
    const found = await hooksOf(id).findVersion(id);
    return found ?? { hook: readRecord(hookRecord(hookParts), decoyRecord, "the decoy hook"), version: "" };
  }

  function keep(hookId: string, version: HookVersion): void {
    const [oldest] = known.keys();
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
    known.set(hookId, version);
  }

  /**
   * Checks credentials against a hook's secrets; undefined if they are wrong. It compares the same number of secrets
   * for any hook, and all of them, so its time reveals nothing.
   */
  async function prove(hook: Hook, credentials: Credentials, body: Buffer): Promise<Proof | undefined> {
    const isSecretRight = matchesHash(credentials, hook);
    const { signature } = credentials;
    if (signature) {
      const secrets = decoy.secrets.map((_, index) => openedAt(index, hook));
      const isRight = await Promise.all(secrets.map((secret) => isSigned(secret, signature, body)));
      if (isRight.includes(true)) return { signedId: signature.id };
    }
    return isSecretRight ? {} : undefined;
  }

  function matchesHash({ bearer, pathSecret }: Credentials, { secrets }: Hook): boolean {
    const given = [bearer, pathSecret].filter((secret) => secret !== "").map((secret) => hashText(secret));
    const expected = decoy.secrets.map(({ hash }, index) => secrets[index]?.hash ?? hash);
    return given.flatMap((hash) => expected.map((each) => isEqualInConstantTime(hash, each))).includes(true);
  }

  /** The signing secret at an index. The decoy's secret if there is none or it is not kept for signing. */
  function openedAt(index: number, hook: Hook): string {
    const standIn = decoy.secrets[index]?.sealed ?? "";
    const sealed = hook.secrets[index]?.sealed;
    try {
      return sealed === undefined ? open(standIn, decoy.id) : open(sealed, hook.id);
    } catch (err) {
      if (!isAppError(err, "auth")) throw err;
      log.warn({ err }, "couldn't open a hook's secret");
      return open(standIn, decoy.id);
    }
  }

  function open(sealed: string, hookId: string): string {
    return sealerOf(hookId).open(sealed, hookSecretPurpose(hookId));
  }

  return {
    /**
     * Authenticates a request to a hook, by the cached version if that is enough, else by the one in Redis. Undefined
     * for a wrong credential and for a missing hook; both take the same time.
     */
    async authenticate(
      hookId: string,
      credentials: Credentials,
      body: Buffer,
    ): Promise<AuthenticatedHook | undefined> {
      // An unknown hook is checked against the decoy, so it takes as long as a wrong credential for a known one.
      const before = known.get(hookId) ?? { hook: decoy, version: "" };
      const proof = await prove(before.hook, credentials, body);
      if (proof && !before.hook.paused) return { ...before, ...proof };
      const present = await readVersion(hookId);
      const newProof = await prove(present.hook, credentials, body);
      if (!newProof) return undefined;
      keep(hookId, present);
      return { ...present, ...newProof };
    },
    /** Drops the cached version of a hook, because it is outdated. */
    forget: (hookId: string) => void known.delete(hookId),
  };
}

/** A hook that does not exist, with as many secrets as a hook can have. Its secrets are random and never shown. */
function decoyHook(sealerOf: Options["sealerOf"], at: Date): Hook {
  const id = "NOTEAM-none";
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

/** The signature of a webhook, by Standard Webhooks. `at` is the text of Unix seconds, as sent. */
interface Signature {
  id: string;
  at: string;
  signatures: string;
}

/** The credentials of a request to a hook. One valid credential is enough. */
export interface Credentials {
  /** From the Authorization header; empty if there is none. */
  bearer: string;
  /** From the address; empty if there is none. */
  pathSecret: string;
  signature: Signature | undefined;
}

/** Reads the credentials of a request from its headers and the secret in its path. */
export function credentialsOf(headers: IncomingHttpHeaders, pathSecret: string): Credentials {
  const [, bearer = ""] = /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? "") ?? [];
  return { bearer, pathSecret, signature: signatureIn(headers, "webhook") ?? signatureIn(headers, "svix") };
}

/** Older senders use three headers that begin with svix. */
function signatureIn(headers: IncomingHttpHeaders, prefix: "webhook" | "svix"): Signature | undefined {
  const id = headers[`${prefix}-id`];
  if (typeof id !== "string") return undefined;
  const [at, signatures] = [headers[`${prefix}-timestamp`], headers[`${prefix}-signature`]];
  if (typeof at !== "string" || typeof signatures !== "string") return undefined;
  return { id, at, signatures };
}

/** True if one of these signatures fits the body and the secret and is at most 5 minutes off. */
export async function isSigned(
  secret: string,
  { id, at, signatures }: Signature,
  body: Buffer,
): Promise<boolean> {
  // Few senders sign, so other requests do not wait for this import.
  const { Webhook, WebhookVerificationError } = await import("standardwebhooks");
  const webhook = new Webhook(secret);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  // The package signs the body as text. That breaks bytes that are not UTF-8, and takes 20 times as long.
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
