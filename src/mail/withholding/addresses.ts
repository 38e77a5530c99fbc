import type { Link } from '../reading/links/links.ts'

/** Words of signing in, in paths, queries and hosts. */
const AUTH_PATH =
  /(?:^|[^a-z])(?:re-?set|password|passwd|pwd|passwort|passwort-?vergessen|motdepasse|mot-de-passe|contrasena|senha|magic|magic-?link|verif[a-z]*|confirm[a-z]*|activat[a-z]*|aktiv[a-z]*|ativ[a-z]*|oauth|recover[a-z]*|otp|unlock|invit[a-z]*|bestaetig[a-z]*|best%c3%a4tig[a-z]*|validat[a-z]*|approve|passwordless|einloggen|connexion|set-password|credentials?|optin|opt-in|doi)(?:[^a-z]|$)/
/** Words that are also written in the titles of pages: they count where no other word is tied to them. */
const AUTH_WORD =
  'log-?in|sign-?in|sign-?up|auth|sso|session|token|onboard[a-z]*|accept|acceso|entrar|welcome|register|registration|device|account'
const COMPANION =
  'user|users|e?-?mail|first|new|one-time|do|go|my|action|actions|access|link|callback|key|code|by|with|via|request|required|page|form|flow|redirect|challenge|customer|member|client|portal'
const AUTH_WORDS = new RegExp(
  `(?:^|[/?&=#._])(?:(?:${COMPANION})-){0,2}(?:${AUTH_WORD})(?:-(?:${COMPANION}|${AUTH_WORD})){0,2}(?:[/?&=#._]|$)`,
)
/** What a mailing is counted under says nothing of what a link opens. */
const CAMPAIGN = /[?&]utm_[a-z]{1,20}=[^&#]*/g
/** What a value is called says nothing of what it opens: tables, surveys and messages have tokens too. */
const VALUE_NAME = /[?&](?:token|session|device|account|auth|h|k)=/gi
const TOKEN_NAME =
  /[?&](?:token|code|key|otp|ticket|oobcode|confirmation_token|reset_password_token|reset_token|auth|t|k|hash|sig|signature|nonce|jwt|secret|magic|link|h|c|uid|id|access_token|login_token|verification_code|invitation|invite)=[\w%.~+/-]{6,}/i
/** A path segment or value nobody chose: long, of mixed kinds. */
const RANDOM = /^(?=[\w.~%-]*\d)(?=[\w.~%-]*[a-z])[\w.~%-]{16,}$/i
/** A part with digits, or one longer than words are. */
const UNLIKE_WORDS = /[\w-]\d|\d[\w-]|[=/]\d|[\w-]{24}/
/** What opens an account even where nothing in the address looks like a key; a page to sign in at is open to anybody. */
const OPENING =
  /(?:re-?set|verif|confirm|(?:activ|aktiv|ativ)(?!i[dt])|magic|recover|unlock|invit|validat|best(?:ae|%c3%a4)tig)|[?&](?!utm|promo|coupon)[a-z_-]{0,12}(?:token|key|code)=\w/i
/** Hosts and paths that click trackers use. */
const TRACKER_HOST =
  /^(?:[\w-]{0,30}(?:cli(?:c|q)k|klik|clk|track(?!er)|trk|link|lnk|redir|mail)[\w-]{0,30}|go|url|sl|ct|[a-z]{1,2}\d{0,3}|[a-z]{0,3}\d{1,4})\./
const TRACKER_PATH = /^\/(?:[a-z]{1,2}\d?|go|click|track|links?|redirect|redir|out|wf|ss)\/[^/]/i
const ASIDE =
  /unsubscribe|unsubscription|view(?:-?in)?-?(?:your-?)?browser|web-?view|viewonline|optout|opt-out|opt_out|preferences|notification-?settings|\/notifications?(?=[/?#]|$)|(?:e-?mail|communication|mail|contact|subscription)-?(?:settings|options|prefs)|manage-?(?:e-?mails|subscriptions)|privacy|terms|imprint|impressum|facebook\.com|twitter\.com|instagram\.com|linkedin\.com|youtube\.com|tiktok\.com|pinterest\.|apps\.apple\.com|play\.google\.com\/store|\.(?:png|jpe?g|gif|css|svg|ico)(?:$|\?)/i

/** What an address may hold of a secret. */
export interface AddressView {
  /** It leads to a path of sign-in. */
  authPath: boolean
  /** It holds a long random part. */
  random: boolean
  /** A value of six letters or more behind a name such as token. */
  named: boolean
  /** It holds a part, however short, that nobody would write: digits among letters, capitals within. */
  opaque: boolean
  /** It leads through a click tracker: where to, it does not say. */
  tracked: boolean
  /** It says that it opens an account, and holds what may be a key. */
  opens: boolean
  /** Words of the path, in lower case. */
  words: readonly string[]
}

const MOST_WORDS = 12
/** The title of a page, as its address has it: six words and more. */
const TITLED = /\/(?:[\p{L}%\d]{1,40}[-_]){5,40}[\p{L}%\d]{1,40}(?:[./?#]|$)/iu
const LEAST_LETTERS = 25
const LEAST_TITLE = 5

/** A page with a title, and nothing of signing in beside it: whatever else the address holds is the page's number. */
function isTitled(path: string): boolean {
  const title = TITLED.exec(path)?.[0] ?? ''
  const words = title.match(/(?<![a-z\d])[a-z]{2,}(?![a-z\d])/gi) ?? []
  if (words.length < LEAST_TITLE || words.join('').length < LEAST_LETTERS || /[?&#]\w/.test(path))
    return false
  const rest = path.replace(title, '/')
  return !OPENING.test(rest) && !isOfSignIn(rest.toLowerCase())
}

/** Where an address does not say that it opens an account, its view says neither: a look that costs little. */
export const mayOpen = (url: string): boolean => OPENING.test(url)

/** What an address may hold of a secret; undefined where nobody is signed in by following it. */
export function viewAddress({ from, url, host, scheme }: Link): AddressView | undefined {
  if (!isFollowed(from, host, scheme) || ASIDE.test(url)) return undefined
  const path = pathOf(url)
  const view = {
    authPath: isOfSignIn(path.toLowerCase().replace(CAMPAIGN, '&').replace(VALUE_NAME, '&')),
    random: path.split(/[/?&=#]/, 40).some((part) => RANDOM.test(part)),
    named: TOKEN_NAME.test(path),
    opaque: path.split(/[/?&=#.~_%+-]/, 60).some(isOpaque),
    tracked: UNLIKE_WORDS.test(path) && (TRACKER_HOST.test(host) || TRACKER_PATH.test(path)),
  }
  if (!view.tracked && isTitled(path)) return undefined
  const keyed = view.random || view.named || view.opaque || view.tracked
  if (!keyed && !OPENING.test(path)) return undefined
  const opens = keyed && OPENING.test(path) && view.authPath
  const words = path.toLowerCase().match(/(?<![a-z\d])[a-z]{3,15}(?![a-z\d])/g) ?? []
  return { ...view, opens, words: words.slice(0, MOST_WORDS) }
}

const isOfSignIn = (path: string) => AUTH_PATH.test(path) || AUTH_WORDS.test(path)

/** `k3J9qZ`, `8f1e0a77`, `eyJhbGci`; not `2026`, `step2`, `v1`, `utm_source`. */
function isOpaque(part: string): boolean {
  if (part.length < 3 || /^\d+$/.test(part)) return /^\d{9,}$/.test(part)
  if (/^[a-z]{2,}\d{1,2}$|^v\d+$|^\d{1,2}[a-z]+$/i.test(part))
    return part.length < 6 && /[a-z][A-Z]|[A-Z]{1,2}\d/.test(part)
  return (
    /\d[a-z]|[a-z]\d/i.test(part) ||
    /[a-z][A-Z]+[a-z]*[A-Z]|[A-Z][a-z][A-Z][a-z]|[a-z]{1,3}[A-Z]{2}/.test(part) ||
    part.length > 30
  )
}

/** Web addresses and an app's own schemes. */
function isFollowed(from: Link['from'], host: string, scheme: string): boolean {
  if (from !== 'anchor' && from !== 'text') return false
  return host !== '' || !['mailto', 'tel', 'sms', 'cid', 'data', 'javascript', 'about', ''].includes(scheme)
}

function pathOf(url: string): string {
  const start = /^[a-z][\w+.-]{0,30}:\/\/[^/?#]{0,255}/i.exec(url)
  return url.slice(start?.[0].length ?? 0)
}
