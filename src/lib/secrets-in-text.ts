/**
 * True if a text may have a password or a key in it: in an address, beside a word for one, in a known form, or as a long
 * random word. Hashes, ids, names and dates are none. Its forms are those that scanners of secrets know.
 */
export function holdsSecret(text: string): boolean {
  // Slack's tokens for people, groups and channels have ids.
  const line = text.normalize("NFKC").replace(/<[@#!][^<>]*>/g, " ");
  return (
    knownForms.test(line) ||
    inAddress.test(line) ||
    isBeforeHost(line) ||
    [...line.matchAll(/(?<![\w/+])[A-Za-z\d/+]{40}(?![\w/+=])/g)].some(([word]) => isMixedCase(word)) ||
    signs.some(([pattern, isSecret]) =>
      [...line.matchAll(pattern)].some(([, value = ""]) => isSecret(unquoted(value))),
    ) ||
    line.split(/[\s"'`,;()[\]{}<>|]+/).some(isRandom)
  );
}

/** The text, or words in its place if it may have a secret in it. */
export function withoutSecret(text: string): string {
  return holdsSecret(text) ? "(left out, because it may have a password or a key in it)" : text;
}

// What issuers begin their keys with, so people and scanners find them.
const knownForms = new RegExp(
  [
    String.raw`-----BEGIN`,
    String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`,
    String.raw`\bxox[a-z]-[\w-]{8,}|\bxapp-[\w-]{8,}|\bxoxe\.xox`,
    String.raw`\bhooks\.slack\.com\/(?:services|workflows|triggers)\/\w+\/\w+`,
    String.raw`\b(?:gh[pousr]|github_pat|glpat|gldt|glrt|glptt|glsa|glc|npm|dop_v1|doo_v1|shp(?:at|ca|pa|ss)|whsec|qmt|lin_api|ntn|figd|rubygems|dckr_pat|sntrys|sntryu|phc|phx|pul|hf|gsk|r8|sbp|nvapi|EZAK|EZTK|rdme|pscale_(?:tkn|pw|oauth)|(?:sk|rk|pk)_(?:live|test))[_-][\w.-]{10,}`,
    String.raw`\bsk-(?=[\w-]*\d)[\w-]{16,}`,
    String.raw`\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}`,
    String.raw`\bSG\.[\w-]{16,}\.[\w-]{16,}|\bkey-[0-9a-f]{32}\b|\bhv[sbr]\.[\w-]{20,}|\bdapi[0-9a-f]{32}`,
    String.raw`\bpypi-AgE[\w-]{20,}|\bAGE-SECRET-KEY-1|\bPMAK-[\w-]{20,}|\bNRAK-\w{20,}|\batlasv1\.\w{20,}`,
    String.raw`\beyJ[\w-]{8,}\.[\w-]{8,}`,
    String.raw`\b(?:AccountKey|SharedAccessKey|X-Amz-Signature|X-Goog-Signature|sig)=[\w%+/=]{16,}`,
    String.raw`\bauthorization:?\s*(?:basic|bearer)\s+\S{8,}|\bbearer\s+(?=\S*\d)\S{12,}`,
  ].join("|"),
  // Most of them are in one case only, but people change it.
  "i",
);

// The part behind the colon is a port only if digits alone are there.
const inAddress = /\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s:/@<>|]*:(?!\d{1,5}(?:[/?#\s]|$))[^\s<>|]+@[\w[]/i;

/** True for "admin:hunter2@db.example.com", and not for "owner:ada@example.com" or an image with its digest. */
function isBeforeHost(line: string): boolean {
  return [
    ...line.matchAll(/(?<![\w/:])[\w.+-]{1,64}:([^\s:@/<>|]{4,})@(?:[a-z\d][\w-]*\.[\w.-]+|localhost)\b/gi),
  ].some(([, word = ""]) => /[\d!#$%^&*+=?~]/.test(word) && /\p{L}/u.test(word));
}

type IsSecret = (value: string) => boolean;

// In the languages in which people of a team may write.
const sureWords = String.raw`(?:[\w.]{0,40}(?:passwords?|passwd|passphrase|passcode|pgpassword|passwort|kennwort)|(?:[\w.]{0,40}[_.-])?(?:pwd?|pswd|passw|pw)|mysql_pwd|zugangscode|mot de passe|mdp|contraseña|contrasena|clave|senha|palavra-passe|wachtwoord|lösenord|losenord|adgangskode|passord|salasana|hasło|haslo|heslo|parola|şifre|jelszó|пароль|пароля|パスワード|密码|密碼|口令|비밀번호)`;
const keyWords = String.raw`(?:[\w.-]{0,40}(?:secret(?:[ _-]?key)?|(?:api|access|private|signing|encryption|account|license|auth)[ _-]?key|apikey|accesskey|credentials?|creds|auth[ _-]?token|access[ _-]?token|token)|pass|pin(?:[ -]?code)?)`;
// "The password for orders is …".
const ofWhat = String.raw`(?:\s+(?:for|of|on|to|in|at|from|für|von|zu|pour|de|du|para|del|per|voor|för|til)(?:\s+[^\s:=]+){1,5}?)?`;
const says = String.raw`(?:\s*(?:[:=：]|=>|:=|->)\s*|\s+(?:is now|was|is|are|be|equals|ist|lautet|est|es|é|è|to|too|är|er|on|to be)\s*:?\s+|は|是)`;
const quote = String.raw`["'\x60“”„«]`;
const before = String.raw`(?<![\p{L}\d-])`;

// A sign, and what behind it is a secret.
const signs: readonly (readonly [RegExp, IsSecret])[] = [
  [new RegExp(`${before}${sureWords}${quote}?${ofWhat}\\s*(?<!\\d)[:=：]\\s*(\\S+)`, "giu"), isGiven],
  [new RegExp(`${before}${sureWords}${quote}?${ofWhat}${says}(\\S+)\\s*[.!?]*$`, "giu"), isLastWord],
  [new RegExp(`${before}${sureWords}${quote}?${ofWhat}${says}(\\S+)`, "giu"), isWordWithSigns],
  [new RegExp(`${before}${sureWords}${quote}?${ofWhat}${says}([\\p{Ll} -]+)[.!?]*$`, "giu"), isPhrase],
  [new RegExp(`${before}${sureWords}\\s+(\\S+)`, "giu"), isWordWithSigns],
  [new RegExp(`${before}${sureWords}\\s+${quote}([^"'\`”“»]{4,})${quote}`, "giu"), () => true],
  [new RegExp(`${before}${keyWords}${quote}?${ofWhat}\\s*(?<!\\d)[:=：]\\s*(\\S+)`, "giu"), isWordWithSigns],
  [new RegExp(`${before}(?:secret|token)${quote}?\\s*=\\s*(\\S+)`, "giu"), isGiven],
  [new RegExp(`${before}${keyWords}${quote}?${ofWhat}${says}(\\S+)`, "giu"), isWordWithSigns],
  [new RegExp(`${before}${keyWords}\\s+(\\S+)`, "giu"), isMixed],
  [
    new RegExp(
      `(?:${before}pin(?:[ -]?code)?${ofWhat}${says}|${before}(?:my|his|her|their|our|your) pin |${before}pin code )(\\d{4,8})(?![\\d-])`,
      "giu",
    ),
    () => true,
  ],
  [
    new RegExp(
      `${before}(?:login|log in|credentials|creds|zugangsdaten|identifiants)(?:\\s+(?:with|is|are|as|mit))?[:\\s]+\\S+\\s*[/:]\\s*(\\S+)`,
      "giu",
    ),
    isWordWithSigns,
  ],
  [new RegExp(`(?<!\\S)-u\\s*[^\\s:]+:(\\S+)`, "giu"), () => true],
  [new RegExp(`(?<!\\S)(?:-p|--password|-pw|--pass|--token|--secret)[= ]?(\\S+)`, "giu"), isWordWithSigns],
];

/** The place of a secret isn't one. Neither is what stands for one. */
const standIn =
  /^(?:env|file|vault|sealed|aws|gcp|azure|ref|k8s|kubernetes|secret|arn|sha\d+|https?):|^\$|^%\w+%$|^\{\{?|^<|^[*•x.…_?-]+$|^\[|^process\.env|^os\.environ|^(?:none|null|nil|undefined|empty|required|optional|missing|wrong|unknown|redacted|hidden|secret|password|true|false|yes|no|string|text|reset|rotation|policy|manager|expired?|changed|tbd|todo|n\/a|example|placeholder|changeme)[.,;!?)]*$/i;

/** "=" and ":" give a value, whatever it is. */
function isGiven(value: string): boolean {
  return value.length >= 4 && !standIn.test(value) && !(isPlainWord(value) && isUsual(value));
}

/** True for a word with letters and digits or signs in it, which names and words don't have. */
function isWordWithSigns(value: string): boolean {
  const word = bare(value);
  if (word.length < 5 || standIn.test(word) || isDateOrId(word) || email.test(word)) return false;
  if (/^[\p{L}\d]+(?:[-._/][\p{L}\d]+)+$/u.test(word)) return isMixed(word) || isRandom(word);
  if (/^\p{L}+['’]\p{L}+$/u.test(word)) return false;
  return (/\d/.test(word) && /\p{L}/u.test(word)) || (/[!#$%^&*+=?~@]/.test(word) && /\p{L}/u.test(word));
}

/** True for capital and small letters with a digit and a sign: "Fall-2026!". */
function isMixed(value: string): boolean {
  const word = bare(value);
  if (word.length < 8 || standIn.test(word) || isDateOrId(word) || hash.test(word)) return false;
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[!#$%^&*+=?~@]/].filter((each) => each.test(word)).length;
  return kinds >= 3 || isRandom(word);
}

/** True for one word at the end that says nothing about the password: "the password is swordfish". */
function isLastWord(value: string): boolean {
  const word = bare(value);
  return word.length >= 5 && isPlainWord(word) && !isUsual(word) && !standIn.test(word);
}

/** True for three words or more, if hardly one is usual: "correct horse battery staple". */
function isPhrase(value: string): boolean {
  const words = value.trim().split(/[\s-]+/);
  const isLong = words.length >= 3 && words.every((word) => word.length >= 3);
  return isLong && words.filter(isUsual).length <= (words.length > 3 ? 1 : 0);
}

/** True for a key of 40 signs, as AWS has them. */
function isMixedCase(word: string): boolean {
  return /\d/.test(word) && /[A-Z]/.test(word) && /[a-z]/.test(word);
}

function isPlainWord(word: string): boolean {
  return /^\p{L}+$/u.test(bare(word));
}

const usual = new Set(
  "a about access account active again all allowed already also always an and another any anyone app are as asked at available away back bad been before being below better between both broken but by can changed cloud compromised correct could database day days db default delete different done due each either else empty enough every everyone everywhere expiry false fine first for from gone good great has have here hidden how i if in incorrect insecure inside into invalid is it its just kept known last later leaked least less long longer lost made managed may me missing more most must my name need needed never new next no none not nothing now of off ok okay old on once one only open optional or other our out over own owner page people please policy pretty private probably public random ready really required reset right rotate safe same secret secure seen separate set shared short shorter should show shown simple since so some someone something somewhere soon still stored strong such sure team than that the their them then there these they this those time to today tomorrow too true two unique unknown until up updated us used user users valid very via visible was we weak week well were what when where which while who why will with without working works wrong falsch richtig neu alt abgelaufen vergessen ungültig geändert oublié incorrect incorrecte incorrecto year yes yesterday yet you your default empty ours yours theirs mine vault sealed somewhere elsewhere anywhere rotation manager".split(
    " ",
  ),
);

function isUsual(value: string): boolean {
  const word = bare(value).toLowerCase();
  return usual.has(word) || /(?:ed|ing|able|ible|ful|less|ly|tion|ten|wn|ment|ous|ired)$/.test(word);
}

function bare(value: string): string {
  return value.replace(/^["'`“”„«(]+|["'`”“»).,;:!?]+$/gu, (found) =>
    /[!?]/.test(found) ? found.replace(/[^!?]/g, "") : "",
  );
}

function unquoted(value: string): string {
  return value.replace(/^["'`“”„«]+|["'`”“»]+[.,;]?$/gu, "");
}

const email = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

// A hash, a trace, a digest: they have usual lengths. Beside a word for a secret it may be one.
const hash =
  /^(?:sha\d+[:-])?(?:[0-9a-f]{1,24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?:-[0-9a-f]+)*$/i;

const ids = [
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^\d[\d.,:/T+Z-]*(?:st|nd|rd|th|[ap]m|h|d|w|m|s|ms|k|[kmgt]i?b|%|x|credits?|days?|hours?|minutes?|weeks?|months?|years?)?$/i,
];

function isDateOrId(word: string): boolean {
  return ids.some((id) => id.test(word));
}

// Documents have long ids in their addresses.
const documents = /^https?:\/\/(?:docs|drive|sheets|slides)\.google\.com\//i;

/** True for a long word of letters, or letters and digits, that no one would make up. */
function isRandom(word: string): boolean {
  if (word.length < 16 || documents.test(word)) return false;
  if (isDateOrId(bare(word)) || hash.test(bare(word))) return false;
  return word
    .split(/[-_./:?&=#@~]+/)
    .some((part) => part.length >= 16 && !isDateOrId(part) && !hash.test(part) && isMade(part));
}

/** True if a part changes between letters, capitals and digits often, or can't be spoken. */
function isMade(part: string): boolean {
  const runs = part.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+|[^\p{L}\d]+/gu) ?? [];
  const isVaried = /\d/.test(part) ? part.length / runs.length < 4 : part.length / runs.length < 2.6;
  if (isVaried) return true;
  const isLong = part.length >= 20 && /^[\p{L}\d]+$/u.test(part);
  return isLong && (/[bcdfghjklmnpqrstvwxz]{7}/i.test(part) || changes(part) >= 4);
}

/** How often a part changes between letters and digits. */
function changes(part: string): number {
  return (part.match(/\p{L}(?=\d)|\d(?=\p{L})/gu) ?? []).length;
}
