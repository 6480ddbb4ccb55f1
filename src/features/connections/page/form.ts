import { z } from "zod";
import { isAppError } from "../../../lib/errors.ts";
import type {
  FormField,
  FormProblem,
  FormSection,
  FormState,
  FormValues,
} from "../../../platform/forms/form.ts";
import { fieldsOf, textIn } from "../../../platform/forms/state.ts";
import { sentValues } from "../../../platform/http/form-html.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";
import { type Connection, ConnectionName, observabilityConnection } from "../connection.ts";
import type { ConnectionsContext } from "../context.ts";
import { Candidate, readAddress, readConsole } from "../probe/candidate.ts";
import { takenName } from "../texts.ts";
import * as texts from "./texts.ts";

const kind: FormSection = {
  fields: [
    {
      name: "kind",
      label: "What do you connect?",
      input: "select",
      optional: false,
      initial: "managed",
      choices: () => [
        {
          value: "managed",
          text: "A database cloud",
          help: "Its management API, and the dashboards and alerts of its services. Needs a key id and a key secret.",
        },
        {
          value: "standalone",
          text: "A stand-alone observability server",
          help: "Dashboards and alerts of a server that you run yourself. Needs a token.",
        },
      ],
    },
  ],
};

const target: FormSection = {
  title: "Where is it?",
  fields: [
    line("name", "Name", "What people type for it in Slack, such as production."),
    line("baseUrl", "Base URL", "Of the management API, such as https://api.cloud.example.com.", {
      format: "url",
      shows: when("managed"),
    }),
    line("organizationId", "Organization id", "A UUID, from the cloud's console.", {
      shows: when("managed"),
    }),
    line("appUrl", "App URL", "The server's address, such as https://observe.example.com.", {
      format: "url",
      shows: when("standalone"),
    }),
    line(
      "consoleObservabilityUrl",
      "Console (optional)",
      "The address of your dashboards, for links to them. Put {serviceId} in place of a service's id.",
      { optional: true },
    ),
  ],
};

const key: FormSection = {
  fields: [
    {
      name: "by",
      label: "Which key can I use?",
      input: "select",
      optional: false,
      initial: "value",
      choices: () => [
        {
          value: "value",
          text: "I type it here",
          help: "Quartermaster keeps it encrypted, or in the secret manager that its operator chose.",
        },
        {
          value: "reference",
          text: "I enter where it is stored",
          help: "In a secret manager that Quartermaster can read, such as vault:kv/data/databases#key.",
        },
      ],
    },
    ...secret("managed", line("keyId", "Key id", "From the cloud's console, under API keys.")),
    ...secret(
      "managed",
      line("keySecret", "Key secret", "The cloud showed it once, when you made the key.", {
        format: "password",
      }),
    ),
    ...secret(
      "standalone",
      line("token", "Token", "From the server's settings, under API tokens.", { format: "password" }),
    ),
  ],
};

function line(name: string, label: string, help: string, more: Partial<FormField> = {}): FormField {
  return { name, label, help, input: "text", optional: false, ...more };
}

/** A secret's field, and the field for its reference. */
function secret(kind: Connection["kind"], field: FormField): FormField[] {
  const what = field.label.toLowerCase();
  const help = `Where the ${what} is stored, as a reference.`;
  return [
    { ...field, secret: true, shows: when(kind, "value") },
    line(`${field.name}Ref`, `Reference to the ${what}`, help, { shows: when(kind, "reference") }),
  ];
}

function when(kind: Connection["kind"], by?: "value" | "reference") {
  return ({ values }: FormState) => values["kind"] === kind && (by === undefined || values["by"] === by);
}

/** The page's sections: a whole connection, or only the key of an existing one. */
export function sectionsFor(existing: Connection | undefined): FormSection[] {
  return existing ? [key] : [kind, target, key];
}

/** The values of these fields. An existing connection keeps its kind. */
export function valuesFor(existing: Connection | undefined, sent: FormValues): FormValues {
  const values = sentValues(fieldsOf({ sections: sectionsFor(existing) }), sent);
  return existing ? { ...values, kind: existing.kind } : values;
}

/** The fields that apply with these values. */
function shownFields(existing: Connection | undefined, values: FormValues): FormField[] {
  const fields = fieldsOf({ sections: sectionsFor(existing) });
  return fields.filter(({ shows }) => shows?.({ values, facts: {} }) ?? true);
}

/** True for the field of a secret's reference. */
export function isReference(field: string): boolean {
  return field.endsWith("Ref");
}

/** The values without secrets. A page may contain only these. */
export function withoutSecrets(values: FormValues): FormValues {
  // Text that is not a reference may be the secret itself, pasted by mistake.
  const isPasted = (name: string) =>
    isReference(name) && !CredentialReference.safeParse(values[name]).success;
  const hidden = key.fields.filter(({ name, secret }) => secret || isPasted(name));
  return { ...values, ...Object.fromEntries(hidden.map(({ name }) => [name, ""])) };
}

/** Reads the values for a new connection or new credentials, or the problems by field. */
export async function readForm(
  values: FormValues,
  existing: Connection | undefined,
  context: ConnectionsContext,
): Promise<{ candidate: Candidate } | { problems: FormProblem[] }> {
  const problems: FormProblem[] = [];
  const read: Record<string, unknown> = { ...existing, kind: values["kind"] };
  for (const { name } of shownFields(existing, values)) {
    const reader = readers[name];
    if (!reader) continue;
    const reading = await reader(textIn(values, name), context);
    if ("problem" in reading) problems.push({ field: name, message: reading.problem });
    else read[name.replace(/Ref$/, "")] = reading.value;
  }
  return problems.length > 0 ? { problems } : { candidate: Candidate.parse(read) };
}

type Reading = { value: unknown } | { problem: string };

/** Readers by field. A problem with a secret never repeats it. */
const readers: Record<string, (typed: string, context: ConnectionsContext) => Reading | Promise<Reading>> = {
  name: readName,
  baseUrl: (typed, { allowedHosts }) => readAddress(typed, allowedHosts),
  organizationId: readOrganizationId,
  appUrl: (typed, { allowedHosts }) => readAddress(typed, allowedHosts),
  consoleObservabilityUrl: readConsole,
  keyId: readKeyId,
  keySecret: (typed) => readSecret(typed, "key secret"),
  token: (typed) => readSecret(typed, "token"),
  keyIdRef: readReference,
  keySecretRef: readReference,
  tokenRef: readReference,
};

async function readName(typed: string, { connections }: ConnectionsContext): Promise<Reading> {
  const parsed = ConnectionName.safeParse(typed);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? texts.noName };
  const name = parsed.data;
  // If the environment no longer describes such a server, this name is never found.
  if (name === observabilityConnection) {
    return { problem: texts.reservedName };
  }
  const isTaken = (await connections.list()).some((known) => known.name === name);
  return isTaken ? { problem: takenName } : { value: name };
}

function readOrganizationId(typed: string): Reading {
  const parsed = z.guid().safeParse(typed.toLowerCase());
  if (parsed.success) return { value: parsed.data };
  return { problem: texts.badOrganizationId };
}

function readKeyId(typed: string): Reading {
  const reading = readSecret(typed, "key id");
  return "value" in reading && typed.includes(":") ? { problem: texts.colonInKeyId } : reading;
}

// Longer than any key, and shorter than most accidental pastes.
const mostCharacters = 2_000;

function readSecret(typed: string, what: string): Reading {
  if (typed === "") return { problem: texts.missingSecret(what) };
  if (typed.length > mostCharacters) return { problem: texts.longSecret(what) };
  // RFC 7617 and RFC 6750: what a header can carry.
  if (!/^[\x21-\x7e]+$/.test(typed)) {
    return { problem: texts.badSecret(what) };
  }
  return { value: { by: "value", value: typed } };
}

async function readReference(typed: string, { secrets }: ConnectionsContext): Promise<Reading> {
  const reference = CredentialReference.safeParse(typed);
  if (!reference.success) {
    return { problem: texts.badReference };
  }
  try {
    await secrets.assertMine(reference.data);
    return { value: { by: "reference", reference: reference.data } };
  } catch (error) {
    if (!isAppError(error, "user")) throw error;
    return { problem: error.message };
  }
}
