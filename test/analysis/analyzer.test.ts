import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { conclude } from '../../src/analysis/analyzer.ts'
import { viewClient, whyHidden } from '../../src/analysis/client/client-view.ts'
import { withFix } from '../support/with-fix.ts'

test('a source that several findings share is named once', () => {
  const finding = (code: string, reference: string) => ({
    code,
    cost: 0.1,
    says: `${code}.`,
    advice: code,
    reference,
  })
  const { detail } = withFix(
    conclude(1, {
      findings: [finding('a', 'RFC 8058; Gmail'), finding('b', 'Gmail; Yahoo')],
      passed: 'Nothing.',
    }),
  )
  expect(detail['reference']).toBe('RFC 8058; Gmail; Yahoo')
})

test('sections of an RFC are named as such wherever people read of them', async () => {
  const words = /(['"`]).*RFC \d{4} \d.*\1/
  for (const folder of ['src/mail', 'src/analysis']) {
    for await (const path of new Glob('**/*.ts').scan(folder)) {
      const lines = (await Bun.file(`${folder}/${path}`).text()).split('\n')
      const bare = lines.filter((line) => words.test(line) && !/^\s*(?:\/|\*)/.test(line))
      expect([path, bare]).toEqual([path, []])
    }
  }
})

test('a client on this machine is told what is known: its address, not that there is a proxy', () => {
  const client = viewClient({ clientAddress: '::ffff:127.0.0.1', mailFrom: 'a@example.org' })
  expect(client).toEqual({ kind: 'hidden', address: '127.0.0.1' })
  expect(whyHidden({ address: '127.0.0.1' })).toStartWith(
    'The connection came from 127.0.0.1, not a public address',
  )
})
