import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openQueue } from "../../../../src/platform/jobs/queue.ts";
import { approvalPurpose } from "../../../../src/features/services/approval/content.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import {
  encryptionKeyPurpose,
  sealedRequest,
} from "../../../../src/features/services/provisioning/submission.ts";
import { changeDraft, findDraft, saveDraft } from "../../../../src/platform/forms/save.ts";
import { connectDraftPurpose } from "../../../../src/features/connections/page/links.ts";
import { keysCommand } from "../../../../src/app/keys-command.ts";
import { product } from "../../../../src/app/features.ts";
import { bindingOf } from "../../../../src/platform/secrets/rotation/sealed-locations.ts";
import { SealingKeys, createSealer, keyIdOf, sealedTextsIn } from "../../../../src/platform/secrets/seal.ts";
import { sealedScheme } from "../../../../src/platform/secrets/records.ts";
import {
  installationTokenPurpose,
  installations,
} from "../../../../src/features/workspace/install/installations.ts";
import { entriesUnder } from "../../../../src/platform/secrets/rotation/entries.ts";
import { ttlInSeconds } from "../../../../src/platform/redis/keys.ts";
import { createStore } from "../../../../src/app/store.ts";
import { hookRecord } from "../../../support/alerts.ts";
import { bundled } from "../../../support/bundled.ts";
import { draftOf } from "../../../support/form-state.ts";
import { useRedis } from "../../../support/redis.ts";
import { connectedJobs } from "../../../support/connected-jobs.ts";
import { readTexts } from "../../../support/source-texts.ts";
import { keptSecret } from "../../../../src/features/alerts/hooks/record.ts";
import { passwordPurpose } from "../../../../src/features/services/passwords/passwords.ts";

const redis = useRedis();
const keyOf = (id: string, byte: number) =>
  `${id}:${Buffer.from(Array.from({ length: 32 }, (_, index) => byte + index)).toString("base64")}`;
const [k1, k2] = [keyOf("k1", 1), keyOf("k2", 2)];
const both = `${k2},${k1}`;
const now = () => new Date();
const workspaces = ["T1", "T2"];

/** Everything in a workspace that seals with these keys. */
function environmentWith(keys: string, workspaceId: string) {
  const sealer = createSealer(SealingKeys.parse(keys)).forWorkspace(workspaceId);
  const store = createStore(redis.client).workspace(workspaceId);
  return { ...store, sealer, now, scheme: sealedScheme({ texts: store.sealedSecrets, sealer }) };
}
type TestEnvironment = ReturnType<typeof environmentWith>;

const draftNamed = (id: string, key: string) =>
  draftOf(createServiceForm, { formId: id, values: { name: "orders", encryptionKey: key } });

/** Seals one of everything except jobs, as the product does. */
async function sealOneOfEach(environment: TestEnvironment, workspaceId: string, id: string): Promise<void> {
  const { approvals, connectLinks, hooks, requests, scheme, sealer } = environment;
  const hookId = `${workspaceId}-${id}`;
  const secret = keptSecret(`whsec_${id}`, { hookId, isSigned: true, at: now(), sealer });
  await hooks.add(hookRecord({ id: hookId, name: id, secrets: [secret] }));
  await scheme.write?.(id, { keySecret: `secret of ${id}`, keyId: id });
  await saveDraft(createServiceForm, draftNamed(id, `key of ${id}`), environment);
  await requests.remember(id, sealedRequest({ encryptionKey: `key of ${id}` }, environment));
  await connectLinks.add(id, { userId: "U1", purpose: { kind: "new" }, expiresAt: now().toISOString() });
  await connectLinks.keepDraft(id, sealer.seal(`typed for ${id}`, connectDraftPurpose(id)));
  await approvals.open({ id, sealed: sealer.seal("{}", approvalPurpose(id)) }, now());
  const created = { status: "created", createdAt: now().toISOString(), name: id } as const;
  const rest = { password: { fate: "sealed" }, creatorNotified: false, silent: false } as const;
  await requests.saveCreated(
    id,
    { ...created, ...rest, endpoints: [] },
    sealer.seal(`pw of ${id}`, passwordPurpose(id)),
  );
}

/** Saves an installation with this sealed token. */
async function install(workspaceId: string, token: string): Promise<void> {
  const [installedBy, installedAt] = ["U1", now().toISOString()];
  const app = { name: "Acme", isOrganization: false, appId: "A1", botUserId: "U2", scopes: [] };
  await installations(redis.client).save({ workspaceId, token, installedBy, installedAt, ...app });
}

/** Rotates in a process of its own, as `npm run keys -- rotate` does. */
async function rotateInProcess(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [(await bundled()).keys, "rotate"], {
    env: environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { code: child.exitCode, output };
}

const environment = () => ({ ENCRYPTION_KEYS: both, REDIS_URL: redis.url });

/** The same, or `list`, in this process. */
async function keys(command: string): Promise<{ code: number; output: string }> {
  const { lines, isDone } = await keysCommand([command], environment());
  return { code: isDone ? 0 : 1, output: `${lines.join("\n")}\n` };
}

/** The ids of all keys that something in Redis is sealed with. */
async function keyIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { text } of entriesUnder(redis.client, ""))
    for (const sealed of sealedTextsIn(text)) ids.add(keyIdOf(sealed));
  return ids;
}

/** Fails if a sealed text in Redis does not open for its purpose. Returns their number. */
async function openAll(keys: string): Promise<number> {
  const sealer = createSealer(SealingKeys.parse(keys));
  let count = 0;
  for await (const entry of entriesUnder(redis.client, "")) {
    for (const sealed of sealedTextsIn(entry.text)) {
      const { workspaceId = "", purpose = "" } = bindingOf(entry, product.sealed) ?? {};
      sealer.forWorkspace(workspaceId).open(sealed, purpose);
      count += 1;
    }
  }
  return count;
}

/** Writes as the product does until it is stopped. Returns how often. */
async function write(workspaceId: string, isOver: () => boolean): Promise<number> {
  const environment = environmentWith(both, workspaceId);
  const { hooks, scheme, requests, sealer } = environment;
  let rounds = 0;
  for (; !isOver(); rounds += 1) {
    // The others stay as they were sealed first.
    const id = `id-${rounds % 10}`;
    const hookId = `${workspaceId}-${id}`;
    const fresh = keptSecret("whsec_fresh", { hookId, isSigned: true, at: now(), sealer });
    await hooks.change(hookId, (hook) => ({ ...hook, secrets: [fresh, ...hook.secrets].slice(0, 2) }));
    await expect(scheme.read(`${id}#keySecret`)).resolves.toContain("secret of");
    await scheme.write?.(id, { keySecret: `secret of ${id}, changed`, keyId: id });
    await changeDraft(createServiceForm, draftNamed(id, ""), environment, (draft) => ({
      ...draft,
      values: { ...draft.values, description: `round ${rounds}` },
    }));
    await requests.remember(id, sealedRequest({ encryptionKey: `key of ${id}` }, environment));
    await scheme.write?.(`new-${rounds}`, { keySecret: "new" });
    // As often as people do, not as fast as possible, so the others go on too.
    await sleep(10);
  }
  return rounds;
}

test("while the app writes, everything is resealed with the first key, and nothing fails or is lost", async () => {
  const queue = openQueue({
    connections: await connectedJobs(redis.url),
    name: "creations",
    onRedisError: () => undefined,
    log: pino({ level: "silent" }),
  });
  queue.work({ advance: async () => "done" });
  for (const workspaceId of workspaces) {
    const environment = environmentWith(k1, workspaceId);
    for (let index = 0; index < 12; index += 1) await sealOneOfEach(environment, workspaceId, `id-${index}`);
    await install(workspaceId, environment.sealer.seal(`xoxb-${workspaceId}`, installationTokenPurpose));
    const request = sealedRequest({ encryptionKey: "key of a job" }, environment);
    await queue.accept(`job-${workspaceId}`, { workspaceId, ...request }, 3_600_000);
  }
  expect(await keyIds()).toEqual(new Set(["k1"]));

  let isOver = false;
  const writers = workspaces.map((workspaceId) => write(workspaceId, () => isOver));
  const { code, output } = await rotateInProcess().finally(() => (isOver = true));
  expect((await Promise.all(writers)).every((rounds) => rounds > 0)).toBe(true);

  for (const { what } of product.sealed)
    expect(output).toMatch(new RegExp(`^${what}: \\d+ encrypted again$`, "m"));
  expect(output).toMatch(/requests under way: 2 encrypted again\n/);
  expect(output).toMatch(/passwords of new services: 24 encrypted again\n/);
  expect(output).toMatch(
    /\nEverything is encrypted with k2\. Once every replica has had k2 first for an hour, remove k1 from/,
  );
  expect(code).toBe(0);
  expect(await keyIds()).toEqual(new Set(["k2"]));
  expect(await openAll(k2)).toBeGreaterThan(120);

  const environment = environmentWith(k2, "T1");
  const draft = await findDraft(
    createServiceForm,
    { formId: "id-11", userId: draftNamed("id-11", "").userId },
    environment,
  );
  expect(draft?.values["encryptionKey"]).toBe("key of id-11");
  expect(
    environment.sealer.open((await environment.passwords.find("id-11")) ?? "", passwordPurpose("id-11")),
  ).toBe("pw of id-11");
  expect(await redis.client.ttl("qm:{T1}:password:id-11")).toBeGreaterThan(0);
  expect(await redis.client.ttl("qm:{T1}:password:id-11")).toBeLessThanOrEqual(ttlInSeconds.password);

  expect((await keys("rotate")).output).toMatch(/^Everything is encrypted with k2\./);
  const listed = await keys("list");
  expect(listed.output).toMatch(
    /^k2 \(encrypts and decrypts\): [\d,]+ secrets\n {2}connections being typed: 24\n {2}half-filled forms: 24\n/,
  );
  expect(listed.output).toMatch(/\nk1 \(decrypts\): 0 secrets\n$/);
  await queue.close(0);
});

test("texts that cannot be opened are left and reported, and all others are resealed", async () => {
  const environment = environmentWith(k1, "T1");
  await sealOneOfEach(environment, "T1", "one");
  await environment.sealedSecrets.save(
    "lost",
    environmentWith(keyOf("k0", 9), "T1").sealer.seal("x", "secret lost"),
  );
  await redis.client.xadd(
    "qm:{T1}:unheard-of",
    "*",
    "entry",
    environment.sealer.seal("x", encryptionKeyPurpose),
  );
  const { code, output } = await keys("rotate");
  expect(code).toBe(1);
  expect(output.split("\n").slice(-4, -1).toSorted()).toEqual([
    "Everything else is encrypted with k2. Keep the other keys in ENCRYPTION_KEYS and run this again.",
    "qm:{T1}:sealed-secrets is unchanged. A sealed secret cannot be opened. Its key, k0, is not in ENCRYPTION_KEYS. Add it there, after the first.",
    "qm:{T1}:unheard-of is unchanged. Nothing is known to be sealed there.",
  ]);
  expect((await keys("list")).output).toContain(
    "k1 (decrypts): 1 secret\n  in unknown places: 1\nk0 (not in ENCRYPTION_KEYS): 1 secret\n",
  );
});

test("every source that seals is in the table of sealed locations", () => {
  const sealing = readTexts().filter(({ text }) => /^(?!\s*(?:\/\/|\*)).*\.seal\(/m.test(text));
  const known = product.sealed.map(({ sealedBy }) => sealedBy);
  expect(sealing.map(({ path }) => path).toSorted()).toEqual(
    // The sealed text of the doctor's own request to a hook is not stored.
    // Rotation and erasure seal again what others sealed.
    [
      ...new Set([
        ...known,
        "platform/secrets/rotation/rotate.ts",
        "features/workspace/people/walk.ts",
        "features/alerts/hooks/sending.ts",
      ]),
    ].toSorted(),
  );
});
