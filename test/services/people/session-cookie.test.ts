import { describe, expect, test } from 'bun:test'
import { sessionCookie } from '../../../src/services/people/session-cookie.ts'

const https = sessionCookie('https://mailgauge.example')
const http = sessionCookie('http://127.0.0.1:8080')

describe('the cookie of a session', () => {
  test('over https no other host and no plain page can set it', () => {
    expect(https.set('abc', 60.5)).toBe(
      '__Host-mailgauge=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    expect(https.removed()).toBe('__Host-mailgauge=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
    expect(https.valuesIn('mailgauge=plain; __Host-mailgauge=own')).toEqual(['own'])
  })

  test('over plain http it has a plain name, and no Secure, which browsers would refuse', () => {
    expect(http.set('abc', 60)).toBe('mailgauge=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
    expect(http.valuesIn('mailgauge=plain; __Host-mailgauge=own')).toEqual(['plain'])
  })

  test.each([
    ['a=1;mailgauge=x;b=2', ['x']],
    ['mailgauge=x; mailgauge=y; mailgauge=x', ['x', 'y']],
    ['mailgauge="x"', ['x']],
    ['mailgauge="x', ['"x']],
    ['mailgauge=x=y', ['x=y']],
    ['  mailgauge = x ', ['x']],
    ['Mailgauge=x', []],
    ['xmailgauge=x; mailgauge2=y', []],
    ['mailgauge', []],
    ['mailgauge=', []],
    ['mailgauge=""', []],
    [';;;=;', []],
    [null, []],
  ])('%j holds %j', (header, values) => {
    expect(http.valuesIn(header)).toEqual(values)
  })

  test('of a huge header nothing is read, and of many values four', () => {
    expect(http.valuesIn(`${'a=1; '.repeat(10_000)}mailgauge=x`)).toEqual([])
    const many = Array.from({ length: 500 }, (_, at) => `mailgauge=${at}`).join('; ')
    expect(http.valuesIn(many)).toEqual(['0', '1', '2', '3'])
  })
})
