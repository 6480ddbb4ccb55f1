import { BackupWatchOrder } from "./schedule.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { BackupsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { watchesReply } from "./list.ts";
import { setWatch } from "./set.ts";
import { stopWatch } from "./stop.ts";
import { watchWords } from "./read-words.ts";

/** `/db backups watch …`: sets, lists and stops the watches over how old a service's last good backup may be. */
export async function watch(words: string, context: BackupsContext, asker: Asker): Promise<Reply> {
  const read = watchWords(words);
  switch (read.act) {
    case "list":
      return watchesReply(await context.schedules.list(BackupWatchOrder));
    case "stop":
      return stopWatch(read, context);
    case "set":
      return setWatch(read, context, asker);
  }
}
