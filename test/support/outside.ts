import type { AnalysisContext, AnalysisPorts } from '../../src/analysis/context.ts'
import { gatherFacts } from '../../src/analysis/facts.ts'
import { createFetches } from '../../src/net/fetches.ts'
import type { Clock, FetchAnswer, FetchRequest, MayFollow, Questions } from '../../src/net/ports.ts'
import { recordRegistrations } from '../../src/net/registrations.ts'
import type { Registrations } from '../../src/net/registry-ports.ts'
import { createScans, type Scanners } from '../../src/net/scans.ts'

export interface Outside {
  /** What the web answers; without it nothing can be reached. */
  web?: (request: FetchRequest, mayFollow?: MayFollow) => FetchAnswer
  scanners?: Scanners
  /** What registries tell. Without it nobody is asked. */
  registries?: Registrations
  began?: (step: string) => void
}

/** What the pipeline is handed of the outside world. */
export function outside(
  questions: Questions,
  clock: Clock,
  { web, scanners, registries, began }: Outside = {},
): AnalysisPorts {
  const fetcher = {
    fetch: async (request: FetchRequest, mayFollow?: MayFollow): Promise<FetchAnswer> =>
      web?.(request, mayFollow) ?? { kind: 'failure', reason: 'network' },
  }
  return {
    questions,
    fetches: createFetches(fetcher, clock),
    scans: createScans(scanners ?? {}, clock),
    ...(registries && { registrations: recordRegistrations(registries) }),
    clock,
    began: began ?? (() => undefined),
  }
}

type Given = Omit<AnalysisContext, 'facts' | 'dns' | 'web' | 'scanner' | 'registration'>

/** What one analyzer is handed, with the real facts. */
export function contextOf(given: Given, ports: AnalysisPorts): AnalysisContext {
  return {
    ...given,
    facts: gatherFacts(given, ports),
    dns: (share) => ports.questions.share(share),
    web: (share) => ports.fetches.share(share),
    scanner: (name) => ports.scans.scanner(name),
    registration: async (domain) =>
      (await ports.registrations?.of(domain)) ?? { kind: 'unknown', reason: 'not-asked' },
  }
}
