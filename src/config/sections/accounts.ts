import { text } from '../kinds.ts'
import type { Section } from '../option.ts'

export const accounts = {
  sentence: 'Accounts hold keys and tests.',
  options: {
    defaultPlan: text({
      sentence: 'The plan of a new account, and of one whose plan this file no longer has.',
      default: 'self-hosted',
    }),
  },
} as const satisfies Section
