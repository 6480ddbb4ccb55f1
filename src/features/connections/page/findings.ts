import { html } from "hono/html";
import type { Markup } from "../../../platform/http/page.ts";
import type { Finding } from "../probe/probe.ts";

const words: Record<Finding["outcome"], { label: string; look: string }> = {
  works: { label: "works", look: "good" },
  lacks: { label: "the key may not", look: "bad" },
  fails: { label: "does not work", look: "bad" },
  untried: { label: "not tried", look: "quiet" },
};

/** What was tried, and what came of each. */
export function findingsMarkup(findings: readonly Finding[]): Markup {
  const items = findings.map(({ area, outcome, says }) => {
    const { label, look } = words[outcome];
    return html`<li>
      <b>${area}: <span class="${look}">${label}</span></b
      >${says}
    </li>`;
  });
  return html`<ul class="results">
    ${items}
  </ul>`;
}
