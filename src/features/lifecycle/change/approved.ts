import type { ApprovedAct } from "../../../platform/access/approved-act.ts";
import { SubmittedChange, acceptChange } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { overRole } from "./form.ts";
import * as texts from "./texts.ts";
import { wantedAfter } from "./state.ts";

/** A change of a service that approvers let through. */
export const approvedChange: ApprovedAct<LifecycleContext> = {
  kind: "service-change",
  async obstacle(data, requester, context) {
    const { parts, seen = {} } = SubmittedChange.parse(data);
    const tooMuch = await overRole(wantedAfter(seen, parts), parts, requester, context);
    return tooMuch.length === 0 ? undefined : texts.noLongerAllowed;
  },
  carryOut: (id, data, _requester, context) => acceptChange(id, SubmittedChange.parse(data), context),
};
