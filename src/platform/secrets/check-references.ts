import type { Logger } from "pino";
import { AppError } from "../../lib/errors.ts";
import type { Secrets } from "./secrets.ts";

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
