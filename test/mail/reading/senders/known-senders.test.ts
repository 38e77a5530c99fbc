import { describe, expect, test } from 'bun:test'
import { SENDER_TYPE_WORDS, SENDER_TYPES } from '../../../../src/core/aggregate/known-sender.ts'
import data from '../../../../src/mail/data/known-senders.json' with { type: 'json' }
import platforms from '../../../../src/mail/data/sending-platforms.json' with { type: 'json' }
import { isDomainName } from '../../../../src/mail/reading/domains/domain-name.ts'
import { isRegistrySuffix } from '../../../../src/mail/reading/domains/public-suffix.ts'
import {
  knownSender,
  knownSenderBy,
  knownSenders,
} from '../../../../src/mail/reading/senders/known-senders.ts'

interface Entry {
  id: string
  platform?: string
  domains?: string[]
  dkim?: string[]
  bounce?: string[]
  spf?: string[]
  rented?: string[]
}
const entries: Entry[] = data.senders
const namesOf = ({ domains = [], dkim = [], bounce = [], spf = [], rented = [] }: Entry) => [
  ...domains,
  ...dkim,
  ...bounce,
  ...spf,
  ...rented,
]

describe('who it is', () => {
  test.each<[Parameters<typeof knownSenderBy>[0], string | undefined]>([
    [{ ptr: 'mail-ej1-f41.google.com' }, 'google ptr'],
    [{ ptr: 'EUR05-AM6-obe.outbound.protection.outlook.com.' }, 'microsoft ptr'],
    [{ ptr: 'o1.ptr1234.sendgrid.net' }, 'sendgrid ptr'],
    [{ ptr: 'a27-38.smtp-out.us-west-2.amazonses.com' }, 'amazon-ses ptr'],
    [{ ptr: 'amazonses.com' }, 'amazon-ses ptr'],
    [{ ptr: 'eforward3e.registrar-servers.com' }, 'namecheap-forwarding ptr'],
    [{ dkimDomain: 'example-com.20230601.gappssmtp.com' }, 'google dkim'],
    [{ dkimDomain: 'contoso.onmicrosoft.com' }, 'microsoft dkim'],
    [{ dkimDomain: 'googlegroups.com' }, 'google-groups dkim'],
    [{ dkimDomain: 'sendgrid.info' }, 'sendgrid dkim'],
    [{ bounceDomain: 'bounce.mail.mcsv.net' }, 'mailchimp bounce'],
    [{ spfInclude: '_spf.google.com' }, 'google spf'],
    [{ spfInclude: 'spf-00148501.pphosted.com' }, 'proofpoint spf'],
    [{ spfInclude: '1234567.spf07.hubspotemail.net' }, 'hubspot spf'],
    [{ spfInclude: 'spf.efwd.registrar-servers.com' }, 'namecheap-forwarding spf'],
    // The host's own name says more than what it signed; a name that anybody's machine can have says less.
    [{ ptr: 'mx0a-001.pphosted.com', dkimDomain: 'sendgrid.info' }, 'proofpoint ptr'],
    [
      { ptr: 'ec2-198-51-100-7.compute-1.amazonaws.com', dkimDomain: 'customeriomail.com' },
      'customer-io dkim',
    ],
    [{ ptr: 'mail.example.org', spfInclude: 'spf.mtasv.net' }, 'postmark spf'],
    // Machines of strangers.
    [{ ptr: 'ec2-198-51-100-7.compute-1.amazonaws.com' }, 'amazon-ec2 ptr rented'],
    [{ ptr: '7.100.51.198.bc.googleusercontent.com' }, 'google-cloud ptr rented'],
    [{ ptr: 'static.7.100.51.198.clients.your-server.de' }, 'hetzner ptr rented'],
    [{ ptr: 'dedi1234.your-server.de' }, 'hetzner ptr'],
    [{ ptr: 'vps-1a2b3c4d.vps.ovh.net' }, 'ovh ptr rented'],
    [{ ptr: 'ns3012345.ovh.net' }, 'ovh ptr rented'],
    [{ ptr: '7.mo12.mail-out.ovh.net' }, 'ovh ptr'],
    [{ ptr: 'ip-198-51-100-7.ip.secureserver.net' }, 'godaddy ptr rented'],
    [{ ptr: 'p3plsmtpa12-01.prod.phx3.secureserver.net' }, 'godaddy ptr'],
    [{ ptr: 'web.westeurope.cloudapp.azure.com', bounceDomain: 'vps-1.vps.ovh.net' }, 'azure ptr rented'],
    // Only looks alike.
    [{ ptr: 'notsendgrid.net' }, undefined],
    [{ ptr: 'sendgrid.net.evil.example' }, undefined],
    [{ ptr: 'net' }, undefined],
    [{ ptr: '' }, undefined],
    [{ ptr: '198.51.100.7' }, undefined],
    [{ dkimDomain: 'constructor' }, undefined],
    [{ dkimDomain: '__proto__.toString' }, undefined],
    [{ dkimDomain: `${'a.'.repeat(50_000)}sendgrid.net` }, undefined],
    [{}, undefined],
  ])('%j', (signs, expected) => {
    const one = knownSenderBy(signs)
    expect(one && [one.id, one.by, ...(one.rented ? ['rented'] : [])].join(' ')).toBe(expected)
  })

  test('a name in capitals, and with the root dot, is the same name', () => {
    expect(knownSenderBy({ ptr: 'O1.SendGrid.NET.' })).toEqual(knownSenderBy({ ptr: 'o1.sendgrid.net' }))
  })

  test('by its id', () => {
    expect(knownSender('sendgrid')?.name).toBe('Twilio SendGrid')
    expect(knownSender('constructor')).toBeUndefined()
  })
})

describe('the data is in order', () => {
  test('enough services, each once', () => {
    expect(knownSenders().length).toBeGreaterThan(100)
    for (const words of [entries.map(({ id }) => id), data.senders.map(({ name }) => name)]) {
      expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
    }
  })

  test.each(data.senders.map((entry) => [entry.id, entry] as const))('%s', (id, entry) => {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(SENDER_TYPES.map(String)).toContain(entry.type)
    expect(entry.aligns.filter((way) => way !== 'dkim' && way !== 'spf')).toEqual([])
    // One sentence.
    expect(entry.advice).toMatch(/^[A-Z][^—!]{20,}\.$/)
    expect(entry.advice.slice(0, -1)).not.toMatch(/[.?] [A-Z]/)
    const names = namesOf(entry)
    expect(names.filter((name) => name !== name.toLowerCase() || !isDomainName(name))).toEqual([])
    expect(names.filter(isRegistrySuffix)).toEqual([])
    expect(names.length > 0 || 'platform' in entry).toBe(true)
    if ('url' in entry && entry.url !== undefined) {
      const url = new URL(entry.url)
      expect([url.protocol, url.username, url.port, url.hash]).toEqual(['https:', '', '', ''])
      expect(isDomainName(url.hostname)).toBe(true)
    }
  })

  test('no name belongs to two, and none stands twice in one', () => {
    const lists = entries.flatMap((entry) => [
      ...[entry.domains, entry.dkim, entry.bounce, entry.spf].map((list = []) => list),
      [...new Set(namesOf(entry))].map((name) => `any ${name}`),
    ])
    const own = lists.flat().filter((name) => name.startsWith('any '))
    const twice = [
      ...own.filter((name, index) => own.indexOf(name) !== index),
      ...lists.flatMap((list) => list.filter((name, index) => list.indexOf(name) !== index)),
    ]
    expect(twice).toEqual([])
  })

  test('every platform is one sender’s, and its domains lead there unless another names them itself', () => {
    const named = entries.flatMap(({ platform }) => platform ?? [])
    expect(named.toSorted()).toEqual(platforms.platforms.map(({ name }) => name).toSorted())
    const elsewhere = platforms.platforms.flatMap(({ name, domains }) => {
      const id = entries.find(({ platform }) => platform === name)?.id
      return domains.filter((domain) => knownSenderBy({ ptr: domain })?.id !== id)
    })
    expect(elsewhere).toEqual(['registrar-servers.com', 'ppe-hosted.com'])
  })

  test('what only forwards, keeps lists or rents machines aligns nobody by itself', () => {
    const wrong = knownSenders().filter(
      ({ type, aligns }) => ['cloud', 'list'].includes(type) && aligns.length > 0,
    )
    expect(wrong).toEqual([])
    const rented = data.senders.filter(({ type }) => type === 'cloud').filter((one) => !('rented' in one))
    expect(rented).toEqual([])
  })

  test('each type has words', () => {
    expect(Object.keys(SENDER_TYPE_WORDS)).toEqual([...SENDER_TYPES])
  })
})
