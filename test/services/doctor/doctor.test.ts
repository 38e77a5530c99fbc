import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENTRIES } from '../../../src/config/catalogue.ts'
import { createDoctor } from '../../../src/services/doctor/doctor.ts'
import type { Seen } from '../../../src/services/doctor/finding.ts'
import { ok, worstFirst } from '../../../src/services/doctor/finding.ts'
import { INQUIRIES } from '../../../src/services/doctor/inquiries.ts'
import { openProof, sealProof } from '../../../src/services/doctor/proof.ts'
import { newKey } from '../../../src/services/secrets/sealing.ts'
import { random } from '../../support/builders.ts'
import { doctorOf, KEY, logged } from './world.ts'

const inquiry = (id: string, look: () => Promise<Seen> | Seen) => ({ id, title: id, read: 'docs', look })

/** A doctor that asks these things alone. */
function asking(inquiries: ReturnType<typeof inquiry>[], withinMs = 1000) {
  const log = {
    info() {},
    warn() {},
    error: (_facts: unknown, sentence: string) => void logged.push(sentence),
  }
  return createDoctor(
    {
      settings: { mailDomain: 'a', hostname: 'b', baseUrl: 'http://a', doubtful: [] } as never,
      host: { addresses: () => [] } as never,
      clock: { now: () => new Date() },
    } as never,
    { log, withinMs, inquiries },
  )
}

describe('the doctor', () => {
  test('asks everything, and gives each its id once', async () => {
    const findings = await doctorOf({
      settings: { relay: 'smtp.example.org:587', reportsHost: 'reports.example.org' },
    }).examine()
    const ids = INQUIRIES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    // Of a database that hosts share there is nothing to say where there is none.
    const here = ids.filter((id) => id !== 'database-link' && id !== 'hosts')
    expect(findings.map(({ id }) => id)).toEqual(here)
    expect(findings.flatMap(({ host }) => host ?? [])).toEqual([])
    expect(findings.filter(({ state, steps }) => state !== 'ok' && !steps)).toEqual([])
    for (const { id, read } of findings)
      expect([id, read]).toEqual([id, expect.stringMatching(/^docs\/.+\.md/)])
  })

  test('leads to a heading of its own in the docs, and every one of them is of a finding', () => {
    const text = readFileSync(join(import.meta.dir, '..', '..', '..', 'docs', 'operating.md'), 'utf8')
    const section = text.split(/^## /m).find((part) => part.startsWith('The doctor')) ?? ''
    const headings = [...section.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
    expect(INQUIRIES.map(({ read }) => read)).toEqual(INQUIRIES.map(({ id }) => `docs/operating.md#${id}`))
    expect(headings.toSorted()).toEqual(INQUIRIES.map(({ id }) => id).toSorted())
  })

  test('rests on options that there are', () => {
    const options = ENTRIES.map(({ name }) => name)
    expect(INQUIRIES.flatMap(({ needs = [] }) => needs).filter((name) => !options.includes(name))).toEqual([])
  })

  test('says that it could not find out what takes too long, and what breaks off', async () => {
    const findings = await asking(
      [
        inquiry('slow', () => new Promise(() => {})),
        inquiry('broken', () => Promise.reject(new Error('secret'))),
        inquiry('thrown', () => {
          throw new Error('secret')
        }),
        inquiry('well', () => ok('It is well.')),
      ],
      50,
    ).examine()
    expect(findings.map(({ id, state }) => [id, state])).toEqual([
      ['slow', 'unknown'],
      ['broken', 'unknown'],
      ['thrown', 'unknown'],
      ['well', 'ok'],
    ])
    expect(JSON.stringify(findings)).not.toContain('secret')
    expect(logged).toContain('A question of the doctor broke off')
  })

  test('what is not there, and what this user may not see, is said in words and is no fault', async () => {
    logged.length = 0
    const refused = (code: string) => () => Promise.reject(Object.assign(new Error(`${code}: x`), { code }))
    const findings = await asking([
      inquiry('gone', refused('ENOENT')),
      inquiry('closed', refused('EACCES')),
    ]).examine()
    expect(findings.map(({ state, seen, steps }) => `${state} ${seen} ${steps?.[0]?.says}`)).toEqual([
      'unknown What it looks at is not there. Look again in a minute:',
      'unknown This user may not look at it. Run mailgauge doctor as the user of the service.',
    ])
    expect(logged).toEqual([])
  })

  test('asks again after a while, or when it is told to; those who ask at once share one round', async () => {
    let asked = 0
    const doctor = asking([
      inquiry('counted', async () => {
        asked += 1
        await Bun.sleep(5)
        return ok(String(asked))
      }),
    ])
    await Promise.all([doctor.examine(), doctor.examine(), doctor.examine(true)])
    expect(asked).toBe(1)
    await doctor.examine()
    expect(asked).toBe(1)
    await doctor.examine(true)
    expect(asked).toBe(2)
  })

  test('puts the worst first, and keeps the order of what is as bad', () => {
    const of = (id: string, state: Seen['state']) => ({ id, title: id, read: '', state, seen: '' })
    const sorted = worstFirst([
      of('a', 'ok'),
      of('b', 'problem'),
      of('c', 'unknown'),
      of('d', 'attention'),
      of('e', 'problem'),
    ])
    expect(sorted.map(({ id }) => id)).toEqual(['b', 'e', 'd', 'c', 'a'])
  })
})

describe('the proof of the front', () => {
  const facts = { peer: '127.0.0.1', trusted: true, forwarded: true }
  const nonce = 'ab'.repeat(16)

  test('is read with the key alone, for its question alone', () => {
    const sealed = sealProof(KEY, nonce, facts, random)
    const other = newKey(random, new Date())
    expect(openProof([other, KEY], nonce, sealed)).toEqual(facts)
    expect(openProof([other], nonce, sealed)).toBeUndefined()
    expect(openProof([KEY], 'cd'.repeat(16), sealed)).toBeUndefined()
    expect(sealed).not.toContain(Buffer.from('127.0.0.1').toString('base64url'))
  })

  test.each(['', 'ready', '<html>', 'x'.repeat(5000), 'AAAA'])('is not %j', (text) => {
    expect(openProof([KEY], nonce, text)).toBeUndefined()
  })
})
