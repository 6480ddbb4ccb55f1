import type { AlertsContext } from "../features/alerts/context.ts";
import type { BackupsContext } from "../features/backups/context.ts";
import type { ConnectionsContext } from "../features/connections/context.ts";
import type { CostsContext } from "../features/costs/context.ts";
import type { LifecycleContext } from "../features/lifecycle/context.ts";
import type { McpContext } from "../features/mcp/context.ts";
import type { ObservabilityContext } from "../features/observability/context.ts";
import type { OncallContext } from "../features/oncall/context.ts";
import type { OwnersContext } from "../features/owners/context.ts";
import type { ServicesContext } from "../features/services/context.ts";
import type { InstalledContext } from "../features/workspace/context.ts";

/** The one context of a workspace for all features. A test may replace parts of it. */
export type AppContext = InstalledContext &
  ConnectionsContext &
  OwnersContext &
  CostsContext &
  ServicesContext &
  LifecycleContext &
  BackupsContext &
  AlertsContext &
  OncallContext &
  ObservabilityContext &
  McpContext;
