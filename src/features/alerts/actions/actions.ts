import type { Act } from "../../../platform/forms/interaction.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { acknowledgeAct } from "./acknowledge.ts";
import { detailsAct, pageActs } from "./details.ts";
import { digestAllAct } from "./storm-all.ts";
import { moreAct } from "./more.ts";
import { muteAct } from "./mute.ts";
import { releaseAct } from "./release.ts";
import { resolveAct } from "./resolve.ts";
import { ruleAct } from "./rule.ts";
import { snoozeForm } from "./snooze-form.ts";
import { snoozeAct } from "./snooze.ts";

/** What the buttons under an incident's message do, a line each. */
export const incidentActs: readonly Act[] = [
  acknowledgeAct,
  snoozeAct,
  resolveAct,
  releaseAct,
  detailsAct,
  ...pageActs,
  moreAct,
  muteAct,
  ruleAct,
  digestAllAct,
];

/** The forms that they open, a line each. */
export const incidentForms: readonly Form[] = [snoozeForm];
