import { expect, test } from 'bun:test'
import { walkSpf } from '../../../../src/mail/authentication/spf/tree.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { zone } from '../../../support/zone.ts'

interface Counted {
  record: string
  zone?: ZoneLiteral
  /** What costs a look-up, counted by hand from RFC 7208 4.6.4, in the order it is evaluated. */
  costs: Record<string, number>
  /** Of them, those that bring no answer. */
  voids?: number
}

const A = { A: ['192.0.2.1'] }
const spf = (record: string) => ({ TXT: [record] })

/** The shapes that big platforms publish: a record of includes of networks. */
const PLATFORMS: ZoneLiteral = {
  '_spf.office.example': spf(
    'v=spf1 include:_n1.office.example include:_n2.office.example include:_n3.office.example ~all',
  ),
  '_n1.office.example': spf('v=spf1 ip4:198.51.100.0/24 ~all'),
  '_n2.office.example': spf('v=spf1 ip6:2001:db8::/32 ~all'),
  '_n3.office.example': spf('v=spf1 ip4:203.0.113.0/24 ~all'),
  'spf.cloud.example': spf('v=spf1 ip4:198.51.100.0/24 ip6:2001:db8::/32 -all'),
  'mail.news.example': spf('v=spf1 ip4:198.51.100.0/25 ?all'),
  'shop.example': spf('v=spf1 a mx include:mail.news.example -all'),
}
const SHOP = { 'shop.example': { ...PLATFORMS['shop.example'], ...A, MX: [[1, 'm.shop.example']] as const } }
const own = (more: object) => ({ 'example.org': more })

const COUNTED: Record<string, Counted> = {
  'an office suite': {
    record: 'v=spf1 include:_spf.office.example ~all',
    costs: { 'include:_spf.office.example': 1, 'include:_n1': 1, 'include:_n2': 1, 'include:_n3': 1 },
  },
  'an office suite and two platforms': {
    record: 'v=spf1 include:_spf.office.example include:spf.cloud.example include:mail.news.example -all',
    costs: {
      'include:_spf.office.example': 1,
      'its three networks': 3,
      'include:spf.cloud.example': 1,
      'include:mail.news.example': 1,
    },
  },
  'a shop whose include asks for its own hosts': {
    record: 'v=spf1 include:shop.example -all',
    zone: SHOP,
    costs: {
      'include:shop.example': 1,
      'a of shop.example': 1,
      'mx of shop.example': 1,
      'include:mail.news.example': 1,
    },
  },
  'everything at once, ten in all': {
    record: 'v=spf1 a mx include:_spf.office.example include:shop.example -all',
    zone: { ...SHOP, ...own({ ...A, MX: [[1, 'm.example.org']] }) },
    costs: { a: 1, mx: 1, 'include:_spf.office.example': 4, 'include:shop.example': 4 },
  },
  'one more than ten': {
    record: 'v=spf1 a mx include:_spf.office.example include:shop.example include:spf.cloud.example -all',
    zone: { ...SHOP, ...own({ ...A, MX: [[1, 'm.example.org']] }) },
    costs: {
      a: 1,
      mx: 1,
      'include:_spf.office.example': 4,
      'include:shop.example': 4,
      'include:spf.cloud.example': 1,
    },
  },
  'a redirect to an office suite': {
    record: 'v=spf1 ip4:192.0.2.0/24 redirect=_spf.office.example',
    costs: { 'redirect=_spf.office.example': 1, 'its three networks': 3 },
  },
  'a redirect inside an include': {
    record: 'v=spf1 include:moved.example -all',
    zone: { 'moved.example': spf('v=spf1 redirect=_spf.office.example') },
    costs: { 'include:moved.example': 1, 'redirect=_spf.office.example': 1, 'its three networks': 3 },
  },
  'a redirect beside an all inside an include': {
    record: 'v=spf1 include:moved.example -all',
    zone: { 'moved.example': spf('v=spf1 ip4:192.0.2.1 ?all redirect=_spf.office.example') },
    costs: { 'include:moved.example': 1 },
  },
  'hosts by name, with and without a prefix length': {
    record: 'v=spf1 a a:h1.example.org a:h2.example.org/24 a/28//64 mx/30 -all',
    zone: { ...own({ ...A, MX: [[1, 'm.example.org']] }), 'h1.example.org': A, 'h2.example.org': A },
    costs: { a: 1, 'a:h1': 1, 'a:h2/24': 1, 'a/28//64': 1, 'mx/30': 1 },
  },
  'mail hosts cost one, however many there are': {
    record: 'v=spf1 mx mx:mail.example.org -all',
    zone: {
      ...own({
        MX: [
          [1, 'a.example.org'],
          [2, 'b.example.org'],
          [3, 'c.example.org'],
        ],
      }),
      'mail.example.org': { MX: [[1, 'd.example.org']] },
    },
    costs: { mx: 1, 'mx:mail.example.org': 1 },
  },
  'upper case and qualifiers': {
    record: 'V=SPF1 +A ~MX ?INCLUDE:mail.news.example -ALL',
    zone: own({ ...A, MX: [[1, 'm.example.org']] }),
    costs: { A: 1, MX: 1, INCLUDE: 1 },
  },
  'no all at the end': {
    record: 'v=spf1 include:mail.news.example include:spf.cloud.example',
    costs: { 'include:mail.news.example': 1, 'include:spf.cloud.example': 1 },
  },
  'the same network by three ways': {
    record: 'v=spf1 include:_n1.office.example include:_spf.office.example redirect=_n1.office.example',
    costs: { 'include:_n1': 1, 'include:_spf.office.example': 1, 'its three networks': 3, 'redirect=_n1': 1 },
  },
  'four deep': {
    record: 'v=spf1 include:l1.example -all',
    zone: {
      'l1.example': spf('v=spf1 include:l2.example -all'),
      'l2.example': spf('v=spf1 include:l3.example a:h.example -all'),
      'l3.example': spf('v=spf1 include:l4.example -all'),
      'l4.example': spf('v=spf1 exists:%{i}.e.example -all'),
      'h.example': A,
      '192.0.2.10.e.example': A,
    },
    costs: {
      'include:l1': 1,
      'include:l2': 1,
      'include:l3': 1,
      'include:l4': 1,
      'exists:': 1,
      'a:h.example': 1,
    },
  },
  'unknown modifiers and exp cost nothing': {
    record: 'v=spf1 include:mail.news.example x-owner=a.example exp=why.example.org -all',
    costs: { 'include:mail.news.example': 1 },
  },
  'an include of a name that is gone': {
    record: 'v=spf1 include:spf.cloud.example include:gone.example -all',
    costs: { 'include:spf.cloud.example': 1, 'include:gone.example': 1 },
    voids: 1,
  },
  'hosts that are gone, one of them in an include': {
    record: 'v=spf1 a:old.example.org include:x.example -all',
    zone: { 'x.example': spf('v=spf1 a:older.example -all') },
    costs: { 'a:old.example.org': 1, 'include:x.example': 1, 'a:older.example': 1 },
    voids: 2,
  },
  'a domain without address and mail host': {
    record: 'v=spf1 a mx -all',
    costs: { a: 1, mx: 1 },
    voids: 2,
  },
  'ptr costs one and is void without a name': {
    record: 'v=spf1 ptr:example.org -all',
    costs: { 'ptr:example.org': 1 },
    voids: 1,
  },
  'nothing but a refusal': { record: 'v=spf1 -all', costs: {} },
}

test.each(Object.entries(COUNTED))('%s', async (_name, { record, zone: more = {}, costs, voids = 0 }) => {
  const literal = { ...PLATFORMS, ...more, 'example.org': { ...more['example.org'], TXT: [record] } }
  const tree = await walkSpf('example.org', { resolver: zone(literal), clientAddress: '192.0.2.10' })
  const lookups = Object.values(costs).reduce((sum, cost) => sum + cost, 0)
  expect({ lookups: tree.lookups, voids: tree.voids, incomplete: tree.incomplete }).toEqual({
    lookups,
    voids,
    incomplete: false,
  })
})
