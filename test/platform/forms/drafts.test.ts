import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { drafts } from "../../../src/platform/forms/drafts.ts";
import { changeDraft, findDraft, onLatest, saveDraft } from "../../../src/platform/forms/save.ts";
import type { Form } from "../../../src/platform/forms/form.ts";
import { type SealingKey, createSealer } from "../../../src/platform/secrets/seal.ts";
import { draftOf } from "../../support/form-state.ts";
import { contentsOf, useRedis } from "../../support/redis.ts";

const redis = useRedis();

const form: Form = {
  name: "test-form",
  access: "operator",
  title: "Test",
  submit: "Send",
  resumes: true,
  steps: [
    {
      name: "only",
      title: "Only",
      sections: [
        {
          fields: [
            { name: "count", label: "Count", input: "number", optional: true },
            { name: "key", label: "Key", input: "text", optional: true, secret: true },
          ],
        },
      ],
    },
  ],
  problems: () => [],
  accept: async () => "close",
};

const key = keyOf("k1", 1);

function keyOf(id: string, byte: number): SealingKey {
  return { id, key: createSecretKey(Buffer.alloc(32, byte)) };
}

function contextWith(...keys: SealingKey[]) {
  const sealer = createSealer(keys).forWorkspace("T1");
  return { drafts: drafts(redis.client, "T1"), sealer, now: () => new Date("2026-11-20T10:00:00Z") };
}

const started = draftOf(form, { values: { count: 0 } });

test("simultaneous changes are all kept, each on top of the others", async () => {
  const context = contextWith(key);
  await saveDraft(form, started, context);
  const add = () =>
    changeDraft(form, started, context, (draft) => ({
      ...draft,
      values: { ...draft.values, count: Number(draft.values["count"]) + 1 },
    }));
  await Promise.all(Array.from({ length: 8 }, add));
  expect((await findDraft(form, started, context))?.values["count"]).toBe(8);
});

test("a save over a newer change fails as a conflict, and the change is kept", async () => {
  const context = contextWith(key);
  const read = await saveDraft(form, started, context);
  await saveDraft(form, { ...read, values: { count: 1 } }, context);
  await expect(saveDraft(form, { ...read, values: { count: 2 } }, context)).rejects.toMatchObject({
    kind: "conflict",
  });
  expect((await findDraft(form, started, context))?.values["count"]).toBe(1);
});

test("a conflict that is not about a draft is not tried again", async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw new AppError("conflict", "The name is taken.");
  };
  await expect(onLatest(work)).rejects.toThrow("The name is taken.");
  expect(tries).toBe(1);
});

test("a secret field is sealed in Redis, and opened for its own form and person alone", async () => {
  const context = contextWith(key);
  await saveDraft(form, { ...started, values: { key: "marker-of-a-key" } }, context);
  expect((await contentsOf(redis.client)).filter((entry) => entry.includes("marker"))).toEqual([]);
  expect((await findDraft(form, started, context))?.values).toEqual({ key: "marker-of-a-key" });
  expect(await findDraft(form, { ...started, userId: "U2" }, context)).toBeUndefined();
  expect(await findDraft({ ...form, name: "another" }, started, context)).toBeUndefined();
});

test("a sealed field that was copied into another form does not open there", async () => {
  const context = contextWith(key);
  await saveDraft(form, { ...started, values: { key: "marker-of-a-key" } }, context);
  const sealed = await context.drafts.find(started.formId);
  if (!sealed) throw new Error("It is not kept.");
  await context.drafts.save({ ...sealed, formId: "g", revision: 0 });
  expect((await findDraft(form, { ...started, formId: "g" }, context))?.values["key"]).toBeUndefined();
});

test("a secret is asked for again if its key is gone, and opens if the old key is still listed", async () => {
  const newKey = keyOf("k2", 2);
  await saveDraft(form, { ...started, values: { key: "typed" } }, contextWith(key));
  expect((await findDraft(form, started, contextWith(newKey)))?.values["key"]).toBeUndefined();
  expect((await findDraft(form, started, contextWith(newKey, key)))?.values["key"]).toBe("typed");
});

test("a draft at an unknown step is at the first step", async () => {
  const context = contextWith(key);
  await saveDraft(form, { ...started, step: "of another version" }, context);
  expect((await findDraft(form, started, context))?.step).toBe("only");
});

const { resumes: _, ...formForOnce } = form;

test.each([
  ["a form that can be continued", true, form, false],
  ["a form that was submitted", false, form, true],
  ["a form that cannot be continued", false, formForOnce, false],
])("the draft of %s is its person's present draft: %s", async (_name, isPresent, ofForm, submitted) => {
  const context = contextWith(key);
  await saveDraft(ofForm, { ...started, submitted }, context);
  expect((await context.drafts.current(started.userId)) !== undefined).toBe(isPresent);
});
