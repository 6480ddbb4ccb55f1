import { z } from "zod";
import { listOf, maybe, Numeric } from "../answer-fields.ts";
import { orUnreadable } from "../listed.ts";
import { operation } from "../operation.ts";

/** A backup as servers answer it: one that is still being made has no end, size or duration. */
export const Backup = z.looseObject({
  id: z.string(),
  serviceId: maybe(z.string()),
  /** ISO 8601, as is `finishedAt`. */
  startedAt: maybe(z.string()),
  finishedAt: maybe(z.string()),
  sizeInBytes: maybe(Numeric),
  durationInSeconds: maybe(Numeric),
  backupName: maybe(z.string()),
  bucket: maybe(
    z.looseObject({
      bucketPath: maybe(z.string()),
      iamRoleArn: maybe(z.string()),
      iamRoleSessionName: maybe(z.string()),
    }),
  ),
  // Not in the specification, and answered by servers that run: done, error or in_progress; full or incremental.
  status: maybe(z.string()),
  type: maybe(z.string()),
});

export type Backup = z.output<typeof Backup>;

/** Lists the backups of a service, in the server's own order. */
export const listBackups = operation({
  surface: "management",
  method: "GET",
  path: "/v1/organizations/{organizationId}/services/{serviceId}/backups",
  documented: true,
  result: listOf(orUnreadable(Backup)),
});
