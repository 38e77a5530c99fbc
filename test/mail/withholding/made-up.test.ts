import { expect, test } from 'bun:test'
import { holdsMadeUp } from '../../../src/mail/withholding/text/made-up.ts'

test.each([
  'the password ay7DPpMlvD@.',
  'I have put YIzSMuuqV! as a stopgap',
  'Ihr Passwort lautet ZSitBmaFc%, Benutzername',
  'log on with Temp: AOpCNOpd! and',
  'put it back to “GXsvtgKd”',
  'it is tX8vLq for now',
  'Sommer2026!',
])('holds a word nobody would write: %s', (plain) => {
  expect(holdsMadeUp(plain)).toBe(true)
})

test.each([
  'PowerPoint, OpenStreetMap, WhatsApp and LinkedIn',
  'McDonald on an iPhone with iOS17 and IPv6',
  'INV-2026-0012, ISO27001, UTF-8 and x86_64',
  'the MacBook of the YouTube! team',
  'HTTPSConnection and PostgreSQL, KeePassXC',
  'anna.kHJkjhJHkjh@example.org',
  'https://example.org/aBcDeFgHiJk1234',
  'at 10:30 on 2026Q1 for 100ml',
  'Fax2Mail, a 12x8x32 drive and the 3D-Messehalle! of iSiloXC',
])('holds none: %s', (plain) => {
  expect(holdsMadeUp(plain)).toBe(false)
})

test('takes time that grows with the length alone', () => {
  for (const piece of ['aA', 'a1', 'A!a', '%'.repeat(20), 'xY '])
    expect(typeof holdsMadeUp(piece.repeat(50_000))).toBe('boolean')
})
