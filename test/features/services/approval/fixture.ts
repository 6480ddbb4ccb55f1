import { clockOf } from "../../../../src/lib/clock.ts";
import { randomBytes, randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { expect } from "vitest";
import type { Role } from "../../../../src/platform/access/role.ts";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { advanceApproval } from "../../../../src/features/services/approval/advance.ts";
import { approveAction, denyForm } from "../../../../src/features/services/approval/interactions.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import type { PostOptions } from "../../../../src/platform/jobs/messenger.ts";
import type { Action, Interaction } from "../../../../src/platform/forms/interaction.ts";
import { changeDraft, saveDraft } from "../../../../src/platform/forms/save.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { SealingKeys, createSealer } from "../../../../src/platform/secrets/seal.ts";
import { AuditEntry } from "../../../../src/platform/audit/log.ts";
import type { ApprovalPolicy } from "../../../../src/features/services/approval/policy/record.ts";
import { createStore } from "../../../../src/app/store.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { peopleOf } from "../../../support/people.ts";
import { draftOf } from "../../../support/form-state.ts";
import { said } from "../../../support/said.ts";

/** The fixture's policy: one member of the group S1 (Bea and Cem) approves, in C1. */
export const policy: ApprovalPolicy = {
  channelId: "C1",
  groupId: "S1",
  groupName: "dba",
  quorum: 1,
  setBy: "UADMIN",
  setAt: "2026-11-20T09:00:00.000Z",
};

/** A posted message with all its blocks. */
export interface Said {
  channelId: string;
  ts: string;
  reply: Reply;
  threadTs: string | undefined;
}

/**
 * Makes the workspace T1, or another one, in this Redis, on 2026-11-20 at 10:00 UTC. Ada (UADA) wants a service in it, and
 * others decide. Slack and the queue of creations are lists.
 */
export async function approvalFixture(
  redis: Redis,
  changes: Partial<ApprovalPolicy> = {},
  workspaceId = "T1",
) {
  const world = {
    now: new Date("2026-11-20T10:00:00.000Z"),
    group: new Set(["UBEA", "UCEM"]),
    /** The archived channels, and the people who have left. */
    gone: new Set<string>(),
    roles: new Map<string, Role | undefined>([["UADMIN", "admin"]]),
    messages: new Array<Said>(),
    /** How many messages there were at each edit of the approvers' message. */
    editedAfter: new Array<number>(),
    modals: new Map<string, string>(),
    created: new Array<{ id: string; submission: unknown }>(),
    woken: new Array<string>(),
  };
  const post = async (channelId: string, reply: Reply, { threadTs }: PostOptions = {}) => {
    expect(validateMessage(reply)).toBeNull();
    if (world.gone.has(channelId)) throw new AppError("forbidden", "It takes no messages.");
    const said = { channelId, ts: `${world.messages.length + 1}.0`, reply, threadTs };
    world.messages.push(said);
    return { channelId, ts: said.ts };
  };
  const parts = {
    ...createStore(redis).workspace(workspaceId),
    workspaceId,
    sealer: createSealer(SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`)).forWorkspace(
      workspaceId,
    ),
    access: { roleOf: async ({ userId }: { userId: string }) => roleOf(userId) },
    messenger: {
      people: {
        ...peopleOf({ admins: ["UADMIN"], gone: world.gone }),
        membersOf: async () => [...world.group],
      },
      presenceIn: async () => "member",
      post,
      findMarked: async () => undefined,
      async update({ channelId, ts }: { channelId: string; ts: string }, reply: Reply) {
        expect(validateMessage(reply)).toBeNull();
        if (channelId === "C1") world.editedAfter.push(world.messages.length);
        const said = world.messages.find((one) => one.ts === ts);
        if (said) said.reply = reply;
      },
      updateModal: async (viewId: string, view: object) => {
        world.modals.set(viewId, JSON.stringify(view));
        return "updated";
      },
    },
    // As in the real queue, the same id again changes nothing.
    creations: {
      async accept(id: string, submission: unknown) {
        if (!world.created.some((one) => one.id === id)) world.created.push({ id, submission });
      },
    },
    approvalQueue: {
      accept: async () => undefined,
      wake: async (id: string) => void world.woken.push(id),
    },
    scheduleQueue: { ensure: async () => undefined, wake: async () => undefined },
    computeCreditsPerGbHour: undefined,
    newId: randomUUID,
    now: () => world.now,
    moment: clockOf(() => world.now),
    log: pino({ level: "silent" }),
  };
  function roleOf(userId: string) {
    return world.roles.has(userId) ? world.roles.get(userId) : "operator";
  }
  // Only what approvals use; a whole context needs a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  await context.approvalPolicies.set("policy", { ...policy, ...changes });

  /** Takes the steps that the queue would take now. */
  async function runApproval(id: string): Promise<void> {
    const advance = advanceApproval(() => context);
    let step = await advance(id, { workspaceId, approvalId: id });
    while (step === "next") step = await advance(id, { workspaceId, approvalId: id });
  }

  /** Ada fills in the form and submits it. Returns the approval's id. */
  async function ask(values: object = {}): Promise<string> {
    const draft = await saveDraft(
      createServiceForm,
      draftOf(createServiceForm, {
        formId: randomUUID(),
        userId: "UADA",
        channelId: "C9",
        viewId: "V1",
        step: "review",
        values: {
          name: "orders",
          provider: "aws",
          region: "eu-west-1",
          encryptionKey: "k".repeat(32),
          ...values,
        },
        facts: { connections: ["default"], approval: "It needs approval." },
      }),
      context,
    );
    const accepted = await createServiceForm.accept({ ...draft, viewId: "V1", userName: "Ada" }, context);
    expect(JSON.stringify(accepted)).toContain("Approval requested");
    await changeDraft(createServiceForm, draft, context, (latest) => ({ ...latest, submitted: true }));
    const id = `${draft.formId}-1`;
    await runApproval(id);
    return id;
  }

  /** A person clicks a button in the approval's message, or in another one. Returns the reply that only they see. */
  async function click(
    userId: string,
    id: string,
    {
      action = approveAction,
      message = messageOf(),
    }: { action?: Action; message?: { channelId: string; ts: string } } = {},
  ): Promise<string> {
    const { channelId, ts } = message;
    const by: Interaction = {
      value: id,
      userId,
      userName: userId,
      triggerId: "t",
      channelId,
      message: { channelId, ts },
    };
    return said(await action.run(by, context))?.text ?? "";
  }

  /** A person submits the form that denies. Returns what the modal shows after the decision. */
  async function deny(userId: string, id: string): Promise<string> {
    const viewId = `V-${userId}`;
    const values = { reason: "Too large." };
    const draft = {
      ...draftOf(denyForm, { userId, values, facts: { approvalId: id } }),
      viewId,
      userName: userId,
    };
    await denyForm.accept(draft, context);
    await runApproval(id);
    return world.modals.get(viewId) ?? "";
  }

  /** The current message to the approvers. */
  function messageOf(): Said {
    const [message, ...others] = world.messages.filter(
      ({ channelId, threadTs }) => channelId === "C1" && threadTs === undefined,
    );
    if (!message || others.length > 0) throw new Error("There is not one message to approvers.");
    return message;
  }

  return {
    world,
    context,
    ask,
    click,
    deny,
    runApproval,
    shown: () => JSON.stringify(messageOf().reply.blocks),
    /** The current messages about requests in a person's direct messages. */
    toMember: (userId: string) =>
      world.messages.filter(({ channelId, threadTs }) => channelId === userId && threadTs === undefined),
    toAda: () => world.messages.filter(({ channelId }) => channelId === "UADA").map(({ reply }) => reply),
    async audited(): Promise<string[]> {
      const entries = await redis.xrange(`qm:{${workspaceId}}:audit`, "-", "+");
      return entries.map(([, [, text = ""]]) => {
        const { action, userId, result } = AuditEntry.parse(JSON.parse(text));
        return `${action} ${userId} ${result}`;
      });
    },
  };
}
