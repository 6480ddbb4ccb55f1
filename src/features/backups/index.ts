import { plural } from "../../lib/text.ts";
import { BackupWatchSchedule } from "./watch/schedule.ts";
import type { BackupsContext } from "./context.ts";
import { feature } from "../../platform/feature.ts";
import { backupWatches } from "./watch/advance.ts";
import { backups as backupsCommand } from "./command.ts";

export const backups = feature<BackupsContext>({
  name: "backups",
  commands: [backupsCommand],
  schedules: [backupWatches],
  async connectionUses(connection, { schedules }) {
    const watches = await schedules.list(BackupWatchSchedule);
    const count = watches.filter((watch) => watch.connection === connection).length;
    return count === 0 ? [] : [plural(count, "watch over backups", "watches over backups")];
  },
});
