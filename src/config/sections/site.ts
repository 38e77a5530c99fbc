import { parsed, text } from '../kinds.ts'
import type { Section } from '../option.ts'

/** An origin: scheme, host and port, without a path. */
function origin(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  const bare = `${url.protocol}//${url.host}`
  const web = url.protocol === 'http:' || url.protocol === 'https:'
  return web && (url.href === bare || url.href === `${bare}/`) ? bare : undefined
}

export const site = {
  sentence: 'The service as people see it.',
  options: {
    baseUrl: parsed(
      {
        sentence: 'Where people and programs reach this service: scheme, host and port, without a path.',
        derived: 'http:// and the first address of http.listen',
        example: 'https://mailgauge.example.com',
      },
      'an address such as "https://mailgauge.example.com", without a path',
      origin,
    ),
    name: text({ sentence: 'The name shown on every page.', default: 'Mailgauge' }),
  },
} as const satisfies Section
