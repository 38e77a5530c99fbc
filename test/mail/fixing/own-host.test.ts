import { expect, test } from 'bun:test'
import { addressChange, nameHost, ptrChange, usualHosts } from '../../../src/mail/fixing/own-host.ts'
import { zone } from '../../support/zone.ts'

const literal = {
  'here.example': { A: ['192.0.2.10', '192.0.2.11'] },
  'there.example': { A: ['192.0.2.100'] },
  'alias.example': { CNAME: ['there.example'] },
  'six.example': { AAAA: ['2001:db8:0::1'] },
}

test.each<[string, string[], string, { name: string; changes: unknown[] } | undefined]>([
  ['it leads there already', ['here.example'], '192.0.2.10', { name: 'here.example', changes: [] }],
  [
    'what it leads to now is kept',
    ['there.example'],
    '192.0.2.10',
    { name: 'there.example', changes: [addressChange('there.example', ['192.0.2.100', '192.0.2.10'])] },
  ],
  [
    'a new name',
    ['new.example'],
    '2001:db8::1',
    {
      name: 'new.example',
      changes: [{ kind: 'dns', name: 'new.example', type: 'AAAA', records: ['2001:db8::1'] }],
    },
  ],
  [
    'addresses are compared, not their spellings',
    ['six.example'],
    '2001:db8::1',
    { name: 'six.example', changes: [] },
  ],
  [
    'an alias and what is no host name are passed over',
    ['alias.example', 'one', 'a_b.example', 'here.example'],
    '192.0.2.10',
    { name: 'here.example', changes: [] },
  ],
  ['what does not answer is passed over', ['lost.example'], '192.0.2.10', undefined],
  [
    'three names are tried',
    ['alias.example', 'alias.example', 'alias.example', 'here.example'],
    '192.0.2.10',
    undefined,
  ],
  ['no names', [], '192.0.2.10', undefined],
])('%s', async (_name, names, address, found) => {
  expect(await nameHost(address, names, zone(literal, ['A lost.example']))).toEqual(found as never)
})

test('the usual name of a mail host, one for each organisation', () => {
  expect(usualHosts(['a.example.org', 'b.example.org', undefined, '', 'localhost', 'c.co.uk'])).toEqual([
    'mail.example.org',
    'mail.c.co.uk',
  ])
})

test('PTR records end in a dot', () => {
  expect(ptrChange('1.2.0.192.in-addr.arpa', ['a.example', 'b.example'])).toMatchObject({
    type: 'PTR',
    records: ['a.example.', 'b.example.'],
  })
})

test('names that only a network of its own knows are no names for a host', async () => {
  expect(usualHosts(['web1.corp.local', 'localhost', 'shop.example.org'])).toEqual(['mail.example.org'])
  expect(await nameHost('192.0.2.10', ['web1.corp.local', 'mail.lan'], zone({}))).toBeUndefined()
})
