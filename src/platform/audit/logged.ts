import type { Logger } from "pino";
import type { AuditEntry, AuditLog } from "./log.ts";

/**
 * The same log, of which every entry is also a line of the process's log with `audit: true`, for systems that collect
 * those; whatever else is left out of it, these lines are not. One that could not be kept is there as well, as an error.
 */
export function loggedAudit(audit: AuditLog, log: Logger): AuditLog {
  const lines = log.child({ audit: true }, { level: "info" });
  return {
    ...audit,
    async record(entry: AuditEntry) {
      try {
        await audit.record(entry);
      } catch (err) {
        lines.error({ ...entry, err }, "an audit entry could not be kept");
        throw err;
      }
      lines.info(entry, "audit");
    },
  };
}
