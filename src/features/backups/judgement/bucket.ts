import type { Backup } from "../../../platform/cloud/services/backup.ts";

const wholeLength = 32;
const lastPartLength = 8;

/** The bucket's path, without what may sign or open it; undefined where the server tells none, as of its own storage. */
export function bucketPathOf({ bucket }: Backup): string | undefined {
  return bucket?.bucketPath?.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//") || undefined;
}

/** A long path with its beginning and the beginning of its last part: "s3://backups-eu-west-1/…/5c1d7e2a…". */
export function shortPath(path: string): string {
  if (path.length <= wholeLength) return path;
  const [, head = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*\/?|[^/]*\/?)(.*)$/is.exec(path) ?? [];
  const last = rest.split("/").findLast((part) => part !== "");
  return last === undefined ? path : `${head.replace(/\/$/, "")}/…/${begun(last)}`;
}

function begun(part: string): string {
  return part.length <= lastPartLength + 1 ? part : `${part.slice(0, lastPartLength)}…`;
}
