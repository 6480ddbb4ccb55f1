import { join } from "node:path";
import { type LocalSlack, type LocalSlackOptions, startLocalSlack } from "@quartermaster/local-slack";

const manifestPath = join(import.meta.dirname, "../../manifest.yml");

/** Starts a local Slack with the product's manifest. */
export function startSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  return startLocalSlack({ manifestPath, ...options });
}
