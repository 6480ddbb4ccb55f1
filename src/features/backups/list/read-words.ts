import { z } from "zod";
import { oneLine } from "../../../lib/text.ts";
import { ServiceName } from "../../../platform/commands/command.ts";
import { badBackupId } from "../texts.ts";

const Overview = z.object({ subcommand: z.literal("overview") });
const List = z.object({ subcommand: z.literal("list"), service: ServiceName });
/** Its words are read once it is clear that no service has this name. */
const Watch = z.object({ subcommand: z.literal("watch"), words: z.string(), service: z.string() });
const Details = z.object({ subcommand: z.literal("details"), service: ServiceName, backupId: z.string() });
const Restore = z.object({
  subcommand: z.literal("restore"),
  service: ServiceName,
  backupId: z.guid(badBackupId),
});

/** The words after `/db backups`. */
export const BackupsWords = z.preprocess(
  readWords,
  z.discriminatedUnion("subcommand", [Overview, List, Watch, Details, Restore]),
);

const id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

// A service may be called "restore test", so the words must end with an id. A button names its service by id, and then
// the backup's id may be any word.
const restore = /^restore\s(?:(.*)\s)?([0-9a-f]{8}-\S*)$/i;
const details = new RegExp(`^details\\s(?:(.*)\\s([0-9a-f]{8}-\\S*)|(${id})\\s(\\S+))$`, "i");

function readWords(text: unknown) {
  const words = oneLine(String(text));
  if (words === "") return { subcommand: "overview" };
  const [, service = "", backupId] = restore.exec(words) ?? [];
  if (backupId !== undefined) return { subcommand: "restore", service, backupId: backupId.toLowerCase() };
  const [, named, namedId, known = "", knownId] = details.exec(words) ?? [];
  const detailedId = namedId ?? knownId;
  if (detailedId !== undefined)
    return { subcommand: "details", service: named ?? known, backupId: detailedId };
  const [, watch] = /^watch(?:\s(.*))?$/i.exec(words) ?? [];
  if (/^watch(\s|$)/i.test(words)) return { subcommand: "watch", words: watch ?? "", service: words };
  return { subcommand: "list", service: words };
}

/** The service and the page in words such as "orders prod page 2"; undefined without a page. */
export function pageIn(words: string): { service: string; page: number } | undefined {
  const [, service, page] = /^(.+) page (\d{1,6})$/i.exec(words) ?? [];
  return service === undefined ? undefined : { service, page: Number(page) };
}

/** True for a service's id. */
export function isServiceId(words: string): boolean {
  return new RegExp(`^${id}$`, "i").test(words);
}
