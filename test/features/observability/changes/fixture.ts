import { peopleOf } from "../../../support/people.ts";
import { clockOf } from "../../../../src/lib/clock.ts";
import { product } from "../../../../src/app/features.ts";
import { randomUUID } from "node:crypto";
import type { ModalView } from "@slack/types";
import type { Redis } from "ioredis";
import { expect } from "vitest";
import { z } from "zod";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { CloudClient } from "../../../../src/platform/cloud/client.ts";
import type { Dashboard } from "../../../../src/platform/cloud/observability/dashboard.ts";
import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import type { Step } from "../../../../src/platform/jobs/worker.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import type { Interaction } from "../../../../src/platform/forms/interaction.ts";
import { saveDraft } from "../../../../src/platform/forms/save.ts";
import { acceptChange } from "../../../../src/features/observability/changes/views.ts";
import { advanceChange } from "../../../../src/features/observability/changes/advance.ts";
import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import {
  type ObservabilityClient,
  observabilityClientOf,
} from "../../../../src/features/observability/observability-client.ts";
import { validateMessage, validateView } from "@quartermaster/local-slack/validate";
import { draftOf } from "../../../support/form-state.ts";
import { control } from "../../../support/asking.ts";
import { type Deployment, type ObservedFixture, observedFixture } from "../fixture.ts";
import { type Process, startProcess, inProcess } from "./mortal-process.ts";
import { renameForm } from "./rename-form.ts";
import { type Said, buttonsIn, textOf } from "./seen.ts";
import { changeLog } from "../../../../src/features/observability/changes/progress.ts";
import { said as inWords } from "../../../support/said.ts";

/** A target for changes of dashboards and alerts. The test controls Slack, the queue and the clock. */
export interface ChangeFixture extends ObservedFixture {
  readonly there: ObservabilityClient;
  readonly said: Said[];
  /** The present view of each modal. A removed one is closed. */
  readonly modals: Map<string, ModalView | undefined>;
  /** The accepted items of the queue, by id. */
  readonly accepted: Map<string, unknown>;
  /** True if the channel refuses the app's messages. */
  isChannelClosed: boolean;
  /** True if the process dies now. Called before and after each outside call. */
  dies: () => boolean;
  readonly deaths: number;
  /** Called before each request to the target's API. */
  beforeCall: (method: string) => Promise<void>;
  /** Called after the server's answer, before it is used. */
  afterCall: (method: string) => Promise<void>;
  /** False while Redis does not confirm its writes. */
  isConfirming: boolean;
  now: Date;
  /** The number of requests with a method that the server received. */
  received(method: string): Promise<number>;
  faults(...faults: object[]): Promise<void>;
  /** Ada submits a form in the modal V1 and the channel C1. Returns the change's id. */
  submit(wanted: WantedChange, facts?: { channelId?: string | undefined }): Promise<string>;
  /** Runs all accepted changes until they are done. The clock skips their waits. */
  resolveAll(): Promise<void>;
  /** Takes one step of a change, independently of others. */
  step(changeId: string): Promise<Step>;
  /** Clicks a button of the change, in the modal or in a message. */
  click(actionId: string, changeId: string, where?: Partial<Interaction>): Promise<Reply | undefined>;
  /** The whole text of the modal V1. */
  modalText(): string;
  /** The whole text of the latest message. */
  lastSaid(): string;
  /** The values of the buttons in the latest message, else in the modal, by their texts. */
  buttons(): Record<string, string>;
  dashboard(): Promise<Dashboard>;
  alert(): Promise<Alert>;
}

const Received = z.array(z.looseObject({ method: z.string() }));

/** The workspace T1 of `observedFixture`, on 2026-11-20 at 12:00 UTC. */
export async function changeFixture(redis: Redis, deployment: Deployment): Promise<ChangeFixture> {
  const observed = await observedFixture(redis, deployment);
  const { cloud, target } = observed;
  let deaths = 0;
  let count = 0;

  const said: Said[] = [];
  const modals = new Map<string, ModalView | undefined>([["V1", undefined]]);
  const accepted = new Map<string, unknown>();
  const queue: string[] = [];

  function hear(how: Said["how"], channelId: string, reply: Reply): void {
    expect(validateMessage(reply)).toBeNull();
    if (fixture.isChannelClosed && channelId.startsWith("C"))
      throw new AppError("forbidden", "Not in channel.");
    said.push({ how, channelId, reply });
  }
  const messenger = {
    updateModal: async (viewId: string, view: ModalView) => {
      expect(validateView(view)).toBeNull();
      if (!modals.has(viewId)) return "gone";
      modals.set(viewId, view);
      return "updated";
    },
    post: async (channelId: string, reply: Reply) => {
      hear("post", channelId, reply);
      return { channelId, ts: String(said.length) };
    },
    whisper: async (channelId: string, _userId: string, reply: Reply) => hear("whisper", channelId, reply),
    people: peopleOf(),
  };
  // Like the queue, a repeated id changes nothing.
  const changes = {
    async accept(id: string, item: unknown) {
      if (accepted.has(id)) return;
      accepted.set(id, JSON.parse(JSON.stringify(item)));
      queue.push(id);
    },
  };
  const { context: base } = observed;
  const calling = (name: string): CloudClient["call"] => {
    return async (operation, input, options) => {
      await fixture.beforeCall(operation.method);
      const answer = await base.cloudOf(name).call(operation, input, options);
      await fixture.afterCall(operation.method);
      return answer;
    };
  };
  const log = changeLog(redis, "T1", { isKept: async () => fixture.isConfirming });
  /** The context of one process, which may die at each outside call. */
  function contextIn(process: Process): AppContext {
    const parts = {
      ...base,
      changeLog: inProcess(log, process),
      changeHolds: inProcess(base.changeHolds, process),
      madeAlerts: inProcess(base.madeAlerts, process),
      audit: inProcess(base.audit, process),
      cloudOf: (name: string) => inProcess({ call: calling(name) }, process),
      messenger: inProcess(messenger, process),
      changes,
      limits: { cloudTimeoutMs: 30_000, settleMs: 60_000, requestsPerWindow: 10 },
      now: () => fixture.now,
      moment: clockOf(() => fixture.now),
      newId: randomUUID,
    };
    // Holds all that changes use. A whole context would need a whole app.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parts as unknown as AppContext;
  }
  const context = contextIn(startProcess(() => false));
  const there = observabilityClientOf(target, base);

  const stepIn = (process: Process, id: string) =>
    advanceChange(() => contextIn(process), [renameForm])(id, accepted.get(id));

  /** Runs one change. If a process dies in a step, another one repeats it. */
  async function settleOne(id: string): Promise<void> {
    for (let steps = 0; steps < 200; steps += 1) {
      const process = startProcess(
        () => fixture.dies(),
        () => (deaths += 1),
      );
      const step = await Promise.race([stepIn(process, id), process.ended]);
      if (step === "done") return;
      if (typeof step === "object") fixture.now = new Date(fixture.now.getTime() + step.againInMs);
    }
    throw new Error("The change does not end.");
  }

  const fixture: ChangeFixture = {
    ...observed,
    context,
    there,
    said,
    modals,
    accepted,
    isChannelClosed: false,
    dies: () => false,
    beforeCall: async () => {},
    afterCall: async () => {},
    isConfirming: true,
    get deaths() {
      return deaths;
    },
    now: new Date("2026-11-20T12:00:00.000Z"),
    async received(method) {
      const { body } = await control(cloud, "/requests", undefined, "GET");
      return Received.parse(body).filter((request) => request.method === method).length;
    },
    async faults(...faults) {
      expect((await control(cloud, "/faults", faults)).status).toBeLessThan(300);
    },
    async submit(wanted, { channelId } = { channelId: "C1" }) {
      count += 1;
      const draft = draftOf(renameForm, {
        formId: `f${count}`,
        userId: "UADA",
        viewId: "V1",
        values: { name: "typed" },
        submitted: true,
        ...(channelId === undefined ? {} : { channelId }),
      });
      await saveDraft(renameForm, draft, base);
      const form = { ...draft, viewId: "V1", userName: "Ada" };
      const answer = await acceptChange(form, target, wanted, context);
      modals.set("V1", typeof answer === "object" && "view" in answer ? answer.view : undefined);
      return [...accepted.keys()].at(-1) ?? "";
    },
    async resolveAll() {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await settleOne(id);
    },
    step: (changeId) =>
      stepIn(
        startProcess(() => false),
        changeId,
      ),
    async click(actionId, changeId, where = { viewId: "V1" }) {
      const subcommand = product.interactions.find((one) => one.actionId === actionId);
      const by = { value: changeId, userId: "UADA", userName: "Ada", triggerId: "t" };
      const answer = inWords(await subcommand?.run({ ...by, ...where }, context));
      if (answer) expect(validateMessage(answer)).toBeNull();
      return answer;
    },
    modalText: () => textOf(modals.get("V1")?.blocks),
    lastSaid: () => textOf(said.at(-1)?.reply.blocks),
    buttons: () => buttonsIn(said.at(-1)?.reply.blocks ?? modals.get("V1")?.blocks ?? []),
    dashboard: async () => (await there.dashboards.list())[0] ?? expect.fail("There is no dashboard."),
    alert: async () =>
      (await there.alerts.list()).find(({ source }) => source === "tile") ??
      expect.fail("There is no alert."),
  };
  return fixture;
}
