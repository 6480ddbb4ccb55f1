import { lazily } from "../../lib/cache.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import { owners } from "./record.ts";

/** The records of one workspace's owners. */
export interface OwnersPart extends ReturnType<typeof ownerRecords> {}

/** Makes the owner records of one workspace. */
export function ownerRecords({ main }: RedisConnections, workspaceId: string) {
  return lazily({
    /** Whom each service belongs to. */
    owners: () => owners(main, workspaceId),
  });
}

/** What code of owners may use. */
export type OwnersContext = WorkspaceContext & ConnectionsPart & OwnersPart;
