import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Submission } from "../../src/features/services/provisioning/submission.ts";
import { serviceStates } from "../../src/platform/cloud/services/service.ts";
import { validateMessage, validateView } from "@quartermaster/local-slack/validate";
import { RequestProgress } from "../../src/features/services/provisioning/progress.ts";
import { hostileNames } from "../platform/blocks/hostile.ts";
import { hashJson } from "../../src/lib/hash.ts";
import { announcement } from "../../src/features/services/announcement/message.ts";
import { createdView } from "../../src/features/services/announcement/endpoints.ts";
import { passwordView } from "../../src/features/services/passwords/show.ts";
import { unicodeText } from "../support/unicode-text.ts";

const word = fc.oneof(fc.constantFrom(...hostileNames), fc.string({ maxLength: 300 }));
const optional = { nil: undefined };

const endpoint = fc.record(
  {
    protocol: fc.oneof(word, fc.constantFrom("mysql", "https")),
    host: fc.oneof(word, fc.domain()),
    port: fc.integer(),
    username: word,
  },
  { requiredKeys: [] },
);

const fate = fc.oneof(
  fc.constantFrom("none", "lost", "seen", "expired").map((fate) => ({ fate })),
  fc.record({
    fate: fc.constant("sealed"),
    writeFailure: fc.option(fc.string({ maxLength: 2_000 }), optional),
  }),
  fc.record({ fate: fc.constant("writing"), location: word, tries: fc.nat(20) }),
  fc.record({ fate: fc.constant("written"), location: word }),
);

const progress = fc
  .record({
    status: fc.constant("created"),
    createdAt: fc.constant("2026-11-20T10:00:00.000Z"),
    serviceId: fc.option(word, optional),
    name: word,
    endpoints: fc.array(endpoint, { maxLength: 50 }),
    password: fate,
    announced: fc.option(fc.oneof(word, fc.constantFrom(...serviceStates, "slow", "unreported")), optional),
  })
  .map((record) => {
    const parsed = RequestProgress.parse(record);
    if (parsed.status !== "created") throw new Error("It is created.");
    return parsed;
  });

const wanted = fc
  .record({ userName: word, formId: fc.option(fc.uuid(), optional) })
  .map(({ userName, formId }) => ({
    requestId: "8f0c2d7e-1b7a-4c1e-9d0f-3a2b1c0d9e8f-1",
    submission: Submission.parse({
      workspaceId: "T1",
      userId: "U1",
      userName,
      request: { name: "orders", provider: "aws", region: "eu-west-1" },
      ...(formId ? { form: { formId, attempt: 1, viewId: "V1" } } : {}),
    }),
  }));

test("whatever the facts of a created service, its announcement keeps Slack's limits and mentions only its requester", () => {
  fc.assert(
    fc.property(wanted, progress, (wanted, known) => {
      const message = announcement(wanted, known);
      expect(validateMessage(message)).toBeNull();
      expect(message.text.replaceAll(`<@${wanted.submission.userId}>`, "")).not.toMatch(/<[!@#]/);
      expect(hashJson(announcement(wanted, known))).toBe(hashJson(message));
    }),
    { numRuns: 150 },
  );
});

test("whatever the state of a password, the creator's modal keeps Slack's limits", () => {
  fc.assert(
    fc.property(progress, (known) => {
      expect(validateView(createdView("r1", known))).toBeNull();
    }),
    { numRuns: 150 },
  );
});

test("a password of any characters and any length is shown exactly as it came", () => {
  const password = fc.oneof(word, unicodeText({ maxLength: 5_000 })).filter((text) => text !== "");
  fc.assert(
    fc.property(progress, password, (known, password) => {
      const view = passwordView(known, password);
      expect(validateView(view)).toBeNull();
      expect(JSON.stringify(view.blocks)).toContain(
        `"rich_text_preformatted","elements":[{"type":"text","text":${JSON.stringify(password)}}]`,
      );
    }),
    { numRuns: 150 },
  );
});
