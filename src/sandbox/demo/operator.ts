import { once } from "node:events";
import { connectRedis } from "../../platform/redis/connect.ts";
import { createStore } from "../../app/store.ts";

interface Team {
  teamId: string;
  users: readonly { id: string; name: string }[];
}

/** Makes the second person of the local Slack an operator, as the first, who is an admin there, can with `/db access grant`. */
export async function grantOperator(redisUrl: string, { teamId, users }: Team): Promise<void> {
  const [admin, operator] = users;
  if (!admin || !operator) return;
  // The command below fails by itself when the connection does.
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
