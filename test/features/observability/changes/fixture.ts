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
import { saveDraft } from "../../../../src/platform/forms/drafts.ts";
import { acceptChange } from "../../../../src/features/observability/changes/accept.ts";
import { advanceChange } from "../../../../src/features/observability/changes/advance.ts";
import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import {
  type ObservabilityClient,
  observabilityClientOf,
} from "../../../../src/features/observability/observability-client.ts";
import { validateMessage, validateView } from "../../../../src/sandbox/slack/validate/index.ts";
import { draftOf } from "../../../support/form-state.ts";
import { control } from "../../../sandbox/cloud/asking.ts";
import { type Deployment, type ObservedFixture, observedFixture } from "../fixture.ts";
import { type Process, startProcess, inProcess } from "./mortal-process.ts";
import { renameForm } from "./rename-form.ts";
import { type Said, buttonsIn, textOf } from "./seen.ts";
import { changeLog } from "../../../../src/features/observability/changes/progress.ts";

/** A place whose dashboards and alerts are changed, with Slack, the queue and the clock in the test's own hands. */
export interface ChangeFixture extends ObservedFixture {
  readonly there: ObservabilityClient;
  readonly said: Said[];
  /** What each modal shows by now; one that is taken out of it is closed. */
  readonly modals: Map<string, ModalView | undefined>;
  /** What the queue has accepted, by id. */
  readonly accepted: Map<string, unknown>;
  /** True where the channel takes nothing from the app. */
  isChannelClosed: boolean;
  /** True where a process dies right now, before or after it used something outside. */
  dies: () => boolean;
  readonly deaths: number;
  /** Done before each call of the place's API. */
  beforeCall: (method: string) => Promise<void>;
  /** Done once the server has answered, before its answer is used. */
  afterCall: (method: string) => Promise<void>;
  /** False while Redis does not confirm that it keeps what it wrote. */
  isConfirming: boolean;
  now: Date;
  /** How many requests of a method the server received. */
  received(method: string): Promise<number>;
  faults(...faults: object[]): Promise<void>;
  /** Ada submits a form in the modal V1, in the channel C1; answers the change's id. */
  submit(wanted: WantedChange, facts?: { channelId?: string | undefined }): Promise<string>;
  /** Takes the steps of everything accepted until all is done; the clock moves on while there is a wait. */
  resolveAll(): Promise<void>;
  /** Takes one step of a change, whatever others are doing. */
  step(changeId: string): Promise<Step>;
  /** Presses a button of the change, in the modal or in a message. */
  press(actionId: string, changeId: string, where?: Partial<Interaction>): Promise<Reply | undefined>;
  /** All that the modal V1 says, without its markup. */
  modalText(): string;
  /** The same of what was said last. */
  lastSaid(): string;
  /** The values of the buttons that the modal, or what was said last, has, by their text. */
  buttons(): Record<string, string>;
  dashboard(): Promise<Dashboard>;
  alert(): Promise<Alert>;
}

const Received = z.array(z.looseObject({ method: z.string() }));

/** The workspace T1 of an observed room, on 2026-11-20 at 12:00 UTC. */
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
  };
  // As the queue does: the same id again changes nothing.
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
  /** The context of one process, which may die whenever it uses something outside. */
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
      monotonicMs: () => fixture.now.getTime(),
      newId: randomUUID,
    };
    // All that changes use; a whole context would need a whole app around it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parts as unknown as AppContext;
  }
  const context = contextIn(startProcess(() => false));
  const there = observabilityClientOf(target, base);

  const stepIn = (process: Process, id: string) =>
    advanceChange(() => contextIn(process), [renameForm])(id, accepted.get(id));

  /** Where a process died in a step, another one takes it. */
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
    throw new Error("There is no end to it.");
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
    async press(actionId, changeId, where = { viewId: "V1" }) {
      const subcommand = product.interactions.find((one) => one.actionId === actionId);
      const by = { value: changeId, userId: "UADA", userName: "Ada", triggerId: "t" };
      const answer = await subcommand?.run({ ...by, ...where }, context);
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
