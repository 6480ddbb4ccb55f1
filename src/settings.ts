import { appSettings } from "./settings/app.ts";
import { cloudSettings } from "./settings/cloud.ts";
import { connectionSettings } from "./settings/connections.ts";
import { fairnessSettings } from "./settings/fairness.ts";
import { secretStoreSettings } from "./settings/secret-stores.ts";
import { slackSettings } from "./settings/slack.ts";

/** Every environment variable that the product reads; a message goes on after the variable's name. */
export const settings = {
  ...appSettings,
  ...slackSettings,
  ...cloudSettings,
  ...connectionSettings,
  ...secretStoreSettings,
  ...fairnessSettings,
};
