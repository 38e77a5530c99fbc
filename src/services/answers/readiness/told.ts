import { windowBody } from '../../aggregates/told.ts'
import type { Obstacle, Readiness, Rung, ScopeReadiness, Verdict } from '../ready.ts'

/** Readiness as commands write it; what is not there is not known. */
export function readinessBody(readiness: Readiness, now: Date) {
  const { domain, window, basis, data, record, scopes, next, says, notes } = readiness
  return {
    domain,
    window: windowBody({ window, now }),
    basis,
    data,
    record: {
      state: record.state,
      ...(record.domain !== undefined && { domain: record.domain }),
      ...(record.text !== undefined && { text: record.text }),
    },
    policies: scopes.map(scopeBody),
    next: next.map(rungBody),
    says,
    notes,
  }
}

const scopeBody = ({ scope, published, applied, by, verdicts }: ScopeReadiness) => ({
  tag: scope,
  ...(published !== undefined && { published }),
  ...(applied !== undefined && { applied }),
  ...(by && { by }),
  verdicts: verdicts.map(verdictBody),
})

function verdictBody({ policy, ready, simulation, missing, notes }: Verdict) {
  const { messages, legitimate, refusedOwn, refusedForwarded, refusedUnknown, refusedAbuse, bySource } =
    simulation
  return {
    policy,
    ready,
    messages,
    own: legitimate,
    failing: {
      own: refusedOwn,
      forwarded: refusedForwarded,
      undecided: refusedUnknown,
      abuse: refusedAbuse,
    },
    sources: bySource,
    missing: missing.map(obstacleBody),
    notes,
  }
}

const obstacleBody = ({ kind, says, key, domain }: Obstacle) => ({
  kind,
  says,
  ...(key !== undefined && { source: key }),
  ...(domain !== undefined && { domain }),
})

const rungBody = ({ scope, policy, name, value, replaces, testing, says }: Rung) => ({
  tag: scope,
  policy,
  testing: testing ?? false,
  name,
  type: 'TXT',
  value,
  replaces,
  says,
})
