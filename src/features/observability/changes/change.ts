import { z } from "zod";
import { StandaloneAlertCreation } from "../../../platform/cloud/observability/alert-creation.ts";
import { Alert } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard, DashboardContent } from "../../../platform/cloud/observability/dashboard.ts";
import { AlertEdit } from "../alert-rules/edit.ts";
import { DashboardEdit } from "../dashboards/edit.ts";
import type { ObservabilityContext } from "../context.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import type { SubmittedChange } from "./advance.ts";

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

/** One submitted change of a kind, with all that serves it. */
export interface PendingChange<Wanted extends WantedChange = WantedChange> {
  changeId: string;
  submitted: Omit<SubmittedChange, "wanted"> & { wanted: Wanted };
  context: ObservabilityContext;
}

/** The same change as one of its kind. */
export function ofKind<Wanted extends WantedChange>(
  { submitted, ...pending }: PendingChange,
  wanted: Wanted,
): PendingChange<Wanted> {
  return { ...pending, submitted: { ...submitted, wanted } };
}

/** Wanted changes of one kind, or of several. */
export type Wanted<Kind extends WantedChange["kind"]> = Extract<WantedChange, { kind: Kind }>;

/** What is known of a change that is begun. */
export type Trying = ChangeProgressOf<"trying">;

/** What became of a change: it is settled, and nothing is sent for it any more. */
export type Outcome = ChangeProgressOf<"unknown" | "conflict" | "done" | "failed">;

/** True for a change that is settled. */
export function isOutcome(progress: ChangeProgress): progress is Outcome {
  return ["unknown", "conflict", "done", "failed"].includes(progress.status);
}
