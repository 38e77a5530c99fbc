/** A cookie that carries the token of a session, or of what waits for an answer. */
export interface SessionCookie {
  /** What a Cookie header says of it, in its order. A browser may send several of one name (RFC 6265 5.4). */
  valuesIn(header: string | null): string[]
  /** The Set-Cookie that gives it for so many seconds. */
  set(value: string, maxAgeSeconds: number): string
  /** The Set-Cookie that takes it away: a browser refuses one of a `__Host-` name without all its attributes. */
  removed(): string
}

/** Other programs of the same host may have set as many as they like. */
const MOST_BYTES = 16 * 1024
const MOST_VALUES = 4

/** `__Host-` where the site has https: no other host and no plain page can set it then. */
export function sessionCookie(baseUrl: string, own = 'mailgauge'): SessionCookie {
  const isSecure = baseUrl.startsWith('https:')
  const name = isSecure ? `__Host-${own}` : own
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    valuesIn(header) {
      if (header === null || header.length > MOST_BYTES) return []
      const values = header.split(';').flatMap((pair) => valueIn(pair, name))
      return [...new Set(values)].slice(0, MOST_VALUES)
    },
    set: (value, maxAgeSeconds) => `${name}=${value}; Max-Age=${Math.floor(maxAgeSeconds)}; ${attributes}`,
    removed: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

function valueIn(pair: string, name: string): string[] {
  const equals = pair.indexOf('=')
  if (equals < 0 || pair.slice(0, equals).trim() !== name) return []
  const value = pair.slice(equals + 1).trim()
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  return bare === '' ? [] : [bare]
}
