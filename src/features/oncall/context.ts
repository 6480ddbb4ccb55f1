import { lazily } from "../../lib/cache.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { AlertStore, AlertsContext } from "../alerts/index.ts";
import { handovers } from "./handover/record.ts";
import { heartbeats } from "./heartbeat/advance.ts";
import { maintenance } from "./maintenance/notes.ts";
import { startedAlerts } from "./noise/started-alerts.ts";
import { rotas } from "./rota/record.ts";

type OncallRecords = ReturnType<typeof oncallRecords>;

/** Makes the records of one workspace about who is called, and when. */
export function oncallRecords({ alerts }: RedisConnections, workspaceId: string) {
  return lazily({
    /** Which alerts began when. */
    startedAlerts: () => startedAlerts(alerts, workspaceId),
    /** What hooks that expect beats got last. */
    heartbeats: () => heartbeats(alerts, workspaceId),
    maintenance: () => maintenance(alerts, workspaceId),
    /** The incidents that were handed over. */
    handovers: () => handovers(alerts, workspaceId),
    /** Who is on call, as last read. */
    rotas: () => rotas(alerts, workspaceId),
  });
}

/** What it adds to a workspace's context. */
export interface OncallPart extends OncallRecords {
  /** The address of PagerDuty's Events API. */
  pagerDutyUrl: string;
}

/** The context of the commands, jobs and parts of hooks that are about being called. */
export type OncallContext = AlertsContext & OncallPart;

/** The records of all workspaces that have or had alert hooks. */
export interface OncallStore extends Omit<AlertStore, "workspace"> {
  workspace(workspaceId: string): ReturnType<AlertStore["workspace"]> & OncallRecords;
}
