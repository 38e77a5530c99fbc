import { expect, test } from 'bun:test'
import {
  fileHostOf,
  isFreemail,
  isShortener,
  isTrackingHost,
} from '../../../../src/mail/reading/domains/known-domains.ts'

test.each([
  ['gmail.com', true],
  ['outlook.com', true],
  ['yahoo.co.uk', true],
  ['hotmail.fr', true],
  ['proton.me', true],
  ['qq.com', true],
  ['mail.gmail.com', false],
  ['notgmail.com', false],
  ['example.org', false],
  ['yahoo.evil.example.com', false],
])('free mail %s: %p', (domain, free) => {
  expect(isFreemail(domain)).toBe(free)
})

test.each([
  ['bit.ly', undefined, true],
  ['www.tinyurl.com', undefined, true],
  ['x.short.gy', undefined, true],
  ['t.co', 'example.org', true],
  ['t.co', 'x.com', false],
  ['youtu.be', undefined, false],
  ['shop.app.link', undefined, false],
  ['sub.bit.ly', undefined, false],
  ['notbit.ly', undefined, false],
])('shortener %s in mail of %s: %p', (host, sender, shortener) => {
  expect(isShortener(host, sender)).toBe(shortener)
})

test.each([
  ['example.us1.list-manage.com', true],
  ['x.list-manage2.com', true],
  ['u1.ct.sendgrid.net', true],
  ['nam02.safelinks.protection.outlook.com', true],
  ['outlook.com', false],
  ['list-manage.com.evil.net', false],
  ['click.example.org', false],
])('on the way %s: %p', (host, tracking) => {
  expect(isTrackingHost(host)).toBe(tracking)
})

test('file hosts by their service', () => {
  expect(fileHostOf('bucket.s3.amazonaws.com')).toBe('amazonaws.com')
  expect(fileHostOf('docs.google.com')).toBe('docs.google.com')
  expect(fileHostOf('www.google.com')).toBeUndefined()
})
