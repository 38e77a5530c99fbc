import { expect, test } from 'bun:test'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { Finding } from '../../../src/services/doctor/finding.ts'
import { quoted } from '../../../src/services/doctor/finding.ts'
import { doctorOf, ZONE } from './world.ts'

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u

/** All that a page and a terminal show. */
const shownOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ seen, steps = [] }) => [
    seen,
    ...steps.flatMap(({ says, lines = [] }) => [says, ...lines]),
  ])
const commandsOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ steps = [] }) =>
    steps.filter(({ kind }) => kind === 'command').flatMap(({ lines = [] }) => lines),
  )

const EVIL = ['$(reboot).example', '-e/bin/sh', '\u001b[2Jmx.example', 'mx\u202eelpmaxe', 'a;b`c`|d.example']

test('names that a hostile DNS publishes steer nothing and run nothing', async () => {
  const zone: ZoneLiteral = {
    ...ZONE,
    'in.example.org': { MX: EVIL.map((name, at): [number, string] => [at, name]) },
    ...Object.fromEntries(EVIL.map((name) => [name, { A: ['198.51.100.66'] }])),
    '1.2.0.192.in-addr.arpa': { PTR: EVIL },
    '*._report._dmarc.in.example.org': { TXT: ['v=DMARC1; rua=mailto:\u001b[31m@evil\u202e.example'] },
  }
  const findings = await doctorOf({ zone }).examine()
  for (const text of shownOf(findings)) expect(text).not.toMatch(UNSEEN)
  for (const line of commandsOf(findings)) expect(line).not.toMatch(/reboot|bin\/sh|`/)
})

test('what a hostile server says of itself is bounded and seen', async () => {
  const says = `\u001b]0;x\u0007${'x'.repeat(100_000)}\u202e`
  const probe = {
    smtp: async () => ({ kind: 'turned_away', says }) as const,
    web: async () => ({ kind: 'response', status: 302, body: says, location: says, server: says }) as const,
  }
  const findings = await doctorOf({ deps: { probe } }).examine()
  for (const text of shownOf(findings)) {
    expect(text).not.toMatch(UNSEEN)
    expect(text.length).toBeLessThanOrEqual(2001)
  }
})

test('thousands of mail hosts are not all asked for', async () => {
  const asked = new Set<string>()
  const zone: ZoneLiteral = {
    ...ZONE,
    'in.example.org': {
      MX: Array.from({ length: 3000 }, (_, at): [number, string] => [at, `mx${at}.example.net`]),
    },
  }
  const probe = {
    smtp: async ({ address }: { address: string }) => {
      asked.add(address)
      return { kind: 'failure', reason: 'refused' } as const
    },
    web: async () => ({ kind: 'failure', reason: 'refused' }) as const,
  }
  const mx = (await doctorOf({ zone, deps: { probe } }).examine()).find(({ id }) => id === 'mx')
  expect(mx?.state).toBe('problem')
  expect(mx?.seen).not.toContain('mx10.example.net')
  expect(asked.size).toBeLessThan(20)
})

test('a path is one word of a shell, whatever is in it', async () => {
  const odd = "/srv/it's here/$(x)"
  for (const word of ['/var/lib/mailgauge', odd, '-rf', '']) {
    const shell = Bun.spawnSync(['sh', '-c', `printf %s ${quoted(word)}`])
    expect(shell.stdout.toString()).toBe(word === '' ? '' : word)
  }
  const findings = await doctorOf({
    settings: { directory: odd },
    host: { foreign: () => ({ paths: [`${odd}/a`], complete: true }) },
  }).examine()
  expect(findings.find(({ id }) => id === 'ownership')?.steps?.[0]?.lines?.[0]).toBe(
    `chown -R mailgauge: '/srv/it'\\''s here/$(x)'`,
  )
})
