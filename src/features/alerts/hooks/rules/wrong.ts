import { AppError } from "../../../../lib/errors.ts";

/** What is wrong with the words of a rule, with an example that works as it stands. */
export function wrongRule(sentence: string): AppError {
  const example =
    '`/db hook rules checkout add title "payments" severity critical between 22:00 and 07:00 Europe/Berlin on mon-fri to #night`';
  return new AppError("user", `${sentence} For example: ${example}.`);
}
