import { toggle } from '../kinds.ts'
import type { Section } from '../option.ts'

export const links = {
  sentence: 'The links in test messages.',
  options: {
    fetch: toggle({
      sentence:
        'Follow plain links to find dead ones and long redirects. Never links that may act for their reader: to unsubscribe, confirm or sign in, with a query or a token. Only public addresses are asked.',
      default: false,
      reload: true,
    }),
  },
} as const satisfies Section
