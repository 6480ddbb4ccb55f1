import { inStore } from "./store.ts";

interface Team {
  teamId: string;
  users: readonly { id: string; name: string }[];
}

/** Makes the second person of the local Slack an operator, as if the first, an admin, had granted that. */
export async function grantOperator(redisUrl: string, { teamId, users }: Team): Promise<void> {
  const [admin, operator] = users;
  if (!admin || !operator) return;
  await inStore(redisUrl, teamId, ({ grants }) =>
    grants.set(`user:${operator.id}`, {
      kind: "user",
      id: operator.id,
      name: operator.name,
      role: "operator",
      grantedBy: admin.id,
      grantedAt: new Date().toISOString(),
    }),
  );
}
