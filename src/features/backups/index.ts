import type { BackupsContext } from "./context.ts";
import { feature } from "../../platform/feature.ts";
import { backupWatches } from "./watch/advance.ts";
import { backups as backupsCommand, lastBackup } from "./command.ts";

export const backups = feature<BackupsContext>({
  name: "backups",
  commands: [backupsCommand],
  schedules: [backupWatches],
  serviceFacts: [lastBackup],
});
