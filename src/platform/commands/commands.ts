import { access } from "../../features/workspace/access/command.ts";
import { alerts } from "../../features/observability/alerts-command.ts";
import { approvals } from "../../features/services/approval/policy/command.ts";
import { audit } from "../../features/workspace/audit/command.ts";
import { backups } from "../../features/backups/command.ts";
import { budget } from "../../features/costs/budget/command.ts";
import type { Command } from "./command.ts";
import { connect } from "../../features/connections/page/command.ts";
import { connections } from "../../features/connections/manage/command.ts";
import { dashboards } from "../../features/observability/dashboards/command.ts";
import { doctor } from "../../features/connections/doctor/command.ts";
import { costs } from "../../features/costs/command.ts";
import { create } from "../../features/services/form/command.ts";
import { hook } from "../../features/alerts/hooks/command.ts";
import { presets } from "../../features/services/presets/command.ts";
import { services } from "../../features/services/list/command.ts";
import { sources } from "../../features/observability/sources/command.ts";

/** The subcommands of `/db`, in the order that help lists them; `help` itself is made from this list. */
export const commands: readonly Command[] = [
  create,
  presets,
  services,
  backups,
  costs,
  budget,
  hook,
  alerts,
  dashboards,
  sources,
  connect,
  connections,
  doctor,
  access,
  approvals,
  audit,
];
