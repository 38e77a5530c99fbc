import { expect, test } from 'bun:test'
import { deliveryPath } from '../../../src/analysis/analyzers/server/delivery-path.ts'
import { judge } from '../message-scene.ts'

const message = (...fields: string[]) => `${['From: a@example.org', ...fields].join('\r\n')}\r\n\r\nx`
const RELAYED =
  'Received: from your-code-123456 (app.example.org [10.0.0.5]) by mail.example.org (Postfix) with ESMTPSA id SECRETID for <secret@example.net>; Fri, 20 Nov 2026 11:59:58 +0000 (a secret remark)'

test('one key for each hop, and nothing that a stranger can phrase', async () => {
  const check = await judge(deliveryPath, message(RELAYED, 'Date: Fri, 20 Nov 2026 11:59:50 +0000'))
  expect(check).toMatchObject({ status: 'passed', score: 0, findings: [] })
  expect(check.detail).toEqual({
    summary: 'The message took 2 hops in 11 s.',
    hops: '2',
    total_time: '11 s',
    platform: 'not recognised',
    hop_1: '[10.0.0.5, private] to mail.example.org, ESMTPSA, encrypted, Postfix, after 8 s',
    hop_2:
      'mail.example.org [192.0.2.10] to mx.test.example, ESMTPS, TLSv1.3 TLS_AES_256_GCM_SHA384, after 3 s',
  })
  expect(JSON.stringify(check)).not.toMatch(/secret|123456/i)
})

test('the platform is named with its signs', async () => {
  const check = await judge(deliveryPath, message('X-SG-EID: secret', 'X-GitHub-Reason: secret'), {
    envelope: { helo: 'o1.ptr1.sendgrid.net' },
  })
  expect(check.detail).toMatchObject({
    summary: 'The message took 1 hop, sent by Twilio SendGrid.',
    platform: 'Twilio SendGrid',
    platform_kind: 'sending',
    platform_signs: 'HELO name, header field',
    also_involved: 'GitHub (header field)',
  })
  expect(JSON.stringify(check)).not.toContain('secret')
})

test('a wrong clock is advice', async () => {
  const late = RELAYED.replace('11:59:58', '12:30:00')
  const check = await judge(deliveryPath, message(late))
  expect(check).toMatchObject({ status: 'passed', score: 0, findings: ['path-clock-skew'] })
  expect(check.detail['hop_2']).toContain('29 min 59 s before the hop before it')
})

test('a file', async () => {
  const file = { envelope: { transport: 'file' as const } }
  expect(await judge(deliveryPath, message(), file)).toMatchObject({ status: 'neutral', score: 0 })
  const check = await judge(deliveryPath, message(RELAYED, 'Received: ((('), file)
  expect(check).toMatchObject({ status: 'passed', score: 0 })
  expect(check.detail).toMatchObject({ hops: '2', hop_1: 'unreadable' })
})

test('50 hops at most', async () => {
  const check = await judge(deliveryPath, message(...Array<string>(60).fill(RELAYED)))
  expect(check.detail).toMatchObject({ hops: '61', not_shown: '11 earlier hops' })
  expect(Object.keys(check.detail).filter((key) => key.startsWith('hop_')).length).toBe(50)
})
