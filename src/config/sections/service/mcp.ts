import { toggle } from '../../kinds.ts'
import type { Section } from '../../option.ts'

export const mcp = {
  sentence: 'The Model Context Protocol, by which AI agents use tools.',
  options: {
    enabled: toggle({
      sentence:
        'Whether POST /mcp answers: tests, reports, domains and DMARC summaries as tools, for whoever has an API key, within its scopes and rate.',
      default: false,
    }),
  },
} as const satisfies Section
