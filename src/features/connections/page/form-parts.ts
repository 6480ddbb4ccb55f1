import { html } from "hono/html";
import type { ProbeResult } from "../probe/probe.ts";
import type { Connection } from "../records.ts";
import type { Markup } from "../../../platform/http/page.ts";
import { choiceMarkup, fieldMarkup } from "./field.ts";
import type { FieldErrors, FormValues } from "./form-values.ts";

/** What the form shows. */
export interface FormFacts {
  /** Where the form is sent. */
  action: string;
  csrf: string;
  /** Without secrets. */
  values: FormValues;
  errors?: FieldErrors;
  /** Of the last try, which could not be kept. */
  tried?: ProbeResult;
  /** The connection that gets new credentials. */
  existing?: Connection | undefined;
}

/** What is connected, and where it is. */
export function kindAndPlace(facts: FormFacts): Markup {
  const { kind } = facts.values;
  return html`<fieldset>
      <legend>What do you connect?</legend>
      ${choiceMarkup({
        name: "kind",
        value: "managed",
        label: "A database cloud",
        help: "Its management API, and the dashboards and alerts of its services. Needs a key id and a key secret.",
        isChosen: kind === "managed",
      })}
      ${choiceMarkup({
        name: "kind",
        value: "standalone",
        label: "A stand-alone observability server",
        help: "Dashboards and alerts of a server that you run yourselves. Needs a token.",
        isChosen: kind === "standalone",
      })}
    </fieldset>
    <fieldset>
      <legend>Where is it?</legend>
      ${input(facts, "name", "Name", "What people type for it in Slack, such as production.")}
      <div class="only-managed">
        ${input(facts, "baseUrl", "Base URL", "Of the management API, such as https://api.cloud.example.com.", "url")}
        ${input(facts, "organizationId", "Organization id", "A UUID, from the cloud's console.")}
      </div>
      <div class="only-standalone">
        ${input(facts, "appUrl", "App URL", "Where the server is reached, such as https://observe.example.com.", "url")}
      </div>
      ${input(facts, "consoleObservabilityUrl", "Console (may be left out)", "The address below which dashboards are seen, for links to them. Write {serviceId} in it where a service's id goes.")}
    </fieldset>`;
}

/** The key, or where it is kept. */
export function secrets(facts: FormFacts): Markup {
  const { values, existing } = facts;
  const kind = existing?.kind;
  return html`<fieldset>
    <legend>Which key may I use?</legend>
    ${choiceMarkup({
      name: "by",
      value: "value",
      label: "I type it here",
      help: "Quartermaster keeps it encrypted, or in the secret manager that its operator chose.",
      isChosen: values.by === "value",
    })}
    ${choiceMarkup({
      name: "by",
      value: "reference",
      label: "I say where it is kept",
      help: "In a secret manager that Quartermaster may read, such as vault:kv/data/databases#key.",
      isChosen: values.by === "reference",
    })}
    ${kind === "standalone" ? "" : managedSecrets(facts)}
    ${kind === "managed" ? "" : standaloneSecrets(facts)}
  </fieldset>`;
}

function managedSecrets(facts: FormFacts): Markup {
  return html`<div class="only-managed">
    <div class="only-value">
      ${input(facts, "keyId", "Key id", "From the cloud's console, under API keys.")}
      ${input(facts, "keySecret", "Key secret", "Shown once, when the key was made.", "password")}
    </div>
    <div class="only-reference">
      ${input(facts, "keyIdRef", "Reference to the key id", "Where the key id is kept, as a reference.")}
      ${input(facts, "keySecretRef", "Reference to the key secret", "Where the key secret is kept, as a reference.")}
    </div>
  </div>`;
}

function standaloneSecrets(facts: FormFacts): Markup {
  return html`<div class="only-standalone">
    <div class="only-value">
      ${input(facts, "token", "Token", "From the server's settings, under API tokens.", "password")}
    </div>
    <div class="only-reference">
      ${input(facts, "tokenRef", "Reference to the token", "Where the token is kept, as a reference.")}
    </div>
  </div>`;
}

function input(
  { values, errors = {} }: FormFacts,
  name: keyof FormValues,
  label: string,
  help: string,
  type: "text" | "url" | "password" = "text",
): Markup {
  const first = fieldsInOrder.find((each) => errors[each] !== undefined);
  return fieldMarkup({
    name,
    label,
    help,
    type,
    value: values[name],
    error: errors[name],
    isFirstError: name === first,
  });
}

const fieldsInOrder: readonly (keyof FormValues)[] = [
  "name",
  "baseUrl",
  "organizationId",
  "appUrl",
  "consoleObservabilityUrl",
  "keyId",
  "keySecret",
  "keyIdRef",
  "keySecretRef",
  "token",
  "tokenRef",
];
