import { access } from "./access.ts";
import { alerts } from "./alerts.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { backups } from "./backups.ts";
import { budget } from "./budget.ts";
import type { Command } from "./command.ts";
import { connect } from "./connect.ts";
import { connections } from "./connections.ts";
import { dashboards } from "./dashboards.ts";
import { doctor } from "./doctor.ts";
import { costs } from "./costs.ts";
import { create } from "./create.ts";
import { hook } from "./hook.ts";
import { presets } from "./presets.ts";
import { services } from "./services.ts";
import { sources } from "./sources.ts";

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
