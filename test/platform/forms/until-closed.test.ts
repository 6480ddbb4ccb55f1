import { expect, test } from "vitest";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { untilClosed } from "../../../src/platform/forms/page.ts";
import { drafts } from "../../../src/platform/forms/drafts.ts";
import { managedClient, scriptedServer, silence, success } from "../cloud/scripted-server.ts";
import { draftOf } from "../../support/form-state.ts";
import { useRedis } from "../../support/redis.ts";
import { createServiceForm } from "../../../src/features/services/form/form.ts";

const redis = useRedis();
const draft = draftOf(createServiceForm, { viewId: "V2" });

/** An open form, and a cloud with scripted answers. */
async function openForm(answer: Parameters<typeof scriptedServer>[0], callTimeoutMs = 30_000) {
  const { url, received } = await scriptedServer(answer);
  const kept = drafts(redis.client, "T1");
  await kept.save(draft, { isPresent: true });
  const client = managedClient(url, { limits: { callTimeoutMs } });
  return { context: { drafts: kept, cloudOf: (_connection: string) => client }, kept, received };
}

const backups = { serviceId: "s1" };

test("the reads of a closed form end, and return nothing", async () => {
  const { context, kept, received } = await openForm(silence);
  const failures: string[] = [];
  const found = untilClosed(draft, context, async ({ cloudOf }) =>
    cloudOf("default")
      .call(listBackups, backups)
      .catch((error: Error) => failures.push(error.message)),
  );
  await expect.poll(() => received.length).toBe(1);
  await kept.save({ ...draft, closedViewId: "V2", revision: 1 }, { isPresent: true });
  expect(await found).toBeUndefined();
  expect(failures).toEqual(["The call ended before an answer came. Nothing was done."]);
});

test("a read that fails because its form was closed is not a failure", async () => {
  const { context, kept, received } = await openForm(silence);
  const found = untilClosed(draft, context, ({ cloudOf }) => cloudOf("default").call(listBackups, backups));
  await expect.poll(() => received.length).toBe(1);
  await kept.save({ ...draft, closedViewId: "V2", revision: 1 }, { isPresent: true });
  expect(await found).toBeUndefined();
});

test("a form that is open again in another modal continues its reads, and a change is never cancelled", async () => {
  const { context, kept } = await openForm(silence, 2_500);
  await kept.save({ ...draft, closedViewId: "V1", revision: 1 }, { isPresent: true });
  await expect(
    untilClosed(draft, context, ({ cloudOf }) => cloudOf("default").call(listBackups, backups)),
  ).rejects.toThrow("didn't answer within 2.5 seconds");
  await kept.save({ ...draft, closedViewId: "V2", revision: 2 }, { isPresent: true });
  const failures: string[] = [];
  await untilClosed(draft, context, ({ cloudOf }) =>
    cloudOf("default")
      .call(createService, { body: { name: "orders" } })
      .catch((error: Error) => failures.push(error.message)),
  );
  expect(failures).toEqual([expect.stringContaining("didn't answer within 2.5 seconds")]);
});

test("a read of an open form returns what it found", async () => {
  const { context } = await openForm(success([]));
  const found = await untilClosed(draft, context, ({ cloudOf }) =>
    cloudOf("default").call(listBackups, backups),
  );
  expect(found).toEqual([]);
});
