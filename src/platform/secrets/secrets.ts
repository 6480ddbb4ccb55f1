import type { Logger } from "pino";
import { minuteMs } from "../../lib/duration.ts";
import { AppError } from "../../lib/errors.ts";
import { formatList } from "../../lib/text.ts";
import { parseReference, splitReference } from "./reference.ts";
import type { SecretFields, SecretScheme } from "./scheme.ts";

/** Reads secrets by reference, keeps them in memory for a minute, and writes new ones. */
export interface Secrets {
  /** The secret. Fails as user, auth or upstream, in words that never contain it. */
  resolve(reference: string): Promise<string>;
  /**
   * Writes fields under a reference without a field, such as `vault:kv/data/databases/orders`. Each is then readable,
   * as in `vault:kv/data/databases/orders#password`. Replaces what is there. Fails like `resolve`.
   */
  write(reference: string, fields: SecretFields): Promise<void>;
  /** Deletes what `write` saved under a reference, if anything is there. Fails like `resolve`. */
  remove(reference: string): Promise<void>;
  /** Drops a secret from memory, for example because the cloud refused it. The next `resolve` reads it again. */
  forget(reference: string): void;
}

/** Secrets of these schemes. `now` is a clock in milliseconds. Requests during a read share it. */
export function createSecrets({
  schemes,
  keptMs = minuteMs,
  now = Date.now,
}: {
  schemes: readonly SecretScheme[];
  keptMs?: number;
  now?: () => number;
}): Secrets {
  const kept = new Map<string, { secret: Promise<string>; until: number }>();

  function resolve(reference: string): Promise<string> {
    for (const [each, { until }] of kept) if (until <= now()) kept.delete(each);
    const known = kept.get(reference);
    if (known) return known.secret;
    const entry = { secret: read(reference), until: now() + keptMs };
    kept.set(reference, entry);
    // Failures are not kept. The callers get them from the returned promise.
    entry.secret.catch(() => {
      if (kept.get(reference) === entry) kept.delete(reference);
    });
    return entry.secret;
  }

  async function read(reference: string): Promise<string> {
    const { scheme, locator } = find(schemes, reference);
    return scheme.read(locator);
  }

  async function write(reference: string, fields: SecretFields): Promise<void> {
    const { scheme, locator } = find(schemes, reference);
    if (!scheme.write) throw onlyRead(scheme);
    await scheme.write(locator, fields);
    forgetUnder(reference);
  }

  async function remove(reference: string): Promise<void> {
    const { scheme, locator } = find(schemes, reference);
    if (!scheme.remove) throw onlyRead(scheme);
    await scheme.remove(locator);
    forgetUnder(reference);
  }

  function forgetUnder(reference: string): void {
    for (const each of kept.keys()) if (each.startsWith(reference)) kept.delete(each);
  }

  return { resolve, write, remove, forget: (reference) => void kept.delete(reference) };
}

function onlyRead({ name }: SecretScheme): AppError {
  return new AppError(
    "user",
    `What begins with ${name}: can only be read. To write, give a reference such as vault:kv/data/databases/orders.`,
  );
}

function find(schemes: readonly SecretScheme[], text: string): { scheme: SecretScheme; locator: string } {
  const { scheme: name, locator } = splitReference(parseReference(text));
  const scheme = schemes.find((known) => known.name === name);
  if (scheme) return { scheme, locator };
  const known = formatList(schemes.map((each) => `${each.name}:`));
  // Never repeats the reference, because text with an unknown scheme may be a secret with a colon.
  throw new AppError("user", `That reference doesn't begin with a scheme that I know: ${known}.`);
}

/** The references of the configuration. */
interface References {
  ownCloud?: { keyIdRef: string; keySecretRef: string } | undefined;
  observability?: { tokenRef: string } | undefined;
  storeCredentials: Readonly<Record<string, string>>;
}

/** Fails as `user` with every credential reference of the configuration that leads to nothing, so a person hears of all at once. */
export async function checkReferences(
  { ownCloud, observability, storeCredentials }: References,
  secrets: Secrets,
  log: Logger,
): Promise<void> {
  const settings = {
    ...(ownCloud && {
      CLOUD_KEY_ID_REF: ownCloud.keyIdRef,
      CLOUD_KEY_SECRET_REF: ownCloud.keySecretRef,
    }),
    ...(observability && { OBSERVABILITY_TOKEN_REF: observability.tokenRef }),
    ...storeCredentials,
  };
  const checks = Object.entries(settings).map(([setting, reference]) =>
    problemWith(setting, secrets.resolve(reference), log),
  );
  const problems = (await Promise.all(checks)).filter((problem) => problem !== undefined);
  if (problems.length === 0) return;
  throw new AppError(
    "user",
    ["Quartermaster can't start because it can't read these secrets:", ...problems].join("\n"),
  );
}

async function problemWith(setting: string, read: Promise<string>, log: Logger): Promise<string | undefined> {
  try {
    await read;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind !== "upstream") return `- ${setting}: ${error.message}`;
    // A store that is away now may be back when its secret is needed.
    log.warn({ err: error }, `can't read ${setting} yet`);
  }
  return undefined;
}
