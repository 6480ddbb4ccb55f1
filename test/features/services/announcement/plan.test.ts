import { expect, test } from "vitest";
import { announcement, planBlock } from "../../../../src/features/services/announcement/message.ts";
import { Submission } from "../../../../src/features/services/provisioning/submission.ts";
import { sayAsWhole } from "../../../../src/platform/slack/web-api/say.ts";
import type { Content } from "../../../../src/platform/blocks/reply.ts";

type Progress = Parameters<typeof announcement>[1];

const created: Progress = {
  status: "created",
  serviceId: "s1",
  name: "orders",
  createdAt: "2026-11-20T10:00:00.000Z",
  endpoints: [],
  password: { fate: "sealed" },
  creatorNotified: false,
  silent: false,
  announced: "provisioning",
};

const submission = Submission.parse({
  workspaceId: "T1",
  userId: "U1",
  userName: "Ada",
  request: { name: "orders", provider: "aws", region: "eu-west-1" },
});

const drawn = (changed: Partial<Progress> = {}) =>
  announcement({ requestId: "r1", submission }, { ...created, ...changed });

const steps = (outcome: Parameters<typeof planBlock>[1], fate: "sealed" | "seen" | "expired" | "none") =>
  planBlock({ name: "orders", password: { fate } }, outcome).tasks?.map(({ task_id, status }) => [
    task_id,
    status,
  ]);

test("each step of a creation has its state", () => {
  const sent = [
    ["sent", "complete"],
    ["created", "complete"],
  ];
  expect(steps("coming", "sealed")).toEqual([
    ...sent,
    ["provisioning", "in_progress"],
    ["running", "pending"],
    ["password", "pending"],
  ]);
  expect(steps("running", "seen")).toEqual([
    ...sent,
    ["provisioning", "complete"],
    ["running", "complete"],
    ["password", "complete"],
  ]);
  expect(steps("failed", "expired")).toEqual([
    ...sent,
    ["provisioning", "error"],
    ["running", "pending"],
    ["password", "error"],
  ]);
});

test("a cloud that doesn't say when a service runs has no step for it, and without a password there is none", () => {
  expect(steps("unknown", "none")).toEqual([
    ["sent", "complete"],
    ["created", "complete"],
  ]);
});

test("the steps keep their ids while they change, so the message is edited in place", () => {
  const ids = (reply: ReturnType<typeof drawn>) =>
    reply.blocks
      .flatMap((block) => (block.type === "plan" ? (block.tasks ?? []) : []))
      .map((task) => task["task_id"]);
  expect(ids(drawn())).toEqual(ids(drawn({ announced: "running", password: { fate: "seen" } })));
});

test("an announcement shows the first endpoints, and counts the rest", () => {
  const endpoints = Array.from({ length: 40 }, (_, index) => ({
    protocol: "https",
    host: "db.example.com",
    port: 8_000 + index,
  }));
  const { text, blocks } = drawn({ announced: "running", endpoints });
  expect(text.match(/curl /g)).toHaveLength(6);
  expect(JSON.stringify(blocks)).toContain("And 34 more endpoints: the cloud's console lists them.");
});

test("where Slack refuses the plan, the message has today's blocks", async () => {
  const sent: Content[] = [];
  await sayAsWhole(
    drawn(),
    async (content) => {
      sent.push(content);
      if (content.blocks?.some(({ type }) => type === "plan")) throw new Error("invalid_blocks");
    },
    () => true,
  );
  expect(sent.map(({ blocks }) => blocks?.map(({ type }) => type))).toEqual([
    ["section", "context", "plan", "context", "actions"],
    ["section", "context", "context", "actions"],
  ]);
  expect(sent.map(({ text }) => text)).toEqual([sent[0]?.text, sent[0]?.text]);
});
