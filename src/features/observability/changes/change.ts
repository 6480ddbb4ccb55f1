import { z } from "zod";
import { StandaloneAlertCreation } from "../../../platform/cloud/observability/alert-creation.ts";
import { Alert } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard, DashboardContent } from "../../../platform/cloud/observability/dashboard.ts";
import { AlertEdit } from "../alert-rules/edit.ts";
import { DashboardEdit } from "../dashboards/edit.ts";

/** One change of a dashboard or an alert, as somebody asked for it; what is changed or deleted is as they saw it. */
export const WantedChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("create-dashboard"), body: DashboardContent }),
  z.object({ kind: z.literal("update-dashboard"), id: z.string(), seen: Dashboard, edit: DashboardEdit }),
  z.object({ kind: z.literal("delete-dashboard"), id: z.string(), name: z.string() }),
  z.object({
    kind: z.literal("create-alert"),
    /** For a managed service exactly the nine fields of the specification. */
    body: StandaloneAlertCreation,
    /** The hook of ours that its webhook posts to, where that is known. */
    hookId: z.string().optional(),
  }),
  z.object({
    kind: z.literal("update-alert"),
    id: z.string(),
    seen: Alert,
    edit: AlertEdit,
    /** As above. */
    hookId: z.string().optional(),
  }),
  z.object({ kind: z.literal("delete-alert"), id: z.string(), name: z.string() }),
]);
export type WantedChange = z.output<typeof WantedChange>;
