import type { WireNames } from "./contract.ts";
import type { Evaluation } from "./alerting/evaluation.ts";
import type { Sender } from "./alerting/sender.ts";
import type { BackupWorld } from "./backup-history.ts";
import type { Clock } from "./clock.ts";
import type { CostSettings } from "./cost-settings.ts";
import type { FaultList } from "./fault-list.ts";
import type { Observability } from "./observability/observability.ts";
import type { Organization } from "./organization.ts";
import type { RequestLog } from "./request-log.ts";

/** All state of one running reference server. Created once, and passed to every part. */
export interface World {
  readonly clock: Clock;
  readonly organizations: readonly Organization[];
  readonly faults: FaultList;
  readonly requests: RequestLog;
  readonly wireNames: WireNames;
  readonly provisioningMs: number;
  readonly rateLimit: boolean;
  readonly newPassword: () => string;
  readonly costs: CostSettings;
  /** Whether services that exist can be changed, stopped and deleted. */
  readonly services: { changes: boolean };
  readonly backups: BackupWorld;
  readonly observability: Observability;
  /** Posts the findings of `evaluation` to webhooks. */
  readonly sender: Sender;
  readonly evaluation: Evaluation;
  /** The token of the stand-alone observability API. */
  readonly standaloneToken: string;
}
