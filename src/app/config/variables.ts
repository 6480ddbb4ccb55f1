import { appSettings } from "./app.ts";
import { cloudSettings } from "./cloud.ts";
import { connectionSettings } from "./connections.ts";
import { fairnessSettings } from "./fairness.ts";
import { secretStoreSettings } from "./secret-stores.ts";
import { slackSettings } from "./slack.ts";

/** Every environment variable that the product reads; a message goes on after the variable's name. */
export const settings = {
  ...appSettings,
  ...slackSettings,
  ...cloudSettings,
  ...connectionSettings,
  ...secretStoreSettings,
  ...fairnessSettings,
};
