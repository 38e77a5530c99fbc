import { toggle } from '../../kinds.ts'
import type { Section } from '../../option.ts'

export const rdap = {
  sentence: 'What registries tell of the domains of senders.',
  options: {
    enabled: toggle({
      sentence:
        "Ask the registry of From's domain by RDAP when it was registered, at most once a day for each domain. The registry learns that somebody asks. A domain of less than 30 days is told; nothing is scored.",
      default: false,
    }),
  },
} as const satisfies Section
