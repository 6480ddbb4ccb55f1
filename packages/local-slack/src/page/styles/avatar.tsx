import type { Person } from "../../protocol.ts";

/** A person's drawn picture: their initials on their colour. Screen readers skip it, because the name is beside it. */
export function Avatar({ person, size }: { person: Person; size: "small" | "large" }) {
  return (
    <span
      className={`avatar avatar-${size}${person.isBot ? " avatar-app" : ""}`}
      style={{ backgroundColor: person.color }}
      aria-hidden="true"
    >
      {initials(person.realName)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.charAt(0) ?? "",
  );
  return letters.join("").toUpperCase();
}
