import type { Resolver } from '../../../src/net/ports.ts'
import type { Posted, Poster, PostRequest } from '../../../src/net/post-ports.ts'
import { createPoster } from '../../../src/net/safe-fetch/post.ts'
import { zone } from '../../support/zone.ts'
import { ZONE } from './web-server.ts'

interface Around {
  port?: number
  resolver?: Resolver
  allow?: string[]
  own?: string[]
  ca?: string[]
  timeoutMs?: number
  /** Told every address that a connection is made to, with its port. */
  reached?: string[]
  dead?: string[]
}

/** The poster of a test: connections to judged addresses end on loopback, at one port. */
export function poster({ port = 1, resolver = zone(ZONE), timeoutMs = 20_000, ca, ...rest }: Around): Poster {
  return createPoster({
    resolver,
    timeoutMs,
    allow: rest.allow ?? [],
    own: () => rest.own ?? [],
    userAgent: 'Mailgauge/test (+https://mx.receiver.example/)',
    ...(ca && { ca }),
    reach(address, wanted) {
      rest.reached?.push(`${address} ${wanted}`)
      return { host: '127.0.0.1', port: rest.dead?.includes(address) ? 1 : port }
    },
  })
}

export const posting = (url: string, more: Partial<PostRequest> = {}): PostRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  ...more,
})

/** Status, or why there is none. */
export const ended = (posted: Posted) => (posted.kind === 'failure' ? posted.reason : posted.status)
