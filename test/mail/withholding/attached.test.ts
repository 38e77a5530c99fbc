import { describe, expect, test } from 'bun:test'
import { judgeRaw, rawOf } from './cases.ts'

const CODE = rawOf('Your sign-in code', {
  text: 'Your verification code is 482913. Enter this code to sign in. It expires in 10 minutes.',
})
const RESET = rawOf('Reset your password', {
  html: '<p>Somebody asked to reset your password.</p><p><a href="https://app.example/reset?token=h6Gq2Lr9XwTz4Kd8">Reset password</a></p>',
})
const SOUP = rawOf('Soup on Friday', { text: 'We meet at noon and have soup together, as every Friday.' })
const NONE = 'No field, and no message.'

/** A message between people with others attached, each in a part of its type. */
function withAttached(attached: readonly string[], type = 'message/rfc822'): string {
  const parts = attached.map((message) => `--outer\r\nContent-Type: ${type}\r\n\r\n${message}\r\n`)
  const head =
    'From: Ann <ann@example.org>\r\nTo: Bob <bob@example.org>\r\nSubject: Fwd: have a look\r\nMIME-Version: 1.0\r\n'
  const own = '--outer\r\nContent-Type: text/plain\r\n\r\nThis came for you, see below. Ann\r\n'
  return `${head}Content-Type: multipart/mixed; boundary=outer\r\n\r\n${own}${parts.join('')}--outer--\r\n`
}

describe('a message that was attached to another', () => {
  test.each([
    ['a code', [CODE], 'verification_code'],
    ['a link in HTML', [RESET], 'password_reset'],
    ['behind an ordinary one', [SOUP, CODE], 'verification_code'],
    ['behind what is no message', [NONE, CODE], 'verification_code'],
    ['the last of five', [SOUP, SOUP, SOUP, SOUP, CODE], 'verification_code'],
  ])('is withheld with it: %s', (_what, attached, kind) => {
    expect(judgeRaw(withAttached(attached))).toMatchObject({ kind, reason: expect.any(String) })
  })

  test.each([
    ['an ordinary one', [SOUP]],
    ['what is no message', [NONE]],
    ['none', []],
  ])('is no reason by itself: %s', (_what, attached) => {
    expect(judgeRaw(withAttached(attached))).toBeUndefined()
  })

  test('what the outer message says comes first', () => {
    const own = CODE.replace(
      'Content-Type: text/plain',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain',
    )
    const both = `${own}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${RESET}\r\n--b--\r\n`
    expect(judgeRaw(both)?.kind).toBe('verification_code')
  })
})
