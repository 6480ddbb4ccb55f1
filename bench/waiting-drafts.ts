import { Redis } from "ioredis";
import { createStore } from "../src/app/store.ts";
import { benchWorkspaceId } from "./signed-command.ts";

/** Gives every present draft some content, as if its person had typed and closed the form. */
export async function leaveDrafts(redisUrl: string, userIds: readonly string[]): Promise<void> {
  const redis = new Redis(redisUrl);
  const { drafts } = createStore(redis).workspace(benchWorkspaceId);
  for (const userId of userIds) {
    const draft = await drafts.current(userId);
    if (!draft) throw new Error(`${userId} has no draft, although they opened the form`);
    await drafts.save({ ...draft, touched: true, savedAt: new Date().toISOString() });
  }
  redis.disconnect();
}
