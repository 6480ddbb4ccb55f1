import { redisServerOf } from "../platform/redis/server.ts";
import type { RedisServer } from "../platform/redis/server.ts";
import { awsScheme } from "../platform/secrets/aws/scheme.ts";
import { awsAgents, storeAgent } from "../platform/cloud/transport/agents.ts";
import { envScheme, fileScheme } from "../platform/secrets/host.ts";
import { lazyScheme } from "../platform/secrets/scheme.ts";
import { type Secrets, createSecrets } from "../platform/secrets/secrets.ts";
import { vaultTokens } from "../platform/secrets/vault/login.ts";
import { vaultScheme } from "../platform/secrets/vault/exchange.ts";
import { type Reach, readReach } from "./config/config.ts";

/** The Redis of this environment, for commands beside the app. Fails as `user` with all problems. */
export function redisServerIn(environment: Readonly<Record<string, string | undefined>>): RedisServer {
  const reach = readReach(environment);
  return redisServerOf(reach.redis, processSecrets(reach, environment), awsAgents(reach.proxy));
}

/** The secrets of all schemes that are the same for all workspaces. */
export function processSecrets(
  { vault, aws, gcp, proxy }: Pick<Reach, "vault" | "aws" | "gcp" | "proxy">,
  environment: Readonly<Record<string, string | undefined>>,
): Secrets {
  const schemes = [envScheme(environment), fileScheme];
  const local = createSecrets({ schemes });
  const dispatcher = storeAgent(proxy);
  const reached = vault && { ...vault, dispatcher };
  return createSecrets({
    schemes: [
      ...schemes,
      vaultScheme(reached && { ...reached, tokens: vaultTokens(reached, reached.login, local) }),
      awsScheme({ ...aws, proxy }),
      lazyScheme("gcp", async () => {
        const { gcpScheme } = await import("../platform/secrets/gcp/scheme.ts");
        return gcpScheme({ ...gcp, dispatcher, straight: storeAgent(undefined), local, now: Date.now });
      }),
    ],
  });
}
