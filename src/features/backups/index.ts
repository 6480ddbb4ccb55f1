import { feature } from "../../platform/feature.ts";
import { backupWatches } from "./watch/advance.ts";
import { backups as backupsCommand } from "./command.ts";

export const backups = feature({
  name: "backups",
  commands: [backupsCommand],
  schedules: [backupWatches],
});
