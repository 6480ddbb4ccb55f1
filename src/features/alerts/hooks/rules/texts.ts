import { plural } from "../../../../lib/text.ts";
import { typed } from "../texts.ts";

// The rules of a hook: in mrkdwn, unless noted. Errors are plain. Arguments are escaped, and `hook` is a name in bold.

// Lists and changes

export const usage = (word: string, near: string, name: string) =>
  `After the hook's name, type nothing, \`add\`, \`remove\` or \`up\`, not “${word}”.${near === "" ? "" : ` Did you mean \`${near}\`?`} For example: \`${typed(`rules ${name} remove 1`)}\`.`;
export const removed = (hook: string, rule: string, left: number) =>
  `Removed from ${hook}: ${rule} ${left === 0 ? "It has no rules left." : `It has ${plural(left, "rule")} left.`}`;
export const alreadyFirst = "That rule is already the first.";
export const noRules = (name: string) => `The hook “${name}” has no rules.`;
export const count = (rules: number, name: string) =>
  `It has ${plural(rules, "rule")}. \`${typed(`rules ${name}`)}\` shows their numbers.`;
export const whichRule = (name: string, action: string) =>
  `Which rule? Type its number, as in \`${typed(`rules ${name} ${action} 1`)}\`.`;
export const notFound = (number: string) => `I can't find rule ${number}.`;
export const changed = "Someone changed the rules since that list was shown.";
export const tooMany = (most: number, name: string) =>
  `A hook has at most ${most} rules. Remove one first: \`${typed(`rules ${name}`)}\` lists them.`;
export const added = (number: number, hook: string, rule: string) => `Rule ${number} of ${hook}: ${rule}`;
export const fromNowOn = "It applies to new alerts.";
export const shadowed = (number: number) =>
  `Rule ${number} matches everything, so this one never decides. Move it up.`;
/** Plain text. */
export const replay = "Try on the last day";
export const earlier = "Earlier";
export const more = "More";
export const up = "Move up";
export const remove = "Remove";
export const removeQuestion = (number: number) => ({
  title: "Remove this rule?",
  text: `Rule ${number} no longer applies to new alerts then. What was posted stays.`,
  yes: "Remove it",
  no: "Keep it",
});
export const none = (hook: string, where: string) => `${hook} has no rules. Everything is posted ${where}.`;
export const howTo = (example: string) =>
  `To add one, type for example \`${example}\`. A rule looks at title, group, severity and time of day. It can send alerts to another channel, mention a user group, set the severity, or mute.`;
export const title = (rules: number, hook: string, range: string, where: string) =>
  `*${plural(rules, "rule")}* of ${hook}${range}. The first that fits decides. Everything else is posted ${where}.`;
export const range = (first: number, last: number) => `, ${first} to ${last}`;
export const line = (number: number, rule: string) => `*${number}.* ${rule}`;
export const hint = (example: string) => `\`${example}\` adds one below.`;

// A rule in words, as a sentence

export const always = "Always";
export const ifSo = (conditions: string) => `If ${conditions}`;
export const titleContains = (text: string) => `the title contains “${text}”`;
export const groupContains = (text: string) => `the group contains “${text}”`;
export const severityIs = (severity: string) =>
  `it's ${severity === "critical" ? severity : `${severity} or worse`}`;
export const onDays = (days: string, from: string, zone: string) =>
  `it's ${days}${from === "00:00" ? "" : ` from ${from} on`} (${zone})`;
export const between = (from: string, to: string, zone: string, days: string) =>
  `it's between ${from} and ${to} (${zone})${days === "" ? "" : `, ${days}`}`;
export const mute = "mute it";
export const ownChannel = "post in the hook's own channel";
export const post = (where: string) => `post ${where}`;
export const mention = (group: string) => `mention ${group}`;
export const setSeverity = (severity: string) => `set the severity to ${severity}`;

// A sample

export const decides = (number: number, rule: string) => `Rule ${number} decides. ${rule}`;
export const noneFits = (where: string) => `No rule fits: post ${where}.`;
export const mutedByPerson = (otherwise: string) => `This alert is muted. Otherwise, ${otherwise}.`;
export const ruleSays = (number: number, outcome: string) => `rule ${number} would ${outcome}`;
export const noRuleFits = "no rule would fit";
export const ofGroup = (group: string) => `group “${group}”`;

// Reading a rule. Plain text.

export const example =
  'For example: `/db alerts hooks rules checkout add title "payments" severity critical between 22:00 and 07:00 Europe/Berlin on mon-fri to #night`.';
export const once = (part: string) => `Type the ${part} only once.`;
export const titleOrGroup = (word: string) => `Type \`title\` or \`group\` before “${word}”.`;
export const notUnderstood = (word: string, near: string | undefined) =>
  `I don't understand “${word}”.${near === undefined ? "" : ` Did you mean \`${near}\`?`}`;
export const whatContains = (name: string) => `Type what the ${name} contains.`;
export const textTooLong = (name: string, most: number) =>
  `The text for a ${name} has at most ${most} characters.`;
export const whichSeverity = (any: string) => `Which severity? Type ${any}.`;
export const notSeverity = (any: string, word: string, near: string | undefined) =>
  `A severity is ${any}, not “${word}”.${near === undefined ? "" : ` Did you mean \`${near}\`?`}`;
export const unknownChannel = (name: string) =>
  `I can't tell which channel “${name}” is. Choose it from the list that Slack shows while you type.`;
export const whichGroup = "Which user group? Type it, such as `@on-call`.";
export const unknownGroup = (name: string) =>
  `I can't tell which user group “${name}” is. Choose it from the list that Slack shows while you type. I can't mention people or \`@here\`.`;
export const empty = "Type what the rule is about, and what it does.";
export const notAtATime = "A rule holds between two times, not at one.";
export const muteAlone = "A rule that mutes can't have a channel, a mention or a severity to set.";
export const days = "Type days as in `on mon-fri`, `on sat, sun` or `on weekdays`.";
export const hours = "Type times as in `between 22:00 and 07:00`.";
export const unknownZone = (words: string, hint: string) => `I can't find a time zone “${words}”. ${hint}`;
