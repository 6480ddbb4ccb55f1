import type { KnownBlock, ModalView } from "@slack/types";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import type { CreatedProgress } from "../announcement/created-services.ts";
import { truncate } from "../../../lib/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { mainEndpoint } from "../announcement/endpoints.ts";

const shownLength = 253;
// What people cannot see, or would lose when they copy by hand: outer and double spaces, controls, invisible signs.
const hidden = /^\s|\s$|\s\s|[^\S ]|\p{C}/u;

/** The one view that ever holds a password: exactly as the cloud gave it, with what it is for and what to do. */
export function passwordView(progress: CreatedProgress, password: string): ModalView {
  const { name, endpoints } = progress;
  const { host, username } = mainEndpoint(endpoints);
  const facts = [
    `*Service:* ${escapeName(name)}`,
    `*User name:* ${username ? code(truncate(username, shownLength)) : "the cloud named none"}`,
    `*Host:* ${host ? code(truncate(host, shownLength)) : "the cloud has named none yet"}`,
  ];
  return notice("Password", [
    section("Copy the password now and put it where your team keeps its passwords. It is shown this once."),
    preformatted(password),
    ...(hidden.test(password)
      ? [context("It holds characters that do not show, such as spaces: copy it, do not type it.")]
      : []),
    section(facts.join("\n")),
    context(
      "After this window is closed, nobody can show it again. If it gets lost, set a new one in the cloud's console.",
    ),
  ]);
}

/** Rich text shows every character as it is. */
function preformatted(text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}
