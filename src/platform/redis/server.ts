import { X509Certificate, createHash, createHmac, createPrivateKey } from "node:crypto";
import type { Agent } from "node:https";
import { createSecureContext } from "node:tls";
import type { SecretsManager } from "@aws-sdk/client-secrets-manager";
import type { SignatureV4 } from "@smithy/signature-v4";
import { AppError } from "../../lib/errors.ts";
import { type RedisAddress, parseRedisUrl } from "./address.ts";

/** A user and a password. Redis is not asked to log in without both. */
export interface Login {
  user?: string | undefined;
  password?: string | undefined;
}

/** The texts of PEM files. Without an own authority, those of the system are trusted. */
interface TlsFiles {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/** The way to AWS, if it isn't straight. */
interface Agents {
  httpsAgent?: Agent;
}

/** Where Redis is, and how to log in there. */
export interface RedisServer extends RedisAddress {
  /** The login for a new connection. With `isRefused`, the last one was refused, so it is read again. */
  readonly login: (isRefused: boolean) => Promise<Login>;
  readonly sentinelLogin: (isRefused: boolean) => Promise<Login>;
  readonly tlsFiles: () => Promise<TlsFiles>;
}

/** The settings of Redis: an address, and references to secrets. */
export interface RedisSettings extends RedisAddress {
  readonly passwordRef?: string | undefined;
  readonly sentinelUser?: string | undefined;
  readonly sentinelPasswordRef?: string | undefined;
  readonly caRef?: string | undefined;
  readonly certRef?: string | undefined;
  readonly keyRef?: string | undefined;
  /** A user of AWS. Each connection logs in with a new token. */
  readonly iam?: IamUser | undefined;
}

/** What reads secrets by reference, and keeps them for a short time. */
interface SecretReader {
  resolve(reference: string): Promise<string>;
  forget(reference: string): void;
}

/** The Redis of these settings. Its secrets are read for each connection, so they may change while the app runs. */
export function redisServerOf(
  settings: RedisSettings,
  secrets: SecretReader,
  /** For AWS, which gives the credentials of an IAM user. */
  agents?: Agents,
): RedisServer {
  const { user, password, passwordRef, sentinelUser, sentinelPasswordRef, iam } = settings;
  const { caRef, certRef, keyRef } = settings;

  async function read(reference: string | undefined, isRefused = false): Promise<string | undefined> {
    if (reference === undefined) return undefined;
    if (isRefused) secrets.forget(reference);
    return secrets.resolve(reference);
  }

  const token = iam && iamTokens(iam, { agents });
  return {
    ...settings,
    login: async (isRefused) =>
      token
        ? { user, password: await token() }
        : { user, password: password ?? (await read(passwordRef, isRefused)) },
    sentinelLogin: async (isRefused) => ({
      user: sentinelUser,
      password: await read(sentinelPasswordRef, isRefused),
    }),
    async tlsFiles() {
      const [ca, cert, key] = await Promise.all([read(caRef), read(certRef), read(keyRef)]);
      return checkedFiles({ ca, cert, key });
    },
  };
}

/** Fails as `user` if a text is not what its setting needs. */
function checkedFiles(files: TlsFiles): TlsFiles {
  const { ca, cert, key } = files;
  check(ca, (text) => new X509Certificate(text), "REDIS_CA must lead to a certificate in PEM.");
  check(cert, (text) => new X509Certificate(text), "REDIS_CERT must lead to a certificate in PEM.");
  check(key, createPrivateKey, "REDIS_KEY must lead to a private key in PEM, without a passphrase.");
  check(
    cert,
    () => createSecureContext({ cert, key }),
    "REDIS_KEY is not the key of the certificate in REDIS_CERT.",
  );
  return files;
}

function check(text: string | undefined, work: (text: string) => unknown, problem: string): void {
  try {
    if (text !== undefined) work(text);
  } catch {
    // The parser's error may quote a key.
    throw new AppError("user", problem);
  }
}

const noSecrets: SecretReader = {
  resolve: () => Promise.reject(new AppError("bug", "This Redis has no references.")),
  forget() {},
};

/** The Redis at an address that holds all that is needed, such as redis://127.0.0.1:6379. */
export function redisServerAt(url: string): RedisServer {
  const address = parseRedisUrl(url);
  if ("problem" in address) throw new AppError("user", `The Redis address ${address.problem}`);
  return redisServerOf(address, noSecrets);
}

/** A user of a managed cache that logs in with AWS IAM. */
interface IamUser {
  readonly service: "elasticache" | "memorydb";
  /** The name of the cache, in lower case. */
  readonly cache: string;
  readonly isServerless: boolean;
  readonly user: string;
  readonly region: string;
}

interface Sdk {
  SecretsManager: typeof SecretsManager;
  SignatureV4: typeof SignatureV4;
}

// https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/auth-iam.html: a token is valid for 15 minutes
const lifeSeconds = 15 * 60;

/** Makes tokens, each for one connection. Loads the AWS SDK at the first one. Fails as `auth` without credentials. */
export function iamTokens(
  { service, cache, isServerless, user, region }: IamUser,
  {
    load = loadSdk,
    now = () => new Date(),
    agents = {},
  }: { load?: () => Promise<Sdk>; now?: () => Date; agents?: Agents | undefined } = {},
): () => Promise<string> {
  let signer: Promise<SignatureV4> | undefined;

  async function makeSigner(): Promise<SignatureV4> {
    const sdk = await load().catch((cause: unknown) => {
      const words =
        "REDIS_IAM needs the AWS SDK, which isn't installed. Run npm install @aws-sdk/client-secrets-manager @smithy/signature-v4, and start again.";
      throw new AppError("auth", words, { cause });
    });
    // It finds the credentials of this machine and renews them.
    const { credentials } = new sdk.SecretsManager({
      region,
      ...(agents.httpsAgent && { requestHandler: agents }),
    }).config;
    return new sdk.SignatureV4({ service, region, credentials, sha256: Sha256 });
  }

  return async () => {
    signer ??= makeSigner();
    const query = {
      Action: "connect",
      User: user,
      ...(isServerless && { ResourceType: "ServerlessCache" }),
    };
    const request = {
      method: "GET",
      protocol: "http:",
      hostname: cache,
      path: "/",
      query,
      headers: { host: cache },
    };
    const present = await signer.catch((error: unknown) => {
      signer = undefined;
      throw error;
    });
    const signed = await present
      .presign(request, { expiresIn: lifeSeconds, signingDate: now() })
      .catch((error: unknown) => {
        // The SDK's words may reveal the app's identity there.
        const name = error instanceof Error ? error.name : "unknown reason";
        throw new AppError(
          "auth",
          `AWS gave no credentials for REDIS_IAM (${name}). Check the app's AWS credentials.`,
        );
      });
    const pairs = Object.entries(signed.query ?? {}).map(([key, value]) => [key, String(value)]);
    return `${cache}/?${new URLSearchParams(pairs)}`;
  };
}

async function loadSdk(): Promise<Sdk> {
  const [aws, smithy] = await Promise.all([
    import("@aws-sdk/client-secrets-manager"),
    import("@smithy/signature-v4"),
  ]);
  return { SecretsManager: aws.SecretsManager, SignatureV4: smithy.SignatureV4 };
}

type Bytes = string | ArrayBuffer | ArrayBufferView;

/** The hash that the signer asks for: with a secret, an HMAC. */
class Sha256 {
  #hash;
  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }
  reset(): void {}
  update(data: Bytes): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: Bytes): string | Uint8Array {
  if (typeof data === "string") return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
