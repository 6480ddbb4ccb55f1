import { html } from "hono/html";
import type { Markup } from "../../../platform/http/page.ts";

/** A labelled line of text in a form. */
export interface Field {
  name: string;
  label: string;
  help: string;
  type?: "text" | "url" | "password";
  /** Absent for what is secret. */
  value?: string;
  error?: string | undefined;
  /** True for the first field with an error, where typing goes on. */
  isFirstError?: boolean;
}

/** The field with its help and its error, which readers of screens are told of with it. */
export function fieldMarkup({
  name,
  label,
  help,
  type = "text",
  value = "",
  error,
  isFirstError,
}: Field): Markup {
  const described = error === undefined ? `${name}-help` : `${name}-error ${name}-help`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <span class="help" id="${name}-help">${help}</span>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-describedby="${described}"
      ${error === undefined ? "" : html`aria-invalid="true"`}
      ${isFirstError ? html`autofocus` : ""}
    />
    ${error === undefined ? "" : html`<span class="error" id="${name}-error">${error}</span>`}
  </div>`;
}

/** One of several to choose from. */
export interface Choice {
  name: string;
  value: string;
  label: string;
  help: string;
  isChosen: boolean;
}

/** A choice with what it means. */
export function choiceMarkup({ name, value, label, help, isChosen }: Choice): Markup {
  return html`<label class="choice">
    <input type="radio" name="${name}" value="${value}" ${isChosen ? html`checked` : ""} />
    <span><b>${label}</b><span class="help">${help}</span></span>
  </label>`;
}
