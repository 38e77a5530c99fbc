import type { RouteDeclaration } from '../services/api-description/route.ts'
import type { Guarded } from './auth.ts'

/** Finds who answers a path, with its placeholder. Absent: the router has to look. */
export type Direct = (pathname: string) => { respond: Guarded; params: Record<string, string> } | undefined

/** What is read most is not looked for: GET on a path without a placeholder, or with one at its end that needs no decoding. */
export function directRoutes(routes: readonly (RouteDeclaration & { respond: Guarded })[]): Direct {
  const whole = new Map<string, Guarded>()
  const before = new Map<string, { name: string; respond: Guarded }>()
  for (const { method, path, respond } of routes) {
    if (method !== 'get') continue
    const [, prefix = '', name] = /^([^{]*)(?:\{(\w+)\})?$/.exec(path) ?? []
    if (name !== undefined) before.set(prefix, { name, respond })
    else if (prefix !== '') whole.set(prefix, respond)
  }
  return (pathname) => {
    const respond = whole.get(pathname)
    if (respond) return { respond, params: {} }
    const start = pathname.lastIndexOf('/') + 1
    const found = before.get(pathname.slice(0, start))
    const value = pathname.slice(start)
    return found && /^[a-z0-9]+$/.test(value)
      ? { respond: found.respond, params: { [found.name]: value } }
      : undefined
  }
}
