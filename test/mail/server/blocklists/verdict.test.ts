import { describe, expect, test } from 'bun:test'
import { type ListSetting, listSettings, ROSTER } from '../../../../src/mail/server/blocklists/roster.ts'
import { judgeAnswer, LIST_VERDICTS } from '../../../../src/mail/server/blocklists/verdict.ts'
import { type Answer, DNS_FAILURES, type FailedAnswer } from '../../../../src/net/ports.ts'

const all = listSettings(ROSTER, {
  enable: [...ROSTER.ip, ...ROSTER.domain].map((entry) => entry.id),
  keys: { 'abusix-combined': 'k1' },
})

function list(id: string): ListSetting {
  const found = all.find((entry) => entry.id === id)
  if (!found) throw new Error(`no list ${id}`)
  return found
}

const facts = { ttl: 60, ad: false, chain: [] }

/** A records as words, or what else came. */
function answer(written: string): Answer<'A'> | FailedAnswer {
  if (written === 'nxdomain' || written === 'nodata') return { kind: written, ...facts }
  if (written === '') return { kind: 'records', records: [], ...facts }
  const reason = DNS_FAILURES.find((failure) => failure === written)
  return reason ? { kind: 'failure', reason } : { kind: 'records', records: written.split(' '), ...facts }
}

describe('what an answer comes down to', () => {
  test.each([
    // What is no listing.
    ['spamhaus-zen', 'nxdomain', 'not listed', 0],
    ['spamhaus-zen', 'nodata', 'not listed', 0],
    ['spamhaus-zen', '', 'not listed', 0],
    // What is no answer.
    ['spamhaus-zen', 'timeout', 'error', 0],
    ['spamhaus-zen', 'servfail', 'error', 0],
    ['spamhaus-zen', 'refused', 'error', 0],
    ['spamhaus-zen', 'network', 'error', 0],
    ['spamhaus-zen', 'malformed', 'error', 0],
    ['spamhaus-zen', 'limit', 'error', 0],
    ['spamhaus-zen', 'not-asked', 'error', 0],
    // Listings, each with the weight of its code.
    ['spamhaus-zen', '127.0.0.2', 'listed', 8],
    ['spamhaus-zen', '127.0.0.3', 'listed', 7],
    ['spamhaus-zen', '127.0.0.9', 'listed', 10],
    ['spamhaus-zen', '127.0.0.10', 'listed', 6],
    ['spamhaus-zen', '127.0.0.11', 'listed', 6],
    ['spamcop', '127.0.0.2', 'listed', 5],
    ['mailspike', '127.0.0.12', 'listed', 3],
    ['uceprotect-3', '127.0.0.2', 'listed', 0],
    ['abusix-combined', '127.0.0.11', 'listed', 5],
    // Several codes: all meanings, the worst weight.
    ['spamhaus-zen', '127.0.0.10 127.0.0.4 127.0.0.2', 'listed', 8],
    ['spamhaus-zen', '127.0.0.3 127.0.0.99', 'listed', 7],
    // "You may not ask", whatever else stands beside it.
    ['spamhaus-zen', '127.255.255.252', 'refused', 0],
    ['spamhaus-zen', '127.255.255.254', 'refused', 0],
    ['spamhaus-zen', '127.255.255.255', 'refused', 0],
    ['spamhaus-zen', '127.0.0.2 127.255.255.254', 'refused', 0],
    ['spamcop', '127.255.255.254', 'refused', 0],
    ['dronebl', '127.255.255.253', 'refused', 0],
    ['dnswl', '127.0.0.255', 'refused', 0],
    ['validity-rpbl', '127.255.255.255', 'refused', 0],
    // Parked domains, wildcards, resolvers that rewrite.
    ['spamcop', '203.0.113.5', 'broken', 0],
    ['spamcop', '0.0.0.0', 'broken', 0],
    ['dronebl', '198.51.100.7', 'broken', 0],
    ['spamhaus-zen', '127.0.0.2 192.0.2.99', 'broken', 0],
    ['spamhaus-zen', '126.0.0.2', 'broken', 0],
    // Codes that nobody documented.
    ['spamcop', '127.0.0.99', 'unknown code', 0],
    ['spamcop', '127.0.0.1', 'unknown code', 0],
    ['spamhaus-zen', '127.0.0.20', 'unknown code', 0],
    ['spamhaus-zen', '127.1.0.2', 'unknown code', 0],
    ['hostkarma', '127.0.0.1 127.0.0.77', 'unknown code', 0],
    // Any code counts where the list says so, but for the two that never mean a listing.
    ['dronebl', '127.0.0.3', 'listed', 2],
    ['dronebl', '127.0.0.255', 'listed', 2],
    ['blocklist-de', '127.0.0.19', 'listed', 1],
    ['dronebl', '127.0.0.1', 'unknown code', 0],
    // Lists that hold good hosts too, and answers beside the point.
    ['hostkarma', '127.0.0.1', 'not listed', 0],
    ['hostkarma', '127.0.0.3', 'not listed', 0],
    ['hostkarma', '127.0.1.1', 'not listed', 0],
    ['hostkarma', '127.0.0.2', 'listed', 1],
    ['hostkarma', '127.0.0.4', 'listed', 0],
    ['hostkarma', '127.0.0.2 127.0.1.1', 'listed', 1],
    // A welcome list grades: it never weighs.
    ['dnswl', '127.0.5.3', 'listed', 0],
    ['dnswl', '127.0.15.0', 'listed', 0],
    ['dnswl', '127.0.5.4', 'unknown code', 0],
    ['dnswl', '127.1.5.2', 'unknown code', 0],
    // Masks in the last octet.
    ['surbl', '127.0.0.8', 'listed', 9],
    ['surbl', '127.0.0.72', 'listed', 9],
    ['surbl', '127.0.0.1', 'refused', 0],
    ['surbl', '127.0.0.2', 'unknown code', 0],
    ['surbl', '127.0.1.8', 'unknown code', 0],
    ['uribl', '127.0.0.2', 'listed', 6],
    ['uribl', '127.0.0.12', 'listed', 2],
    ['uribl', '127.0.0.255', 'refused', 0],
    ['spamhaus-dbl', '127.0.1.104', 'listed', 7],
    ['spamhaus-dbl', '127.0.1.255', 'refused', 0],
    ['spamhaus-dbl', '127.0.0.2', 'unknown code', 0],
  ] as const)('%s answers "%s": %s, weight %d', (id, written, verdict, weight) => {
    expect(judgeAnswer(list(id), answer(written))).toMatchObject({ verdict, weight })
  })

  test('all meanings of several codes are told, the worst first, and every code once', () => {
    const judged = judgeAnswer(list('spamhaus-zen'), answer('127.0.0.10 127.0.0.2 127.0.0.10'))
    expect(judged.says).toStartWith('SBL: spam source/operation; PBL')
    expect(judged.codes).toEqual(['127.0.0.2', '127.0.0.10'])
  })

  test('all set bits of a mask are told', () => {
    expect(judgeAnswer(list('surbl'), answer('127.0.0.80')).says).toBe('MW: malware; ABUSE: spam and abuse')
  })

  test('why a list refuses is told', () => {
    expect(judgeAnswer(list('spamhaus-zen'), answer('127.255.255.254')).says).toContain('public')
  })

  test('only a listing weighs, whatever the roster holds', () => {
    const samples = ['nxdomain', 'timeout', '127.255.255.1', '203.0.113.1', '127.9.9.9', '127.0.0.2']
    for (const one of all) {
      for (const written of samples) {
        const judged = judgeAnswer(one, answer(written))
        expect(LIST_VERDICTS).toContain(judged.verdict)
        if (judged.verdict !== 'listed') expect(judged.weight).toBe(0)
      }
    }
  })
})
