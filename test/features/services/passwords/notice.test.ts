import type { ModalView } from "@slack/types";
import { expect, test } from "vitest";
import { advanceCreation } from "../../../../src/features/services/provisioning/advance.ts";
import type { Submission } from "../../../../src/features/services/provisioning/submission.ts";
import { showPasswordAction } from "../../../../src/features/services/passwords/show.ts";
import { approvalFixture } from "../approval/fixture.ts";
import { useRedis } from "../../../support/redis.ts";
import { passwordPurpose } from "../../../../src/features/services/passwords/passwords.ts";
import { said } from "../../../support/said.ts";

const redis = useRedis();

const minute = 60_000;
const day = 24 * 60 * minute;
const requestId = "approval-f1-1";

/** Ada's service was just created and runs. Her modal is closed unless `isModalOpen`. */
async function createdFixture({ isModalOpen = false } = {}) {
  const { context, world } = await approvalFixture(redis.client);
  const views: ModalView[] = [];
  Object.assign(context, {
    messenger: {
      ...context.messenger,
      updateModal: async () => (isModalOpen ? "updated" : "gone"),
      openModal: async (_: string, view: ModalView) => void views.push(view),
      whisper: async () => undefined,
    },
    creations: { accept: async () => undefined, wake: async () => undefined },
  });
  const submission: Submission = {
    workspaceId: "T1",
    userId: "UADA",
    userName: "Ada",
    channelId: "C9",
    connection: "default",
    form: { formId: "f1", attempt: 1, viewId: "V1" },
    request: { name: "orders", provider: "aws", region: "eu-west-1" },
  };
  await context.requests.remember(requestId, submission);
  const facts = { status: "created", serviceId: "s1", name: "orders", announced: "running" } as const;
  const endpoints = [{ host: "s1.example.com", port: 8443, protocol: "https", username: "default" }];
  const createdAt = world.now.toISOString();
  const password = { fate: "sealed" } as const;
  const progress = { ...facts, endpoints, createdAt, password, creatorNotified: false, silent: false };
  const sealed = context.sealer.seal("the-password", passwordPurpose(requestId));
  await context.requests.saveCreated(requestId, progress, sealed);

  /** Lets time pass, and takes the steps that the queue would then take. */
  async function pass(ms = 0): Promise<unknown> {
    world.now = new Date(world.now.getTime() + ms);
    const advance = advanceCreation(() => context);
    let step = await advance(requestId, submission);
    while (step === "next") step = await advance(requestId, submission);
    return step;
  }

  async function look(): Promise<string> {
    const by = { value: requestId, userId: "UADA", userName: "Ada", triggerId: "t", channelId: "DADA" };
    return said(await showPasswordAction.run(by, context))?.text ?? "";
  }

  const shownIn = (channelId: string) =>
    world.messages
      .filter((one) => one.channelId === channelId)
      .map(({ reply }) => JSON.stringify(reply.blocks));
  return { context, world, views, pass, look, notices: () => shownIn("UADA"), channel: () => shownIn("C9") };
}

test("an absent requester gets the password's button in direct messages, and it shows the password once", async () => {
  const fixture = await createdFixture();
  await fixture.pass();
  expect(fixture.notices()).toEqual([expect.stringContaining("show-password")]);
  await fixture.pass(day - minute);
  expect(fixture.notices()).toEqual([expect.stringContaining("show-password")]);
  expect(await fixture.look()).toBe("");
  expect(JSON.stringify(fixture.views)).toContain("the-password");
  expect(await fixture.pass()).toBe("done");
  for (const shown of [fixture.notices(), fixture.channel()]) {
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toContain("show-password");
  }
  expect(fixture.notices()[0]).toContain("was shown once");
  expect(await fixture.look()).toContain("was shown once");
  expect(fixture.views).toHaveLength(1);
});

test("24 hours after the notice the password is gone, and the messages say what to do", async () => {
  const fixture = await createdFixture();
  await fixture.pass();
  expect(await fixture.pass(day)).toBe("done");
  for (const shown of [fixture.notices(), fixture.channel()]) {
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toContain("show-password");
    expect(shown[0]).toContain(
      "No one looked at the password in time, so it's gone. Set a new password in the cloud's console",
    );
  }
  expect(await fixture.context.passwords.find(requestId)).toBeUndefined();
  expect(await fixture.look()).toContain("Set a new password");
  expect(fixture.views).toEqual([]);
});

test("a late click shows no password, even before the password is dropped", async () => {
  const fixture = await createdFixture();
  await fixture.pass();
  fixture.world.now = new Date(fixture.world.now.getTime() + day);
  expect(await fixture.context.passwords.find(requestId)).toBeDefined();
  expect(await fixture.look()).toContain("No one looked at the password in time");
  expect(fixture.views).toEqual([]);
  expect(await fixture.context.passwords.find(requestId)).toBeUndefined();
});

test("a requester with the button in the modal gets a notice after 15 minutes, valid for 24 hours", async () => {
  const fixture = await createdFixture({ isModalOpen: true });
  await fixture.pass();
  await fixture.pass(15 * minute - 1);
  expect(fixture.notices()).toEqual([]);
  await fixture.pass(1);
  expect(fixture.notices()).toEqual([expect.stringContaining("show-password")]);
  await fixture.pass(day - 1);
  expect(await fixture.context.passwords.find(requestId)).toBeDefined();
  await fixture.pass(1);
  expect(await fixture.context.passwords.find(requestId)).toBeUndefined();
});

test("showing the password within 15 minutes prevents the notice", async () => {
  const fixture = await createdFixture({ isModalOpen: true });
  await fixture.pass();
  await fixture.look();
  expect(await fixture.pass(15 * minute)).toBe("done");
  expect(fixture.notices()).toEqual([]);
});

test("the password of an unreachable requester also lapses after 24 hours, and admins hear of both without its button", async () => {
  const fixture = await createdFixture();
  fixture.world.gone.add("UADA");
  const admin = () => fixture.world.messages.filter(({ channelId }) => channelId === "UADMIN");
  await fixture.pass();
  expect(admin().map(({ reply }) => JSON.stringify(reply.blocks))).toEqual([
    expect.not.stringContaining("show-password"),
  ]);
  expect(admin()[0]?.reply.text).toContain("I can't reach <@UADA>");
  expect(fixture.channel()).toEqual([expect.stringContaining("show-password")]);
  expect(await fixture.pass(day)).toBe("done");
  expect(fixture.channel()).toEqual([expect.stringContaining("No one looked at the password in time")]);
  expect(admin()).toHaveLength(2);
  expect(admin()[1]?.reply.text).toContain("No one looked at the password in time");
  expect(await fixture.context.passwords.find(requestId)).toBeUndefined();
});

test("a service that no channel and no person can hear of is announced to admins", async () => {
  const fixture = await createdFixture();
  fixture.world.gone.add("UADA").add("C9");
  await fixture.pass();
  const texts = fixture.world.messages.map(({ channelId, reply }) => [channelId, reply.text]);
  expect(texts.filter(([channelId]) => channelId !== "UADMIN")).toEqual([]);
  expect(texts.map(([, text]) => text).join("\n")).toContain("I can't reach <@UADA> or <#C9>");
});

test("the notice of a password that Redis lost says that it is gone", async () => {
  const fixture = await createdFixture();
  await redis.client.del(await redis.client.keys("qm:*:password:*"));
  await fixture.pass();
  expect([...fixture.notices(), ...fixture.channel()].join()).not.toContain("show-password");
  expect(fixture.channel()).toEqual([expect.stringContaining("No one looked at the password in time")]);
});
