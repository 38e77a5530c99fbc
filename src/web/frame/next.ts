const LONGEST = 500
/** Where somebody who signs in has no reason to go back to. */
const NOT_THERE = /^\/(?:sign-in|sign-out|sign-up|setup|reset|confirm)(?:[/?]|$)/

/** The path of this site to which a sign-in leads on. Undefined: what was asked for is none. */
export function nextPath(asked: string | null | undefined): string | undefined {
  if (!asked || asked.length > LONGEST || !isPlainPath(asked)) return undefined
  const url = URL.parse(asked, 'http://site.invalid')
  if (url?.origin !== 'http://site.invalid') return undefined
  const path = `${url.pathname}${url.search}`
  // Dots are resolved by now: /.//host has become //host.
  return isPlainPath(path) && !NOT_THERE.test(path) ? path : undefined
}

/** Printable ASCII with one slash at its beginning: browsers read a backslash as a slash, and drop tabs and line ends. */
function isPlainPath(path: string): boolean {
  return /^\/[\x21-\x7e]*$/.test(path) && !path.startsWith('//') && !path.includes('\\')
}

/** The address of the sign-in page that leads on to this one. */
export function signInFor(path: string): string {
  const next = nextPath(path)
  return next === undefined || next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}
