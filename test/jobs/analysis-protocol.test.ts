import { describe, expect, test } from 'bun:test'
import type { AnalysisSettings } from '../../src/analysis/context.ts'
import {
  messagePut,
  messageTaken,
  requestReader,
  requestWriter,
  type WorkRequest,
} from '../../src/jobs/analysis-protocol.ts'

const LISTS = [
  { id: 'one', name: 'One', zone: 'one.example', kind: 'ip' },
] as unknown as AnalysisSettings['lists']
const STATE = { id: 'one', usable: true } as const

function requestWith(changes: Partial<AnalysisSettings>): WorkRequest {
  return {
    work: 'inspection',
    subject: { kind: 'domain', name: 'a.example' } as never,
    settings: { hostname: 'mx.test.example', lists: LISTS, listStates: [STATE], ...changes },
    dns: { servers: [], timeoutMs: 100, tries: 1 },
    waitAtMost: 1000,
  }
}

describe('the settings of requests to one process', () => {
  /** What arrives of each request, and how many octets it took. */
  function delivered(requests: readonly WorkRequest[]) {
    const [write, read] = [requestWriter(), requestReader()]
    return requests.map((request) => {
      const sent = structuredClone(write(request))
      return { octets: JSON.stringify(sent).length, arrived: read(sent) }
    })
  }

  test('arrive with each, and travel when they changed', () => {
    const requests = [
      requestWith({}),
      // The list of states is made anew for each message.
      requestWith({ listStates: [STATE] }),
      requestWith({ ownerWord: { kind: 'bulk' } as never }),
      requestWith({}),
      requestWith({ listStates: [{ ...STATE, usable: false } as never] }),
      requestWith({ listStates: [] }),
    ]
    const given = delivered(requests)
    expect(given.map(({ arrived }) => arrived)).toEqual(requests)
    const [first = 0, ...later] = given.map(({ octets }) => octets)
    expect(later.map((octets) => octets < first / 2)).toEqual([true, false, false, false, false])
  })

  test('are those of one request alone: what is done to them does not last', () => {
    const [write, read] = [requestWriter(), requestReader()]
    for (let at = 0; at < 3; at += 1) {
      const arrived = read(write(requestWith({})))
      if (!('settings' in arrived)) throw new Error('Settings are part of it')
      expect(arrived.settings.listStates).toHaveLength(1)
      arrived.settings.listStates.length = 0
    }
  })

  test('are no part of a request that has none', () => {
    const request: WorkRequest = { work: 'withholding', raw: new Uint8Array([1]) }
    expect(requestReader()(requestWriter()(request))).toEqual(request)
  })
})

describe('a large message', () => {
  const raw = new Uint8Array(300_000).fill(65)
  const request: WorkRequest = { work: 'withholding', raw }

  test('does not travel with its request, and is in it again when it is taken', () => {
    let there: Uint8Array | undefined
    const sent = messagePut(requestWriter()(request), {
      put(message) {
        there = message
        return true
      },
    })
    expect(sent).toMatchObject({ octets: raw.length, raw: new Uint8Array(0) })
    const taken = messageTaken(sent, (octets) => there?.slice(0, octets) ?? new Uint8Array(0))
    expect(requestReader()(taken)).toEqual(request)
  })

  test('travels with it where there is no room', () => {
    const sent = messagePut(requestWriter()(request), { put: () => false })
    expect(requestReader()(messageTaken(sent, () => new Uint8Array(0)))).toEqual(request)
  })
})
