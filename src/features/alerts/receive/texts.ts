// The answers to senders, as plain text in JSON.

export const tooLarge = "The body is larger than 256 KB.";
export const onlyPost = "Use POST.";
// The same for a wrong secret and for a missing hook, so it does not reveal which hooks exist.
export const unauthorized = "Unknown hook, or wrong secret.";
export const limited = (isHook: boolean, isEvents: boolean, seconds: number) =>
  `${isHook ? "This hook" : "This workspace"} is over its limit of ${isEvents ? "alerts" : "bytes"} a minute. Nothing was accepted. Try again in ${seconds} s.`;
export const storeFull = (seconds: number) =>
  `Quartermaster's storage is nearly full. Nothing was accepted. Try again in ${seconds} s.`;
export const storeAway = "Nothing was accepted. Try again in a second.";
export const busy = "Too many alerts right now. Nothing was accepted. Try again in a second.";
