import { inStore } from "./store.ts";

/** Adds services to the workspace by name, as if `userId` had added them. Keeps existing names. */
export async function knowServices(
  redisUrl: string,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  services: readonly { id: string; name: string }[],
): Promise<void> {
  await inStore(redisUrl, workspaceId, async ({ services: known }) => {
    const taken = new Set((await known.list()).map(({ name }) => name));
    const addedAt = new Date().toISOString();
    for (const { id, name } of services) {
      if (!taken.has(name)) await known.add({ name, serviceId: id, addedBy: userId, addedAt });
    }
  });
}
