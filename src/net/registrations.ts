import type { RecordedRegistration, RegistrationLookups, Registrations } from './registry-ports.ts'

/** The registries as they are asked for one message: each domain once, kept as evidence. Without any nobody is asked. */
export function recordRegistrations(registries?: Registrations): RegistrationLookups {
  const recorded = new Map<string, RecordedRegistration>()
  return {
    async of(domain) {
      const known = recorded.get(domain)
      if (known) return known.answer
      const answer = (await registries?.of(domain)) ?? { kind: 'unknown', reason: 'not-asked' }
      recorded.set(domain, { domain, answer })
      return answer
    },
    recorded: () => [...recorded.values()],
  }
}

/** Answers from evidence alone. */
export function replayRegistrations(given: readonly RecordedRegistration[] = []): RegistrationLookups {
  const known = new Map(given.map(({ domain, answer }) => [domain, answer]))
  return {
    of: async (domain) => known.get(domain) ?? { kind: 'unknown', reason: 'not-asked' },
    recorded: () => [...given],
  }
}
