import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import type { Metrics } from "../lib/metrics.ts";
import type { ReadByModel } from "../platform/ask/model/question.ts";
import type { ModelSettings } from "../platform/ask/model/request.ts";
import type { RedisClient } from "../platform/redis/connect.ts";
import type { RateLimits } from "../platform/redis/rate-limits.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { product } from "./features.ts";

/** The operator's model. */
export interface OperatorsModel {
  name: string;
  /** With its port, if that isn't the usual one. */
  host: string;
  isEncrypted: boolean;
  /** True if its key can be read, or if it needs none. */
  hasKey(): Promise<boolean>;
  /** Asks it. The code for that loads with the first question. */
  read: ReadByModel;
}

interface Parts {
  secrets: Secrets;
  dispatcher: Dispatcher;
  redis: RedisClient;
  rateLimits: RateLimits;
  metrics: Pick<Metrics, "modelQuestion">;
  timeoutMs: number | undefined;
  log: Logger;
}

/** The model of these settings. */
export function operatorsModel(settings: ModelSettings, parts: Parts): OperatorsModel {
  const { secrets, log } = parts;
  const { host, protocol } = new URL(settings.url);
  let loading: Promise<ReadByModel> | undefined;
  return {
    name: settings.model,
    host,
    isEncrypted: protocol === "https:",
    async hasKey() {
      try {
        if (settings.keyRef !== undefined) await secrets.resolve(settings.keyRef);
        return true;
      } catch (err) {
        log.warn({ err }, "can't read the key of the model");
        return false;
      }
    },
    read: async (...question) => (await (loading ??= loadedReader(settings, host, parts)))(...question),
  };
}

async function loadedReader(settings: ModelSettings, host: string, parts: Parts): Promise<ReadByModel> {
  const [{ modelQuestions }, { modelReader }] = await Promise.all([
    import("../platform/ask/model/question.ts"),
    import("../platform/ask/model/request.ts"),
  ]);
  return modelQuestions({
    ...parts,
    ask: modelReader(settings, parts),
    model: settings.model,
    host,
    entries: product.commands.flatMap(({ entries }) => entries),
    readCommand: product.readCommand,
  });
}
