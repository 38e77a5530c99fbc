import { describe, expect, test } from 'bun:test'
import { nsupdateScript } from '../../../src/core/applying/nsupdate.ts'
import { absoluteName, safeRecord, textOf } from '../../../src/core/applying/presentation.ts'
import { appliedSets, type RecordSet, setLines, setsOfLines } from '../../../src/core/applying/record-set.ts'
import { terraformConfig, whyNotTerraform } from '../../../src/core/applying/terraform.ts'
import { zoneFile } from '../../../src/core/applying/zone-file.ts'

const SPF: RecordSet = {
  name: 'example.org',
  type: 'TXT',
  before: ['"v=spf1 -all"', '"site-verification=1"'],
  after: ['"site-verification=1"', '"v=spf1 exists:%{i}._spf.example.org -all"'],
  zone: 'example.org',
  note: 'SPF, +1.5',
}
const DMARC: RecordSet = {
  name: '_dmarc.example.org',
  type: 'TXT',
  before: [],
  after: ['"v=DMARC1; p=none"'],
  zone: 'example.org',
}

describe('names', () => {
  test.each([
    ['example.org', 'example.org.'],
    ['example.org.', 'example.org.'],
    ['*._report._dmarc.example.org', '*._report._dmarc.example.org.'],
    ['0/25.2.0.192.in-addr.arpa', '0/25.2.0.192.in-addr.arpa.'],
    ['a b;c(d)"e@f$g\\h.example.org', 'a\\032b\\059c\\040d\\041\\034e\\064f\\036g\\092h.example.org.'],
    ['a\nupdate delete example.org', 'a\\010update\\032delete\\032example.org.'],
    ['ü.example', '\\195\\188.example.'],
    ['.', '.'],
    ['', undefined],
    ['a..b', undefined],
    [`${'a'.repeat(64)}.example`, undefined],
    [`${'ü'.repeat(32)}.example`, undefined],
    [`${'a.'.repeat(127)}example`, undefined],
    ['\ud800.example', undefined],
  ])('%j', (name, written) => expect(absoluteName(name)).toBe(written))
})

describe('records', () => {
  test.each([
    ['TXT', 'plain text', '"plain text"'],
    ['TXT', '"v=spf1 " "-all"', '"v=spf1 -all"'],
    ['TXT', '"say \\"it\\" \\\\ \\233\\010"', '"say \\"it\\" \\\\ \\233\\010"'],
    ['TXT', 'x"\nupdate delete example.org TXT', '"x\\"\\010update delete example.org TXT"'],
    ['TXT', '"cut off', undefined],
    ['TXT', '"one" two', undefined],
    ['TXT', '"\u20ac"', undefined],
    ['TXT', '""', '""'],
    ['A', '192.0.2.1', '192.0.2.1'],
    ['A', '192.0.2.256', undefined],
    ['A', '192.0.2.1\nsend', undefined],
    ['AAAA', '2001:DB8::0001', '2001:db8::1'],
    ['AAAA', '2001:db8::1]/', undefined],
    ['MX', '10 Mail.example.org.', '10 Mail.example.org.'],
    ['MX', '0 .', '0 .'],
    ['MX', '10 mail.example.org. extra', undefined],
    ['MX', '65536 mail.example.org', undefined],
    ['PTR', 'mail.example.org.', 'mail.example.org.'],
    ['PTR', 'mail .example.org', 'mail\\032.example.org.'],
    ['CAA', '0 issue "ca.example; policy=ev"', '0 issue "ca.example; policy=ev"'],
    ['CAA', '0 is\nsue x', undefined],
    ['TLSA', '3 1 1 ABCD', '3 1 1 abcd'],
    ['TLSA', '3 1 1 xyz', undefined],
  ] as const)('%s %j', (type, record, written) => expect(safeRecord(type, record)).toBe(written))

  test('a text of 600 octets is three strings, and the same text', () => {
    const text = 'a"\\\u00e9'.repeat(150)
    const record = safeRecord('TXT', text) ?? ''
    expect(textOf(record)).toBe(text)
    expect([...record.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)]).toHaveLength(3)
  })

  test('whatever octets it has, a text stays one line and comes back', () => {
    const text = Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet)).join('')
    const record = safeRecord('TXT', `"${text.replace(/["\\]/g, '\\$&')}"`) ?? ''
    expect(record).toMatch(/^[\x20-\x7e]+$/)
    expect(textOf(record)).toBe(text)
  })
})

describe('what is applied', () => {
  test('what goes and what comes is named; the rest stays', () => {
    expect(appliedSets([SPF])).toMatchObject([
      {
        owner: 'example.org.',
        removed: ['"v=spf1 -all"'],
        added: ['"v=spf1 exists:%{i}._spf.example.org -all"'],
      },
    ])
  })

  test('nothing where nothing changes, and nothing of what cannot be written', () => {
    expect(appliedSets([{ ...SPF, after: SPF.before }])).toEqual([])
    expect(appliedSets([{ ...SPF, after: ['"cut off'] }])).toEqual([])
    expect(appliedSets([{ ...SPF, before: ['"cut off'] }])).toEqual([])
    expect(appliedSets([{ ...SPF, name: 'a..b' }])).toEqual([])
    expect(appliedSets([{ ...SPF, type: 'NS' as 'A' }])).toEqual([])
  })

  test('two fixes of one record set become one; of two that want the same record the first counts', () => {
    const other = { ...SPF, after: ['"site-verification=1"', '"v=spf1 mx -all"'] }
    const further = { ...SPF, after: [...SPF.before, '"v=TLSRPTv1; rua=mailto:a@example.org"'] }
    const removed = (sets: RecordSet[]) => appliedSets(sets).map((set) => [set.removed, set.added])
    expect(removed([SPF, other])).toEqual(removed([SPF]))
    expect(removed([SPF, SPF])).toEqual(removed([SPF]))
    expect(removed([SPF, { ...other, before: ['"v=spf1 -all"'] }])).toEqual(removed([SPF]))
    expect(removed([SPF, further])).toEqual([
      [
        ['"v=spf1 -all"'],
        ['"v=spf1 exists:%{i}._spf.example.org -all"', '"v=TLSRPTv1; rua=mailto:a@example.org"'],
      ],
    ])
  })

  test('lines of the API come back as the sets that they were', () => {
    const sets = [SPF, DMARC].map(({ name, type, before, after }) => ({ name, type, before, after }))
    expect(setsOfLines(setLines(sets, 'before'), setLines(sets, 'after'))).toEqual(sets)
  })
})

describe('forms', () => {
  test('lines of a zone file', () => {
    expect(zoneFile([SPF, DMARC])).toBe(
      [
        '; SPF, +1.5',
        '; Delete:',
        ';example.org.\tIN\tTXT\t"v=spf1 -all"',
        '; Add:',
        'example.org.\tIN\tTXT\t"v=spf1 exists:%{i}._spf.example.org -all"',
        '',
        '_dmarc.example.org.\tIN\tTXT\t"v=DMARC1; p=none"',
        '',
      ].join('\n'),
    )
  })

  test('a reverse zone comes last: where its server refuses, nsupdate ends there', () => {
    const reverse = {
      ...DMARC,
      name: '10.2.0.192.in-addr.arpa',
      type: 'PTR' as const,
      after: ['mail.example.org.'],
    }
    const script = nsupdateScript([reverse, SPF, DMARC])
    expect([...script.matchAll(/^update add (\S+)/gm)].map(([, owner]) => owner)).toEqual([
      'example.org.',
      '_dmarc.example.org.',
      '10.2.0.192.in-addr.arpa.',
    ])
  })

  test('a script for nsupdate', () => {
    expect(nsupdateScript([SPF, DMARC], 300)).toBe(
      [
        '; SPF, +1.5',
        'prereq yxrrset example.org. TXT "v=spf1 -all"',
        'prereq yxrrset example.org. TXT "site-verification=1"',
        'update delete example.org. TXT "v=spf1 -all"',
        'update add example.org. 300 TXT "v=spf1 exists:%{i}._spf.example.org -all"',
        'send',
        '',
        'prereq nxrrset _dmarc.example.org. TXT',
        'prereq nxrrset _dmarc.example.org. CNAME',
        'update add _dmarc.example.org. 300 TXT "v=DMARC1; p=none"',
        'send',
        '',
      ].join('\n'),
    )
  })

  test('Terraform: a set that stands is imported and written as a whole', () => {
    expect(terraformConfig([SPF, DMARC])).toBe(`# Provider hashicorp/dns (RFC 2136), Terraform 1.5 or later.
# A record set is written as a whole: look in the plan at what would be removed.

# SPF, +1.5
import {
  to = dns_txt_record_set.example_org_txt
  id = "example.org."
}

resource "dns_txt_record_set" "example_org_txt" {
  zone = "example.org."
  ttl  = 3600

  txt = [
    "site-verification=1",
    "v=spf1 exists:%%{i}._spf.example.org -all",
  ]

  lifecycle {
    ignore_changes  = [zone, name, ttl]
    prevent_destroy = true
  }
}

resource "dns_txt_record_set" "_dmarc_example_org_txt" {
  zone = "example.org."
  name = "_dmarc"
  ttl  = 3600

  txt = [
    "v=DMARC1; p=none",
  ]
}
`)
  })

  test('a comment cannot end', () => {
    const hostile = { ...DMARC, note: 'SPF\nupdate delete example.org.\u2028\r' }
    for (const text of [zoneFile([hostile]), nsupdateScript([hostile]), terraformConfig([hostile])]) {
      expect(text).not.toMatch(/^update delete/m)
      expect(text).not.toMatch(/[\r\u2028]/)
    }
  })

  test.each([
    ['of several strings', { ...SPF, parted: true as const }, 'several strings'],
    ['of another type', { ...SPF, type: 'PTR' as const }, 'no set of PTR records'],
    ['without a zone', { ...SPF, zone: undefined }, 'not known'],
    ['in another zone', { ...SPF, zone: 'ample.org' }, 'not known'],
    ['that is emptied', { ...SPF, after: [] }, 'the last record'],
    ['with an odd name', { ...SPF, name: 'a b.example.org' }, 'in its own way'],
  ])('no Terraform of a set %s', (_what, set, why) => {
    expect(whyNotTerraform(set as RecordSet)).toContain(why)
    expect(terraformConfig([set as RecordSet])).toBe('')
  })

  test('MX and addresses as Terraform', () => {
    const mx: RecordSet = {
      name: 'example.org',
      type: 'MX',
      before: [],
      after: ['10 mx.example.org.'],
      zone: 'example.org',
    }
    expect(terraformConfig([mx])).toContain(
      '  mx {\n    preference = 10\n    exchange   = "mx.example.org."\n  }',
    )
    const a: RecordSet = { ...mx, name: 'mail.example.org', type: 'A', after: ['192.0.2.1', '192.0.2.2'] }
    expect(terraformConfig([a])).toContain('  addresses = [\n    "192.0.2.1",\n    "192.0.2.2",\n  ]')
  })
})
