import { emojiNames } from "./emoji-names.ts";

/** An emoji by its Slack name. An unknown name stays readable as `:name:`. */
export function Emoji({ name }: { name: string }) {
  const character = emojiNames[name];
  if (character === undefined) return `:${name}:`;
  return (
    <span className="emoji" role="img" aria-label={name.replaceAll("_", " ")}>
      {character}
    </span>
  );
}
