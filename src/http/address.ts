/** HTTP/1.0 needs no Host, and its request then has a path for an address. None where Host names no single host
 * (RFC 9112 3.2). */
export function withAddress(request: Request): Request | undefined {
  const host = request.headers.get('host') ?? ''
  // The runtime joins repeated fields by commas, and takes the address from the first.
  if (host.includes(',')) return undefined
  if (URL.canParse(request.url)) return request
  const path = host === '' ? request.url : ''
  return path.startsWith('/') ? new Request(`http://localhost${path}`, request) : undefined
}

/** Versions that do not exist too: a program reads the refusal. */
const API_PATH = /^\/v\d+(?:\/|$)/

/** Whether a path is the API's: `exact`, or `meant` where it is written as nothing is called there. */
export function apiPath(pathname: string): 'exact' | 'meant' | undefined {
  if (API_PATH.test(pathname)) return 'exact'
  const start = pathname
    .slice(0, MOST_PREFIX)
    .replace(/%([0-9a-f]{2})/gi, (_, octet: string) => String.fromCharCode(Number.parseInt(octet, 16)))
    .replace(/[/\\]+/g, '/')
    .toLowerCase()
  return API_PATH.test(start) ? 'meant' : undefined
}

/** What is looked at of a path that only looks like the API's. */
const MOST_PREFIX = 100

/** The path as it may be logged: what could be a token is cut short, however it is written, and the query is left out. */
export function loggedPath(pathname: string): string {
  return unescaped(pathname.slice(0, 2000))
    .replace(/[A-Za-z0-9_-]{20,}/g, (token) => `${token.slice(0, 4)}…`)
    .slice(0, 200)
}

/** Letters, digits and the like as themselves: an escape would cut a token into pieces that are let through. */
function unescaped(pathname: string): string {
  return pathname.includes('%')
    ? pathname.replace(/%([0-9a-f]{2})/gi, (written, octet: string) => {
        const letter = String.fromCharCode(Number.parseInt(octet, 16))
        return /[\w-]/.test(letter) ? letter : written
      })
    : pathname
}
