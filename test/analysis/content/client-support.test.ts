import { expect, test } from 'bun:test'
import { clientSupport } from '../../../src/analysis/analyzers/content/client-support.ts'
import { alternative, judge, mail } from '../message-scene.ts'

const html = (body: string) => judge(clientSupport, alternative('x', body))

test('without HTML there is nothing to judge', async () => {
  expect(await judge(clientSupport, mail())).toMatchObject({ status: 'neutral', score: 0 })
  expect((await html('only text')).status).toBe('neutral')
})

test('what every client supports passes', async () => {
  const check = await html('<table><tr><td>x</td></tr></table>')
  expect(check).toMatchObject({ status: 'passed', score: 0, findings: [] })
  expect(check.detail['summary']).toBe('1 of 1 features used are supported in full by every client.')
  expect(check.detail['overall']).toBe('100 % in full, 0 % partly, 0 % not')
})

test('a feature that few clients support is advice, and never fails', async () => {
  const check = await html('<table><tr><td><object></object>x</td></tr></table>')
  expect(check).toMatchObject({ status: 'passed', score: 0, findings: ['poorly-supported'] })
  expect(check.detail['reference']).toBe('https://www.caniemail.com/features/html-object/')
  expect(check.detail['advice']).toContain('<object> element')
  expect(check.detail['summary']).toContain('the worst: <object> element (15 %)')
  expect(check.detail['<object> element']).toContain(
    '1 × in the HTML; not in Gmail (web, iOS, Android, mobile web), ',
  )
})

test('a feature that is only a refinement is listed without advice', async () => {
  const check = await html('<a href="https://example.org/" target="_blank" style="cursor:pointer">x</a>')
  expect(check).toMatchObject({ status: 'passed', findings: [] })
  expect(check.detail['target attribute']).toContain('not')
})

test('above half the clients there is no advice', async () => {
  expect((await html('<div style="display:grid">x</div>')).findings).toEqual([])
  expect((await html('<div style="grid-template-columns:1fr">x</div>')).findings).toEqual([
    'poorly-supported',
  ])
})

test('the detail names features, never what the message says', async () => {
  const check = await html(
    '<style>.secret-class{--secret-name:1;secret-property:x}#secret-id{width:1secretunit}</style>' +
      '<secret-element secret-attribute="x" style="color:secretcolour"></secret-element>' +
      '<img src="https://secret.example/secret.secr">',
  )
  expect(JSON.stringify(check.detail)).not.toContain('secret')
})

test('what was not looked at is said', async () => {
  expect((await html('<p>'.repeat(20_001))).detail['not_looked_at']).toContain('20000 elements')
})
