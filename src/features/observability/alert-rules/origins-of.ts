import type { AlertOrigin, KnownAlert } from "../../alerts/index.ts";

/** All that senders may say of where an alert stands, the surest first: its incidents are listed under one of these. */
export function originsOf({ id, dashboardId, tileId, savedSearchId }: KnownAlert): AlertOrigin[] {
  return [
    { alertId: id },
    ...(savedSearchId === undefined ? [] : [{ savedSearchId }]),
    ...(dashboardId === undefined ? [] : [...(tileId ? [{ dashboardId, tileId }] : []), { dashboardId }]),
  ];
}
