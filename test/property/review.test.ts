import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { organizationProblems } from "../../src/platform/cloud/services/organization-rules.ts";
import { ServiceRequest } from "../../src/platform/cloud/services/request.ts";
import { CreateFacts } from "../../src/features/services/form/facts.ts";
import { createServiceForm } from "../../src/features/services/form/form.ts";
import { readRequest } from "../../src/features/services/form/request.ts";
import { type Draft, drafts } from "../../src/platform/forms/drafts.ts";
import { saveDraft } from "../../src/platform/forms/save.ts";
import { effective, startingValues } from "../../src/platform/forms/state.ts";
import type { View } from "@quartermaster/local-slack/person";
import { SealingKeys, createSealer } from "../../src/platform/secrets/seal.ts";
import { isReview, titled } from "../support/create-walk.ts";
import { goOnWithIt } from "../support/form-view.ts";
import { mendedDraft } from "./form-arbitraries.ts";
import { draftOf } from "../support/form-state.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { type Withheld, readReview } from "./read-review.ts";
import { createNamed, doneBackups, serviceNamed } from "../support/reference-server.ts";
import { type SlackPerson, person } from "../support/slack-person.ts";
import { amount } from "../support/soak.ts";

const environment = useTestEnvironment({
  organization: "Harbour Bank",
  operators: ["Sam Rivera", "Noor Haddad"],
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "100000" }),
});

let redis: Redis;
let people: SlackPerson[];
beforeAll(() => {
  redis = new Redis(environment.redisUrl);
  people = environment.slack.users.map(({ id }) => person(environment.slack, id));
});
afterAll(async () => {
  redis.disconnect();
  await Promise.all(people.map((each) => each.leave()));
});

test("whatever the form holds, the review shows what is sent and what the server receives", async () => {
  const any = await anyDraftOfTheForm();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: people.length, maxLength: people.length }), async (all) => {
      const walks = people.map(async (each, index) => {
        const begins = `${(count += 1)} `;
        const draft = named(begins, all[index]);
        const shown = await createThrough(each, draft);
        const received = await receivedAs(begins);
        expect(shown).toEqual(asSeen(received));
        expect(received).toEqual(withheldKey(requestOf(draft)));
      });
      await Promise.all(walks);
    }),
    { numRuns: amount({ usual: 5, soak: 14 }), interruptAfterTimeLimit: 110_000, endOnFailure: true },
  );
});

/** The service of the backups. */
const origin = { name: "ledger", region: "westus3", tier: "production" };

/** Drafts that are valid for the form and for the organization. */
async function anyDraftOfTheForm(): Promise<fc.Arbitrary<Draft>> {
  const { id, dataWarehouseId } = await serviceNamed(environment, "ledger");
  const [...backups] = await doneBackups(environment, id);
  const facts = CreateFacts.parse({
    connections: ["default"],
    services: [{ value: id, text: "ledger" }],
    backups: {
      serviceId: id,
      choices: backups.slice(0, 20).map((backup) => ({ value: backup, text: backup })),
      state: "read",
    },
    origin: { serviceId: id, ...origin },
  });
  const values = startingValues(createServiceForm, { connection: "default" });
  const start = draftOf(createServiceForm, { values, facts });
  const inWarehouse = (draft: Draft): Draft => {
    const { dataWarehouseId: warehouse, typedBackup } = draft.values;
    const given = { dataWarehouseId: warehouse && dataWarehouseId, typedBackup: typedBackup && backups[0] };
    // The form doesn't know the service of a typed backup, and the cloud refuses another region or tier.
    const asOrigin = typedBackup ? { provider: "azure", region: origin.region, tier: undefined } : {};
    return { ...draft, values: { ...draft.values, ...given, ...asOrigin } };
  };
  return mendedDraft(createServiceForm, start, (draft) => wrongFields(inWarehouse(draft))).map(inWarehouse);
}

function wrongFields(draft: Draft): string[] {
  const state = effective(createServiceForm, draft);
  const request = ServiceRequest.safeParse(requestOf(draft)).data;
  const firstInWarehouse = request?.dataWarehouseId === undefined;
  const ofOrganization = request ? organizationProblems(request, { firstInWarehouse }) : [];
  return [...createServiceForm.problems(state), ...ofOrganization].map(({ field }) => field);
}

function requestOf(draft: Draft): Record<string, unknown> {
  return readRequest(effective(createServiceForm, draft).values).request;
}

function named(begins: string, draft: Draft | undefined): Draft {
  if (!draft) throw new Error("Every person has a draft.");
  const name = `${begins}${String(draft.values["name"])}`.slice(0, 50);
  return { ...draft, formId: randomUUID(), step: "basics", values: { ...draft.values, name } };
}

/** Goes through every step of a draft and creates the service. Returns what the review showed. */
async function createThrough(requester: SlackPerson, draft: Draft): Promise<Record<string, unknown>> {
  await keep({ ...draft, userId: requester.id });
  const shown = readReview(await walkToReview(requester));
  await requester.submit();
  await requester.waitForModal(titled("Created"));
  await requester.close();
  return shown;
}

const now = () => new Date();

/** Saves a draft like the app. */
async function keep(draft: Draft): Promise<void> {
  const { ENCRYPTION_KEYS: keys } = environment.environment;
  const sealer = createSealer(SealingKeys.parse(keys)).forWorkspace(environment.slack.teamId);
  await saveDraft(createServiceForm, draft, { drafts: drafts(redis, environment.slack.teamId), sealer, now });
}

async function walkToReview(requester: SlackPerson): Promise<View> {
  await goOnWithIt(requester);
  for (;;) {
    expect(await requester.submit()).toEqual({ ok: true });
    const view = await requester.modal();
    if (view && isReview(view)) return view;
  }
}

/** The request that the server received. Its list of requests hides a key, which the created service has. */
async function receivedAs(begins: string): Promise<Record<string, unknown>> {
  const received = await createNamed(environment, (name) => name.startsWith(begins));
  if (received["encryptionKey"] === undefined) return received;
  const { encryptionKey } = await serviceNamed(environment, String(received["name"]));
  return withheldKey({ ...received, encryptionKey });
}

/** A request with its key as the review shows it. */
function withheldKey({ encryptionKey, ...request }: Record<string, unknown>): Record<string, unknown> {
  if (typeof encryptionKey !== "string") return request;
  const withheld: Withheld = { characters: encryptionKey.length };
  return { ...request, encryptionKey: withheld };
}

/** Invisible characters are not compared. The review says that there are some. */
function asSeen(received: unknown): unknown {
  return JSON.parse(JSON.stringify(received), (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll(/[\u202a-\u202e]/g, "") : value,
  );
}
