import type { SourceKnowledge } from './outside.ts'

/** What is known, and what people said of a source. */
export interface Known extends SourceKnowledge {
  markOf(key: string): SourceKnowledge['marks'][number] | undefined
}

/** The same knowledge, asked once for each name: thousands of addresses share some hundreds. */
export function askedOnce(known: SourceKnowledge): Known {
  const { senders } = known
  const byDkim = once((name) => senders.byDomain(name, 'dkim'))
  const bySpf = once((name) => senders.byDomain(name, 'spf'))
  const marks = new Map(known.marks.map((one) => [one.key, one]))
  return {
    ...known,
    markOf: (key) => marks.get(key),
    organisationOf: once(known.organisationOf),
    senders: {
      byHost: once(senders.byHost),
      byInclude: once(senders.byInclude),
      byDomain: (name, kind) => (kind === 'dkim' ? byDkim : bySpf)(name),
    },
  }
}

function once<T>(ask: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined || known.has(name)) return before as T
    const found = ask(name)
    known.set(name, found)
    return found
  }
}
