import { X509Certificate, createPrivateKey } from "node:crypto";
import { createSecureContext } from "node:tls";
import { AppError } from "../../lib/errors.ts";
import { type RedisAddress, parseRedisUrl } from "./address.ts";
import { type IamUser, iamTokens } from "./iam.ts";

/** A user and a password. Redis is not asked to log in without both. */
export interface Login {
  user?: string | undefined;
  password?: string | undefined;
}

/** The texts of PEM files. Without an own authority, those of the system are trusted. */
export interface TlsFiles {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
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
export function redisServerOf(settings: RedisSettings, secrets: SecretReader): RedisServer {
  const { user, password, passwordRef, sentinelUser, sentinelPasswordRef, iam } = settings;
  const { caRef, certRef, keyRef } = settings;

  async function read(reference: string | undefined, isRefused = false): Promise<string | undefined> {
    if (reference === undefined) return undefined;
    if (isRefused) secrets.forget(reference);
    return secrets.resolve(reference);
  }

  const token = iam && iamTokens(iam);
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
