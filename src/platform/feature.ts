import type { ApprovedAct } from "./access/approved-act.ts";
import type { CodePart } from "./as-code/part.ts";
import type { Examples } from "./ask/examples.ts";
import { type Phrasebook, phrasebookOf } from "./ask/phrasebook.ts";
import { notThis } from "./ask/not-this.ts";
import { type AdminTab, adminOf } from "./commands/admin.ts";
import type { CreatedHere, ServiceFact, ServiceReaders } from "./commands/service-facts.ts";
import { type Command, inHelpOrder } from "./commands/command.ts";
import { commandReader } from "./commands/read.ts";
import type { WorkspaceContext } from "./context.ts";
import type { Form } from "./forms/form.ts";
import type { Action } from "./forms/interaction.ts";
import type { Window } from "./forms/window.ts";
import { draftActions } from "./forms/open.ts";
import { type ScheduleSteps, schedulesJob } from "./jobs/schedules/schedules.ts";
import { pressesJob } from "./jobs/lost-presses.ts";
import type { StartedWork, WorkState } from "./jobs/queue.ts";
import type { JobDeclaration, RunningWorker, WorkerParts } from "./jobs/workers.ts";
import type { Hono } from "hono";
import { type SealedLocation, platformLocations } from "./secrets/rotation/sealed-locations.ts";
import type { Subjects } from "./audit/recorder.ts";
import type { AreaCheck } from "./commands/check.ts";
import { openedAction } from "./forms/notice.ts";
import type {
  HomeSection,
  LinkCards,
  ObjectKind,
  SetupStep,
  WorkflowStep,
} from "./slack/interactions/deps.ts";
import type { ListenerParts, PathListener, RouteParts } from "./http/web.ts";

/**
 * All that one feature adds to the product. No other file lists any of it. A handler may ask for its feature's own
 * context, because the app makes one context with the parts of all features.
 */
export interface Feature<Context = WorkspaceContext> {
  name: string;
  commands?: readonly Command<Context>[];
  forms?: readonly Form<Context>[];
  /** Modals with tabs. */
  windows?: readonly Window<Context>[];
  /** Handlers of buttons and menus. */
  interactions?: readonly Action<Context>[];
  /** Cards for links in messages. */
  links?: LinkCards<Context>;
  /** Its things that Slack shows as Work Objects. */
  objects?: readonly ObjectKind<Context>[];
  /** Steps for workflows. */
  steps?: readonly WorkflowStep<Context>[];
  /** Each may have its part of the file of a workspace. */
  schedules?: readonly (ScheduleSteps<Context> & { asCode?: CodePart })[];
  /** What is done with each service that was created here. */
  afterCreation?(created: CreatedHere, context: Context): Promise<void>;
  /** What people may ask approval for, besides a creation. */
  approvedActs?: readonly ApprovedAct<Context>[];
  /** Durable queues. */
  jobs?: readonly JobDeclaration<Context>[];
  /** The things with names, for the audit log. */
  subjects?(context: Context): Subjects;
  /** Sections of App Home. */
  home?: readonly HomeSection<Context>[];
  /** What it knows of services, for lists and App Home. */
  serviceFacts?: readonly ServiceFact<Context>[];
  /** What it knows about who reads services. */
  serviceReaders?: ServiceReaders<Context>;
  /** A step of a workspace's set-up. */
  setup?: SetupStep<Context>;
  /** Tabs of `/db admin`. */
  adminTabs?: readonly AdminTab<Context>[];
  /** Checks of `/db admin doctor`. */
  checks?: readonly AreaCheck<Context>[];
  /** What needs a connection besides schedules, as in "2 services". Plain text. */
  connectionUses?(connection: string, context: Context): Promise<string[]>;
  /** Its records as code, for the file of a workspace. */
  asCode?: readonly CodePart[];
  /** Where Redis holds sealed texts, for the rotation of keys. */
  sealed?: readonly SealedLocation[];
  /** Adds pages. */
  routes?(app: Hono, parts: RouteParts<Context>): void;
  /** Serves requests for which Hono is too slow. */
  listener?(parts: ListenerParts): PathListener;
  /** Starts a worker on several queues. */
  startWorker?(parts: WorkerParts<Context>): RunningWorker;
}

/** Declares a feature. */
export function feature<Context extends WorkspaceContext>(declared: Feature<Context>): Feature {
  return declared;
}

/** Collects what features declare, for the parts that dispatch to them. */
export function productOf(features: readonly Feature[], examples: () => Examples = () => ({})) {
  const admin = adminOf(features.flatMap((each) => each.adminTabs ?? []));
  const commands = inHelpOrder([...features.flatMap((each) => each.commands ?? []), ...admin.commands]);
  const forms = features.flatMap((each) => each.forms ?? []);
  let phrasebook: Phrasebook | undefined;
  const schedules = features.flatMap((each) => each.schedules ?? []);
  return {
    /** In the order of help. */
    commands,
    readCommand: commandReader(commands),
    /** What can be asked for in plain words. Compiled when it is first needed. */
    phrasebook: () => (phrasebook ??= phrasebookOf(commands, examples())),
    forms,
    windows: [...features.flatMap((each) => each.windows ?? []), ...admin.windows],
    interactions: [
      openedAction,
      notThis,
      ...draftActions(forms),
      ...features.flatMap((each) => each.interactions ?? []),
    ],
    links: features.flatMap((each) => each.links ?? []),
    objects: features.flatMap((each) => each.objects ?? []),
    steps: features.flatMap((each) => each.steps ?? []),
    schedules,
    jobs: [schedulesJob(schedules), pressesJob, ...features.flatMap((each) => each.jobs ?? [])],
    stateOfWork: async ({ queue, id }: StartedWork, context: WorkspaceContext): Promise<WorkState> => {
      if (queue === undefined) return { state: "done" };
      const job = features.flatMap((each) => each.jobs ?? []).find(({ name }) => name === queue);
      return (await job?.stateOf?.(id, context)) ?? { state: "unknown" };
    },
    afterCreation: async (created: CreatedHere, context: WorkspaceContext) => {
      for (const each of features) await each.afterCreation?.(created, context);
    },
    approvedActs: features.flatMap((each) => each.approvedActs ?? []),
    subjectsOf: (context: WorkspaceContext): Subjects =>
      Object.assign({}, ...features.map((each) => each.subjects?.(context))),
    home: {
      sections: features.flatMap((each) => each.home ?? []),
      setup: features.flatMap((each) => each.setup ?? []).toSorted((a, b) => a.rank - b.rank),
      schedules,
    },
    serviceFacts: features.flatMap((each) => each.serviceFacts ?? []).toSorted((a, b) => a.rank - b.rank),
    serviceReaders: features.flatMap((each) => each.serviceReaders ?? []),
    // Lower features first: the others depend on them.
    checks: features.toReversed().flatMap((each) => each.checks ?? []),
    connectionUses: async (connection: string, context: WorkspaceContext) => {
      const uses = features
        .toReversed()
        .map(async (each) => [
          ...((await each.connectionUses?.(connection, context)) ?? []),
          ...(await schedulesUsing(connection, each.schedules ?? [], context)),
        ]);
      return (await Promise.all(uses)).flat();
    },
    codeParts: [
      ...features.flatMap((each) => each.asCode ?? []),
      ...schedules.flatMap((each) => each.asCode ?? []),
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    sealed: [...platformLocations, ...features.flatMap((each) => each.sealed ?? [])],
    routes: (app: Hono, parts: RouteParts) => {
      for (const each of features) each.routes?.(app, parts);
    },
    listeners: (parts: ListenerParts) => features.flatMap((each) => each.listener?.(parts) ?? []),
    startWorkers: (parts: WorkerParts) => features.flatMap((each) => each.startWorker?.(parts) ?? []),
  };
}

async function schedulesUsing(
  connection: string,
  kinds: readonly ScheduleSteps[],
  { schedules }: WorkspaceContext,
): Promise<string[]> {
  const uses = kinds.map(async (kind) => {
    if (!kind.count) return [];
    const all = await schedules.list(kind.record);
    const using = all.filter((schedule) => schedule.connection === connection).length;
    return using === 0 ? [] : [kind.count(using)];
  });
  return (await Promise.all(uses)).flat();
}
