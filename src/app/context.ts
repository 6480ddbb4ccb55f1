import type { AlertsContext } from "../features/alerts/context.ts";
import type { BackupsContext } from "../features/backups/context.ts";
import type { ConnectionsContext } from "../features/connections/context.ts";
import type { CostsContext } from "../features/costs/context.ts";
import type { ObservabilityContext } from "../features/observability/context.ts";
import type { ServicesContext } from "../features/services/context.ts";
import type { InstalledContext } from "../features/workspace/context.ts";

/** The one context of a workspace that all features are given. A test may put in its own parts. */
export type AppContext = InstalledContext &
  ConnectionsContext &
  CostsContext &
  ServicesContext &
  BackupsContext &
  AlertsContext &
  ObservabilityContext;
