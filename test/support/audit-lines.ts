import { AuditLine } from "../../src/platform/audit/line.ts";

/** Fails if a line of the log is of the audit log and isn't as documented. */
export function checkAuditLine(line: string): void {
  if (line.includes('"audit":true')) AuditLine.parse(JSON.parse(line));
}
