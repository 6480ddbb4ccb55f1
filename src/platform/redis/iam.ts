import { createHash, createHmac } from "node:crypto";
import type { SecretsManager } from "@aws-sdk/client-secrets-manager";
import type { SignatureV4 } from "@smithy/signature-v4";
import { AppError } from "../../lib/errors.ts";

/** A user of a managed cache that logs in with AWS IAM. */
export interface IamUser {
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
  { load = loadSdk, now = () => new Date() }: { load?: () => Promise<Sdk>; now?: () => Date } = {},
): () => Promise<string> {
  let signer: Promise<SignatureV4> | undefined;

  async function makeSigner(): Promise<SignatureV4> {
    const sdk = await load().catch((cause: unknown) => {
      const words =
        "REDIS_IAM needs the AWS SDK, which isn't installed. Run npm install @aws-sdk/client-secrets-manager @smithy/signature-v4, and start again.";
      throw new AppError("auth", words, { cause });
    });
    // It finds the credentials of this machine and renews them.
    const { credentials } = new sdk.SecretsManager({ region }).config;
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
