import type { ApprovedAct } from "../../../platform/access/approved-act.ts";
import { whyDenied } from "../../services/index.ts";
import { SubmittedChange, acceptChange } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { overRole } from "./accept.ts";
import { growthOf } from "./growth.ts";
import { wantedAfter } from "./state.ts";
import * as texts from "./texts.ts";

/** A change of a service that approvers let through. */
export const approvedChange: ApprovedAct<LifecycleContext> = {
  kind: "service-change",
  queue: "service-changes",
  async obstacle(data, requester, context) {
    const change = SubmittedChange.parse(data);
    const { parts, seen = {} } = change;
    const tooMuch = await overRole(wantedAfter(seen, parts), parts, requester, context);
    if (tooMuch.length > 0) return texts.noLongerAllowed;
    const growth = growthOf(change);
    return growth && whyDenied(growth, context);
  },
  carryOut: (id, data, _requester, context) => acceptChange(id, SubmittedChange.parse(data), context),
};
