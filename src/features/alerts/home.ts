import { header, packed, section } from "../../platform/blocks/text.ts";
import type { AlertsContext } from "./context.ts";
import { openIncidents } from "./open/open-incidents.ts";
import type { HomeSection, SetupStep } from "../../platform/slack/interactions/deps.ts";
import { row } from "../../platform/blocks/button.ts";
import * as texts from "./home-texts.ts";

/** The step of the setup list that is done once a workspace has a service or a hook. */
export const firstUseStep: SetupStep<AlertsContext> = {
  rank: 3,
  title: texts.firstUse.title,
  isDone: async ({ services, hooks }) =>
    (await services.list()).length > 0 || (await hooks.list()).length > 0,
  how: texts.firstUse.how,
  button: { text: "Create a service", command: { call: "services_create" } },
};

const shownIncidents = 5;

/** The Home section of open alerts: their number and the newest five. */
export const incidentsOnHome: HomeSection<AlertsContext> = {
  name: "incidents",
  rank: 40,
  async draw({ offer }, context) {
    const { incidents, total, hasHooks } = await openIncidents(context);
    if (!hasHooks) return [];
    if (total === 0) return [header("Open alerts"), section(texts.noneOpen)];
    const newest = incidents.toSorted((a, b) => b.openedAtMs - a.openedAtMs).slice(0, shownIncidents);
    return [
      header("Open alerts"),
      section(texts.open(total)),
      ...newest.map((incident) => section(texts.incident(incident))),
      ...row(offer(total > shownIncidents ? texts.all(total) : "Details", { call: "alerts_open" })),
    ];
  },
};

const mostBroken = 10;

/** The Home section for admins: access, hooks, and what is broken. */
export const adminOnHome: HomeSection<AlertsContext> = {
  name: "admin",
  rank: 80,
  async draw({ role, offer }, { hooks, grants, deadLetters }) {
    if (role !== "admin") return [];
    const [all, given, letters] = await Promise.all([hooks.list(), grants.list(), deadLetters.list()]);
    const broken = all.filter(({ unreachable = [] }) => unreachable.length > 0);
    const paused = all.filter((hook) => hook.paused).length;
    return [
      header("Admin"),
      ...packed([
        texts.access(given.length),
        texts.hooks(all.length, paused),
        ...broken.slice(0, mostBroken).map((hook) => texts.brokenHook(hook)),
        ...(broken.length > mostBroken ? [texts.moreBroken(broken.length - mostBroken)] : []),
        ...(letters.length > 0 ? [texts.undelivered(letters.length)] : []),
      ]),
      ...row(
        offer("Admin", "admin"),
        offer("Access", "admin access"),
        offer("Hooks", { call: "hooks_list" }),
        offer("Connections", "admin connections"),
        offer("Audit log", "admin audit"),
        letters.length > 0 ? offer("Undelivered alerts", { call: "alerts_undelivered" }) : [],
      ),
    ];
  },
};
