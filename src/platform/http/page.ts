import { hash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The style of every page: one column, the system's font, and the person's light or dark mode. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --sheet: #ffffff; --line: #d9dde3; --edge: #7d8692; --text: #1b1f24; --quiet: #535c67;
  --accent: #1d5fc2; --on-accent: #ffffff; --accent-strong: #164a98; --good: #17693a; --bad: #b42318; --soft: #eef2f8; --soft-bad: #fcf1ef;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121518; --sheet: #1a1e23; --line: #333a43; --edge: #7d8692; --text: #e9ebee; --quiet: #a9b2bd;
    --accent: #8ab6f9; --on-accent: #0d1a2d; --accent-strong: #b3cffb; --good: #7fd3a1; --bad: #ffa196; --soft: #222933; --soft-bad: #2b2021;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 2.5rem 1rem 4rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word;
}
main > :last-child { margin-bottom: 0; }
.brand { display: flex; align-items: center; gap: .6rem; margin: 0 auto 1.25rem; max-width: 38rem; font-weight: 600; color: var(--quiet); }
.brand svg { width: 1.5rem; height: 1.5rem; flex: none; color: var(--accent); }
main { max-width: 38rem; margin: 0 auto; padding: 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.1rem; line-height: 1.35; }
p { margin: .5rem 0 1rem; }
a { color: var(--accent); }
ul, ol { margin: .5rem 0 1rem; padding-left: 1.35rem; }
li { margin: .3rem 0; }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--soft); padding: .1em .35em; border-radius: 4px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.lead { font-size: 1.05rem; margin-bottom: 1.5rem; }
.quiet, .help { color: var(--quiet); }
.help { display: block; margin: .15rem 0 .35rem; font-size: .92rem; font-weight: 400; }
fieldset { margin: 2rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-size: 1.1rem; font-weight: 600; }
.field { margin: 1.15rem 0; }
.field > label { display: block; font-weight: 600; }
input[type="text"], input[type="url"], input[type="password"], select, textarea {
  display: block; width: 100%; min-height: 2.75rem; margin-top: .35rem; padding: .55rem .75rem; font: inherit; color: var(--text);
  background: var(--sheet); border: 1px solid var(--edge); border-radius: 8px;
}
[aria-invalid="true"] { border-color: var(--bad) !important; border-width: 2px !important; }
.error { display: block; margin: .35rem 0 0; color: var(--bad); font-size: .95rem; font-weight: 600; }
.choice { display: flex; gap: .7rem; align-items: flex-start; margin: .6rem 0; padding: .75rem .9rem; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.choice input { flex: none; width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; accent-color: var(--accent); }
.choice b { display: block; font-weight: 600; }
.choice .help { margin: 0; }
.choice:has(:checked) { border-color: var(--accent); background: var(--soft); }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice input:focus-visible { outline: none; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 2rem 0 0; }
.actions + .help { margin: .75rem 0 0; }
button, .button {
  display: inline-block; min-height: 2.75rem; padding: .6rem 1.25rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
.second { color: var(--accent); background: transparent; }
.second:hover { color: var(--accent-strong); background: var(--soft); border-color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.note { margin: 1.5rem 0; padding: .9rem 1.1rem; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 8px; background: var(--soft); }
.note.good { border-left-color: var(--good); }
.note.bad { border-left-color: var(--bad); background: var(--soft-bad); }
.note > :first-child { margin-top: 0; }
.note h2 { margin-bottom: .75rem; }
.note > :last-child { margin-bottom: 0; }
.results { margin: 1rem 0; padding: 0; list-style: none; }
.results li { margin: 0; padding: .8rem 0; border-bottom: 1px solid var(--line); }
.results b { display: block; }
.results li:first-child { padding-top: 0; }
.note .results li:last-child { padding-bottom: 0; border-bottom: 0; }
.results .good { color: var(--good); }
.results .bad { color: var(--bad); }
form:has([name="kind"][value="managed"]:checked) .only-standalone,
form:has([name="kind"][value="standalone"]:checked) .only-managed,
form:has([name="by"][value="value"]:checked) .only-reference,
form:has([name="by"][value="reference"]:checked) .only-value { display: none; }
@media (max-width: 30rem) {
  body { padding: 1.25rem .75rem 3rem; }
  main { padding: 1.35rem 1.1rem 1.6rem; border-radius: 12px; }
  h1 { font-size: 1.4rem; }
  .actions > * { width: 100%; }
}
@media (prefers-contrast: more) { :root { --line: var(--edge); } }
`;

/** The result of hono's `html`, which escapes every value. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** One page. */
export interface Page {
  /** Plain text for the window. The page's heading is in the body. */
  title: string;
  /** Within `<main>`. */
  body: Markup;
  status?: ContentfulStatusCode;
  /** Other origins that the page's forms may post or redirect to. */
  formOrigins?: readonly string[];
}

// In one piece, because the browser checks a hash that counts every space.
const styleElement = `<style>${pageStyle}</style>`;

/** Responds with a page that works without scripts, loads nothing, cannot be framed and is not cached. */
export async function pageResponse(
  context: Context,
  { title, body, status = 200, formOrigins = [] }: Page,
): Promise<Response> {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Quartermaster</title>
        <link rel="icon" href="data:," />
        ${raw(styleElement)}
      </head>
      <body>
        <header class="brand">${mark()}<span>Quartermaster</span></header>
        <main>${body}</main>
      </body>
    </html>`;
  return context.body(document.toString(), status, headers(formOrigins));
}

function headers(formOrigins: readonly string[]): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      // A content security policy takes base64 only.
      `style-src 'sha256-${hash("sha256", pageStyle, "base64")}'`,
      "img-src data:",
      `form-action ${["'self'", ...formOrigins].join(" ")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
}

function mark(): Markup {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
    <ellipse cx="12" cy="5.5" rx="8" ry="3" />
    <path d="M4 5.5v13c0 1.7 3.6 3 8 3s8-1.3 8-3v-13M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3" />
  </svg>`;
}
