import { ROUTES } from '../../services/api-description/routes.ts'

/** The paths of the API as the router writes them: /v1/tests/:token. */
export const apiPaths = (): string[] =>
  Object.values(ROUTES).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'))

interface Node {
  pattern?: string
  next: Map<string, Node>
  /** Behind a placeholder. */
  any?: Node
}

/** Nobody has so deep an address. */
const MOST_SEGMENTS = 16

/** Finds the pattern of a path, so that nothing of the path itself is told. */
export interface Patterns {
  all: readonly string[]
  /** `other` where nothing is. */
  of(request: Request): string
}

export function createPatterns(paths: readonly string[]): Patterns {
  const all = [...new Set(paths.filter((path) => !path.includes('*')))]
  const root: Node = { next: new Map() }
  for (const path of all) enter(root, path)
  return {
    all,
    of({ url }) {
      if (!URL.canParse(url)) return 'other'
      const segments = new URL(url).pathname.split('/', MOST_SEGMENTS + 1)
      return segments.length > MOST_SEGMENTS ? 'other' : (find(root, segments, 0) ?? 'other')
    },
  }
}

function enter(root: Node, path: string): void {
  let at = root
  for (const segment of path.split('/')) {
    const isAny = segment.startsWith(':')
    const next = (isAny ? at.any : at.next.get(segment)) ?? { next: new Map() }
    if (isAny) at.any = next
    else at.next.set(segment, next)
    at = next
  }
  at.pattern ??= path
}

/** A name goes before a placeholder; no path is tried in more ways than it has segments with both. */
function find(node: Node, segments: readonly string[], at: number): string | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.pattern
  const named = node.next.get(segment)
  const found = named && find(named, segments, at + 1)
  return found ?? (node.any && segment !== '' ? find(node.any, segments, at + 1) : undefined)
}
