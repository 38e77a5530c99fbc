import { expect, test } from 'bun:test'
import { accessibility } from '../../../src/analysis/analyzers/content/accessibility.ts'
import { alternative, judge, mail } from '../message-scene.ts'

const HEAD = '<html lang="en"><head><title>News</title></head>'
const html = (body: string, fields: Record<string, string> = {}) =>
  judge(accessibility, alternative('x', body, { 'Auto-Submitted': 'auto-generated', ...fields }))

test('without HTML there is nothing to judge', async () => {
  expect(await judge(accessibility, mail())).toMatchObject({ status: 'neutral', score: 0 })
  expect((await html('<p></p>')).status).toBe('neutral')
})

test('what everybody can read passes', async () => {
  const check = await html(`${HEAD}<p>Hello</p>`)
  expect(check).toMatchObject({ status: 'passed', score: 0, findings: [] })
  expect(check.detail['language']).toBe('en')
})

test('what keeps somebody out is advice, and never costs', async () => {
  const check = await html('<table><tr><td><img src="https://a.example/x.png">x</td></tr></table>')
  expect(check).toMatchObject({ status: 'passed', score: 0 })
  expect(check.findings.toSorted()).toEqual([
    'alt-missing',
    'lang-missing',
    'table-role-missing',
    'title-missing',
  ])
  expect(check.detail['summary']).toContain('1 image has no alt attribute')
  expect(check.detail['reference']).toContain('WCAG 2.2 1.1.1')
})

test('the detail never repeats the message', async () => {
  const check = await html(
    '<html lang="secret language"><title>secret</title><a href="https://secret.example/">secret</a><img alt="secret.png"><h1>secret</h1><p style="color:secret;font-size:9px">secretsecretsecretsecret</p>',
  )
  expect(check.findings).toContain('lang-wrong')
  expect(JSON.stringify(check.detail)).not.toContain('secret')
})

test('what was not looked at is said', async () => {
  expect((await html(`${HEAD}x${'<i></i>'.repeat(20_001)}`)).detail['not_looked_at']).toContain(
    '20000 elements',
  )
})
