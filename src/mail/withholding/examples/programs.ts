/** A path of a file system behind a mark: `credentials=/etc/smb-credentials`, `["/etc/shadow"]`. */
const PATH =
  /(?<=[="'([,])(?:~|\.{1,2})?\/{1,2}[a-z][a-z._-]{0,60}\d?(?:\/[a-z._-]{1,60}\d?){1,12}\/?(?=["'\])\s,;]|$)/g
/** What a program reads a value from: `password = request.POST['pass_word']`, `pw = user.pass_word`. */
const EXPRESSION =
  /(?<==\s?)[A-Za-z_]{1,40}(?:\.[A-Za-z_]{1,40}){0,6}(?:\.[A-Za-z]{1,40}_[A-Za-z_]{1,40}|\[['"]?[A-Za-z_ ]{1,40}['"]?\]|\(['"]?[A-Za-z_.]{0,40}['"]?\))/g
/** A word in quotes that is handed to a call: `email='a@b', password='top_secret')`. */
const ARGUMENT = /(?<=[a-z_]{2,30}=(['"]))[A-Za-z_]{3,40}(?=\1\s?[,)])/g
/** A number that is handed to a call of an object: `totp.verify(359152, tolerance=1)`. */
const NUMBER_ARGUMENT = /(?<=(?:^|[\s>=(])[A-Za-z_]{1,40}(?:\.[A-Za-z_]{1,40}){1,6}\()\d{4,10}(?=\s?[,)])/g
/** The name of a class or a function that speaks of passwords itself: `PasswordChangeView`, `user_change_password`. */
const NAME =
  /(?<![\p{L}\d'"\u00ab\u201c-\u201f=:_-]|[:=]\s|(?:is|ist|lautet|est|es|to|zu)\s)(?:(?=[A-Za-z]{0,40}Password)(?:[A-Z][a-z]{2,20}){2,8}|(?=[a-z_]{0,40}password)[a-z]{2,20}(?:_[a-z]{2,20}){1,6})(?![\p{L}\d_-]|['"])/gu
/** `HttpResponse(`, `self.assertEqual(`. */
const CALLED =
  /(?<![\p{L}\d'"=:_-]|[:=]\s)(?:[A-Z][a-z]{1,20}){2,6}(?=\()|(?<![\w.'"])[a-z_]{2,30}(?:\.[A-Za-z_]{2,40}){1,5}(?=\()/gu
/** `userFiles=[`: the name of a list or a text. */
const NAMED = /(?<![\p{L}\d])[a-z]{2,20}(?:[A-Z][a-z]{2,20}){1,4}(?==["'[({])/gu
/** The argument of an option: `-perm 1777`, `--port=8080`. */
const OPTION = /(?<=(?:^|\s)-{1,2}[a-z][a-z-]{0,20}[ =])\d{3,5}(?=\s|$)/g
/** A value of data as programs write it that holds no key: words, placeholders, small numbers, addresses. */
const PAIR =
  /"([\w-]{1,40})"\s?:\s?(?:\d{1,3}(?!\d)|"(?:[A-Za-z]{1,30}(?:[-_ ][A-Za-z]{1,30}){0,8}|<\w{1,30}>|\$?\{\w{0,30}\}|[^"@\s]{1,64}@[^"\s]{1,100}|\d{11,15})")/g
const NAME_OF_PAIR = /"([A-Za-z_-]{1,40})"(?=\s?:)/g
const DATA = /"\s?:/
const OF_KEYS = /(?<!time_)pass|pwd|secret|pin/i
/** `verificationCode="493817"`, `otpCode: '493817'`: a number that a name in two words is given. */
const GIVEN = /(?<=(?:^|[\s{(,<])[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,4}\s?[=:]\s?\{?["'])\d{4,8}(?=["'])/g
/** A password as systems keep it: `$1$bw0ez$tljnxxKLfMzmnDVaQWgjP0`. */
const HASH = /\$(?:\d|2[aby]|y|argon2\w{1,3})\$[\w./$=,+-]{8,200}/g
/** A name in capitals that stands for a value, an address with words for a name and a password, a setting in two words. */
const CONSTANT =
  /(?<![\w-])(?=[A-Z_]{0,60}(?:PASSWORD|SECRET|TOKEN|KEY))[A-Z]{2,20}(?:_[A-Z]{2,20}){1,6}(?![\w-])|(?<![\w])[a-z]{3,8}:\/\/[a-z]{2,20}:[a-z]{2,20}@[\w./-]{1,60}|(?<=^|\s)(?:[A-Z][a-z]{2,20}){2,6}=[a-z]{2,20}(?=\s|$)/g
/** Settings whose values are small numbers, and the files of libraries: `pam_cracklib.so retry=3`. */
const SETTING =
  /(?<=^|\s|\[)[a-z_]{2,20}=(?:\d{1,3}|[a-z]{2,12})(?=[\s\]]|$)|(?<=^|\s)[a-z_]{3,30}\.so(?=\s|$)/g
const LEAST_SETTINGS = 2

const blank = (found: string) => ' '.repeat(found.length)

const MARKS =
  /\$\w{1,8}\$|[A-Z]_[A-Z]|:[a-z]{2,20}@|"\s?:\s?["\d]|[a-z][A-Z][a-z]+\s?[=:]\s?\{?["']|[A-Za-z\]] ?= ?\S|[a-z_]\(\S|[a-z]_[a-z]|[A-Za-z]Password|Password[A-Z]|\s-{1,2}[a-z][a-z-]{0,20}[ =]\d|["'[(]\/[a-z]/

const unlessKey = (found: string, name: string) => (OF_KEYS.test(name) ? found : blank(found))

/** Without any of these marks a line holds nothing that programs write. */
export const mayBeProgram = (plain: string): boolean => MARKS.test(plain)

/** A line without what programs and their settings write where people write passwords: paths, expressions, names. Keys stay. */
export function withoutPrograms(plain: string): string {
  if (!mayBeProgram(plain)) return plain
  let rest = plain.replace(NAME, blank).replace(HASH, blank).replace(CONSTANT, blank)
  if (rest.includes('/')) rest = rest.replace(PATH, blank)
  if (rest.includes('(')) rest = rest.replace(NUMBER_ARGUMENT, blank).replace(CALLED, blank)
  if (DATA.test(rest)) rest = rest.replace(PAIR, unlessKey).replace(NAME_OF_PAIR, unlessKey)
  rest = rest.replace(GIVEN, blank)
  if (/\s-/.test(rest)) rest = rest.replace(OPTION, blank)
  if (!rest.includes('=')) return rest
  rest = rest.replace(NAMED, blank).replace(EXPRESSION, blank).replace(ARGUMENT, blank)
  return (rest.match(SETTING)?.length ?? 0) < LEAST_SETTINGS ? rest : rest.replace(SETTING, blank)
}
