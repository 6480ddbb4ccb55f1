import { once } from "node:events";
import { connectRedis } from "../../platform/redis/connect.ts";
import { createStore } from "../../app/store.ts";

interface Team {
  teamId: string;
  users: readonly { id: string; name: string }[];
}

/** Makes the second person of the local Slack an operator, as if the first, an admin, had granted that. */
export async function grantOperator(redisUrl: string, { teamId, users }: Team): Promise<void> {
  const [admin, operator] = users;
  if (!admin || !operator) return;
  // The command below fails if the connection does.
  const redis = connectRedis(redisUrl, () => {});
  try {
    await once(redis, "ready");
    await createStore(redis).workspace(teamId).grants.give({
      kind: "user",
      id: operator.id,
      name: operator.name,
      role: "operator",
      grantedBy: admin.id,
      grantedAt: new Date().toISOString(),
    });
  } finally {
    redis.disconnect();
  }
}
