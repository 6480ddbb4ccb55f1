import type { Slot } from "../../../platform/commands/entry.ts";

// How a sentence says when a service runs: as times and days, or by when it is to be stopped.

const stop = String.raw`(?:\b(?:stop(?:s|ped)?|shut(?:s|ting)?|down|off|pause[sd]?|sleeps?|suspend|halt|not (?:need|run))|n['’]t (?:need|run))\b`;
const time = String.raw`(?:\d{1,2}(?::\d{2})?(?: ?(?:am|pm))?|noon|midnight)`;
const span = String.raw`\b(?:(?:from|between) )?(${time}) ?(?:-|–|to|until|till|and) ?(${time})(?!\w)`;
const noWeekends =
  /\b(?:no|not|without|except(?:ing)?|excluding) (?:(?:on|at|over|during) )?(?:the )?weekends?\b/i;
const weekends = String.raw`(?<!\b(?:no|not|without|except|excepting|excluding) (?:(?:on|at|over|during) )?(?:the )?)\b(?:(?:on|at|over|during|every) )?(?:the )?weekends?\b`;
const nights = String.raw`(?<!\bfor (?:the|one|a) )\b(?:(?:at|during|every|in the|over) )?(?:night(?:s|ly)?|overnight)\b`;
const office = String.raw`\b(?:(?:during|in|outside|after) )?(?:of )?(?:office|business|working) hours\b`;
const weekday = "(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?";

/** The same without groups. */
const plain = (words: string) => words.replaceAll(/\((?!\?)/g, "(?:");
// What must be around words is checked behind them, because words are found fast. Behind is read from right to left, so
// the beginning of the sentence stands last there.
/** The words behind a word of stopping, or in front of one that belongs to them. */
const stopping = (words: string) =>
  `(?:${words}(?<=${stop}.{0,200})|^${words}(?=.*${stop})|${words}(?= (?:off|down)\\b))`;
/** All other such words. */
const running = (words: string) =>
  `${words}(?<!${stop}.{0,200})(?<=(?!${plain(words)}.*${stop})^.*)(?! (?:off|down)\\b)`;
/** The words in a sentence without any of the others. */
const unless = (others: string, words: string) => `${words}(?<=(?!.*${plain(others)})^.*)`;

const pattern = (source: string) => new RegExp(source, "i");

/** When a service runs. One that is to stop at night runs for a usual day, and its people can correct that. */
export const hoursSlot: Slot = {
  parts: [
    [pattern(unless(office, stopping(span))), "$2$4$6-$1$3$5"],
    [pattern(unless(office, running(span))), "$1-$2"],
    [pattern(unless(`(?:${office}|${span})`, stopping(nights))), "07:00-21:00"],
    [pattern(office), "office hours"],
    [noWeekends, "Mon-Fri"],
    [pattern(stopping(weekends)), "Mon-Fri"],
    [pattern(running(weekends)), "weekends"],
    [pattern(running(String.raw`\b(?:on )?(weekdays|working days|daily)\b`)), "$1"],
    [pattern(running(String.raw`\b(?:on )?(${weekday} ?(?:-|–|to) ?${weekday})\b`)), "$1"],
    [
      /\b([A-Z][a-z]+\/[A-Z][A-Za-z_]+|utc)\b|\b(?!(?:same|next|this|that|the|some|any|each|last|first|local|our|my|right|more|long)\b)([a-z]{4,}) time\b/i,
      "$1$2",
    ],
  ],
};
