import { z } from "zod";

// https://docs.slack.dev/reference/block-kit/block-elements/button-element: 3000 characters, as for images and options
const longestUrl = 3000;

/** An address that people may be sent to: http or https, at most 3000 characters. */
export const webUrl = z
  .string()
  .max(longestUrl)
  .refine(hasProtocol(["http:", "https:"]), "invalid url");

/** Like `webUrl`, but only https, which Slack requires for embedded content. */
export const secureUrl = z
  .string()
  .max(longestUrl)
  .refine(hasProtocol(["https:"]), "invalid url");

function hasProtocol(protocols: readonly string[]): (text: string) => boolean {
  return (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
