import { describe, expect, test } from 'bun:test'
import { genericName } from '../../src/mail/reading/domains/host-names.ts'
import { parseMessage } from '../../src/mail/reading/parse.ts'
import { lookUpReverse } from '../../src/mail/server/reverse-dns/reverse-dns.ts'
import { badSample, cleanSample } from '../../src/services/samples/messages.ts'
import { createSamples, type OutgoingMail } from '../../src/services/samples/samples.ts'
import { DEMO_DOMAIN, demoZone, ownsDemoName } from '../../src/services/samples/zone.ts'
import { zone } from '../support/zone.ts'

const facts = { domain: DEMO_DOMAIN, to: 'abc@mx.example', now: new Date('2026-11-05T08:07:09Z'), id: 'f00d' }
const literal = demoZone(DEMO_DOMAIN, { dkimPublicKey: 'AAAA', selector: 's1' })

describe('the demo zone', () => {
  test.each([
    [DEMO_DOMAIN, true],
    [`s1._domainkey.${DEMO_DOMAIN}`, true],
    [`A.B.${DEMO_DOMAIN.toUpperCase()}.`, true],
    ['1.0.0.127.in-addr.arpa', true],
    [`1.${'0.'.repeat(31)}ip6.arpa`, true],
    [`not${DEMO_DOMAIN}`, false],
    ['example', false],
    ['other.example', false],
    ['2.0.0.127.in-addr.arpa', false],
    ['0.0.127.in-addr.arpa', false],
    [`1.0.0.127.bl.spamcop.net`, false],
    ['', false],
  ])('%s: owned %p', (name, owned) => {
    expect(ownsDemoName(name)).toBe(owned)
  })

  test('it holds nothing that it does not own', () => {
    expect(Object.keys(literal).filter((name) => !ownsDemoName(name))).toEqual([])
  })

  test.each(['127.0.0.1', '::1'])('%s has a chosen name that leads back', async (address) => {
    const reverse = await lookUpReverse(address, zone(literal))
    expect(reverse).toMatchObject({ kind: 'names', names: [{ forward: 'confirmed' }] })
    if (reverse.kind === 'names') expect(genericName(reverse.names[0]?.name ?? '', address)).toBeUndefined()
  })
})

describe('the clean sample', () => {
  const raw = cleanSample(facts)
  const text = Buffer.from(raw).toString('latin1')

  test('is 7-bit, with CRLF and lines of at most 78 characters', () => {
    expect(raw.every((octet) => octet < 128)).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.split('\r\n').filter((line) => line.length > 78)).toEqual([])
  })

  test('has each header that it must, once', () => {
    const message = parseMessage(raw)
    for (const key of [
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'mime-version',
      'list-unsubscribe-post',
    ]) {
      expect([key, message.all(key).length]).toEqual([key, 1])
    }
    expect(message.date).toBe('Thu, 05 Nov 2026 08:07:09 +0000')
    expect(message.limits).toEqual([])
  })

  test('says the same in both parts', () => {
    const message = parseMessage(raw)
    const words = (body: string) => body.toLowerCase().match(/[a-z]{3,}/g) ?? []
    const shown = (message.html ?? '')
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<a href="([^"]*)"/g, '$1 <a')
    const inHtml = new Set(
      words(shown.replaceAll(/<img[^>]*alt="([^"]*)"[^>]*>/g, '$1').replaceAll(/<[^>]*>/g, ' ')),
    )
    expect(words(message.text ?? '').filter((word) => !inHtml.has(word))).toEqual([])
  })

  test('links only to its own domain, over https', () => {
    const addresses = text.match(/https?:\/\/[^\s">]+/g) ?? []
    expect(addresses.length).toBeGreaterThan(4)
    expect(addresses.filter((address) => !address.startsWith(`https://www.${DEMO_DOMAIN}/`))).toEqual([])
  })
})

describe('the bad sample', () => {
  test('names only what nobody owns', () => {
    const text = Buffer.from(badSample(facts)).toString('latin1')
    const hosts = [...text.matchAll(/(?:@|\/\/)([a-z0-9.-]+)/g)].map((match) => match[1] ?? '')
    expect(hosts.length).toBeGreaterThan(5)
    expect(hosts.filter((host) => !host.endsWith('.example') && host !== '192.0.2.1')).toEqual([])
  })

  test('can be read, and lacks what a message must have', () => {
    const message = parseMessage(badSample(facts))
    expect(message.from[0]?.domain).toBe(`bad.${DEMO_DOMAIN}`)
    expect(message.first('date')).toBeUndefined()
    expect(message.text).toBeUndefined()
    expect(message.html).toContain('<script>')
  })
})

describe('sending', () => {
  function samples(reply = { code: 250, text: '250 2.0.0 OK' }) {
    const sent: OutgoingMail[] = []
    return {
      sent,
      samples: createSamples({
        domain: DEMO_DOMAIN,
        clock: { now: () => facts.now },
        random: (length) => new Uint8Array(length).fill(7),
        sign: (raw) => Buffer.concat([Buffer.from('DKIM-Signature: x\r\n'), raw]),
        submit: async (mail) => {
          sent.push(mail)
          return reply
        },
      }),
    }
  }

  test('the clean sample is signed and goes over STARTTLS', async () => {
    const { samples: service, sent } = samples()
    expect(await service.send('clean', 'abc@mx.example')).toEqual({ ok: true, value: undefined })
    expect(sent[0]).toMatchObject({ to: 'abc@mx.example', helo: `mail.${DEMO_DOMAIN}`, startTls: true })
    expect(Buffer.from(sent[0]?.raw ?? []).toString()).toStartWith('DKIM-Signature: x\r\nFrom:')
  })

  test('the bad sample goes unsigned and in the open', async () => {
    const { samples: service, sent } = samples()
    await service.send('bad', 'abc@mx.example')
    expect(sent[0]).toMatchObject({ helo: 'localhost', startTls: false })
    expect(Buffer.from(sent[0]?.raw ?? []).toString()).not.toContain('DKIM-Signature')
  })

  test.each([
    [550, '550 5.1.1 No such address', 'unknown_recipient'],
    [452, '452 4.2.2 Mailbox full', 'mailbox_full'],
    [452, '452 4.3.1 Out of space', 'out_of_space'],
  ])('a reply of %i is told: %s', async (code, text, kind) => {
    expect(await samples({ code, text }).samples.send('bad', 'a@b.example')).toMatchObject({
      refusal: { kind },
    })
  })

  test('any other reply is a fault of ours', async () => {
    await expect(samples({ code: 500, text: '500 What' }).samples.send('bad', 'a@b.example')).rejects.toThrow(
      '500 What',
    )
  })
})
