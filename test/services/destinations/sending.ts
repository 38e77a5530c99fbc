import type { Posted, Poster, PostRequest } from '../../../src/net/post-ports.ts'
import type { Sending } from '../../../src/services/destinations/sending.ts'

export const AT = new Date('2026-11-20T09:30:45.678Z')

/** A poster that keeps what it was given, and answers. */
export function fakePoster(answer: Posted | ((request: PostRequest) => Posted)) {
  const requests: PostRequest[] = []
  const poster: Poster = {
    async post(request) {
      requests.push(request)
      return typeof answer === 'function' ? answer(request) : answer
    },
  }
  return { poster, requests }
}

export const answering = (status: number, headers: Record<string, string> = {}, body = ''): Posted => ({
  tookMs: 12,
  kind: 'response',
  status,
  headers,
  body,
})

/** An attempt that is to be made at a webhook. */
export function sending(more: Partial<Sending> = {}): Sending {
  const payload = { type: 'webhook.test' as const, timestamp: AT.toISOString(), data: { name: 'é😀 "x"' } }
  return {
    destination: {
      id: 'dst_0000000000000000',
      accountId: 'acc',
      kind: 'webhook',
      name: 'Ticket system',
      shown: 'https://hooks.example.org',
      filter: { types: [] },
      secrets: { target: 's1', signing: 's2' },
      createdAt: AT,
    },
    target: { kind: 'webhook', url: 'https://hooks.example.org/in/very-secret?key=also' },
    delivery: {
      id: 'dlv_0000000000000000',
      destinationId: 'dst_0000000000000000',
      messageId: 'msg_5tYb82QmZx0LcR4k',
      type: 'webhook.test',
      body: JSON.stringify(payload),
      createdAt: AT,
      state: 'due',
      attempts: 0,
    },
    payload,
    signingSecrets: [new Uint8Array(32).fill(7)],
    at: AT,
    ...more,
  }
}
