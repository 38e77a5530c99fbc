import type { AnalysisContext, Facts } from './context.ts'

/** What a verdict may rest on. */
export type Source = 'message' | 'session' | 'tls' | 'outside'

const ALL: readonly Source[] = ['message', 'session', 'tls', 'outside']

/** What each fact rests on; one that is not named rests on everything. */
const SOURCES: Partial<Record<keyof Facts, readonly Source[]>> = {
  structure: ['message'],
  header: ['message', 'session'],
  html: ['message'],
  hiddenText: ['message'],
  clientSupport: ['message'],
  links: ['message'],
  kind: ['message'],
  linksRead: ['message'],
  withholding: ['message'],
  path: ['message', 'session'],
  authentication: ['message', 'session', 'outside'],
  spfTree: ['session', 'outside'],
  dkimKeys: ['outside'],
  dmarc: ['outside'],
  reverseDns: ['session', 'outside'],
  heloReport: ['session', 'outside'],
  senderDomains: ['message', 'session', 'outside'],
  addressListings: ['session', 'outside'],
}

/** Facts that no other host, and nothing of the session, has a part in. */
export function messageFacts(facts: Facts): Partial<Facts> {
  return Object.fromEntries(
    Object.entries(facts).filter(([name]) => {
      const sources = SOURCES[name as keyof Facts] ?? ALL
      return sources.length === 1 && sources[0] === 'message'
    }),
  )
}

/** Facts that note what they rest on when they are asked for; their methods stand on the prototype, made once for all. */
class WatchedFacts {
  readonly facts: Facts
  readonly used: Set<Source>

  constructor(facts: Facts, used: Set<Source>) {
    this.facts = facts
    this.used = used
  }
}

const methods = new Set<string>()

function watchedFacts(facts: Facts, used: Set<Source>): Facts {
  for (const name in facts) if (!methods.has(name)) addMethod(name as keyof Facts)
  return new WatchedFacts(facts, used) as unknown as Facts
}

function addMethod(name: keyof Facts): void {
  methods.add(name)
  const sources = SOURCES[name] ?? ALL
  const value = function (this: WatchedFacts) {
    for (const source of sources) this.used.add(source)
    return this.facts[name]()
  }
  Object.defineProperty(WatchedFacts.prototype, name, { value })
}

/** The same context, which notes what is taken from it. */
export function watched(context: AnalysisContext, used: Set<Source>): AnalysisContext {
  const noted = <T>(source: Source, value: T): T => {
    used.add(source)
    return value
  }
  return {
    settings: context.settings,
    clock: context.clock,
    facts: watchedFacts(context.facts, used),
    get raw() {
      return noted('message', context.raw)
    },
    get message() {
      return noted('message', context.message)
    },
    get envelope() {
      used.add('tls')
      return noted('session', context.envelope)
    },
    get client() {
      return noted('session', context.client)
    },
    dns: (share) => noted('outside', context.dns(share)),
    web: (share) => noted('outside', context.web(share)),
    registration: (domain) => noted('outside', context.registration(domain)),
    scanner: (name) => noted('outside', context.scanner(name)),
  }
}
