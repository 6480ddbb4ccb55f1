import { z } from "zod";
import { Alert, StandaloneAlertCreation } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard, DashboardContent } from "../../../platform/cloud/observability/dashboard.ts";
import { AlertEdit } from "../alert-rules/edit.ts";
import { DashboardEdit } from "../dashboards/edit.ts";
import type { ObservabilityContext } from "../context.ts";
import { NamedTarget } from "../target.ts";

/** One change of a dashboard or an alert, with the thing as its person saw it. */
export const WantedChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("create-dashboard"), body: DashboardContent }),
  z.object({ kind: z.literal("update-dashboard"), id: z.string(), seen: Dashboard, edit: DashboardEdit }),
  z.object({ kind: z.literal("delete-dashboard"), id: z.string(), name: z.string() }),
  z.object({
    kind: z.literal("create-alert"),
    /** For a managed service exactly the nine fields of the specification. */
    body: StandaloneAlertCreation,
    /** Our hook to which its webhook posts, if that is known. */
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

/** Wanted changes of some kinds. */
export type Wanted<Kind extends WantedChange["kind"]> = Extract<WantedChange, { kind: Kind }>;

export type Creation = Wanted<"create-dashboard" | "create-alert">;

/** A submitted change, as its job carries it. It holds no secret. */
export const SubmittedChange = z.object({
  workspaceId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** The channel of the command; absent in App Home. */
  channelId: z.string().optional(),
  /** With the name that its person knew it by. */
  target: NamedTarget,
  wanted: WantedChange,
  /** Its modal. */
  viewId: z.string().optional(),
  /** Its form, and which try of it; absent for a button. */
  form: z.object({ name: z.string(), formId: z.string(), attempt: z.int() }).optional(),
});
export type SubmittedChange = z.output<typeof SubmittedChange>;

/** A submitted change with its id and its context. */
export interface PendingChange {
  changeId: string;
  submitted: SubmittedChange;
  context: ObservabilityContext;
}
