import { describe, expect, test } from 'bun:test'
import { genericName, isHostName, readHelo } from '../../../../src/mail/reading/domains/host-names.ts'

describe('names that look generic or dynamic', () => {
  test.each([
    // The address in decimal: forward, reversed, padded, split, run together.
    ['host-192-0-2-10.example.net', '192.0.2.10', 'numbered'],
    ['192-0-2-10.isp.example.net', '192.0.2.10', 'numbered'],
    ['10.2.0.192.isp.example.net', '192.0.2.10', 'numbered'],
    ['static-192-0-2-10.example.net', '192.0.2.10', 'numbered'],
    ['static.13.112.198.88.clients.your-server.de', '88.198.112.13', 'numbered'],
    ['ec2-54-12-34-56.compute-1.amazonaws.com', '54.12.34.56', 'numbered'],
    ['56.34.12.54.bc.googleusercontent.com', '54.12.34.56', 'numbered'],
    ['pool-96-224-1-2.nycmny.fios.verizon.net', '96.224.1.2', 'numbered'],
    ['c-73-12-34-56.hsd1.ca.comcast.net', '73.12.34.56', 'numbered'],
    ['dslb-088-065-001-002.088.065.pools.vodafone-ip.de', '88.65.1.2', 'numbered'],
    ['host86-150-1-2.range86-150.btcentralplus.com', '86.150.1.2', 'numbered'],
    ['88.red-83-45-1.dynamicip.rima-tde.net', '83.45.1.88', 'numbered'],
    ['lfbn-par-1-123-45.w90-12.abo.wanadoo.fr', '90.12.123.45', 'numbered'],
    ['ip37.ip-54-38-1.eu', '54.38.1.37', 'numbered'],
    ['192.0.2.10.vultrusercontent.com', '192.0.2.10', 'numbered'],
    ['customer192000002010.example.net', '192.0.2.10', 'numbered'],
    ['n3221225994.example.net', '192.0.2.10', 'numbered'],
    ['static-2-10.example.net', '192.0.2.10', 'numbered'],
    // In hexadecimal.
    ['p5B0A1234.dip0.t-ipconnect.de', '91.10.18.52', 'numbered'],
    ['ip5f5ac123.dynamic.kabel-deutschland.de', '95.90.193.35', 'numbered'],
    ['h0a0200c0.example.net', '192.0.2.10', 'numbered'],
    ['c0-00-02-0a.example.net', '192.0.2.10', 'numbered'],
    // IPv6 in every dress.
    ['20010db8000000000000000000000025.example.net', '2001:db8::25', 'numbered'],
    ['2001-db8-0-0-0-0-0-25.example.net', '2001:db8::25', 'numbered'],
    ['2001-db8--25.example.net', '2001:db8::25', 'numbered'],
    [
      '5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.rev.example.net',
      '2001:db8::25',
      'numbered',
    ],
    ['2001-0db8-0000-0000-0000-0000-0000-0025.example.net', '2001:db8::25', 'numbered'],
    ['a00-27ff-fe4e-66a1.v6.example.net', '2001:db8::a00:27ff:fe4e:66a1', 'numbered'],
    // Words for end users' lines.
    ['user7.dyn.example.net', '192.0.2.10', 'access'],
    ['x1.dynamic.example.net', '192.0.2.10', 'access'],
    ['a.dhcp.example.net', '192.0.2.10', 'access'],
    ['dhcp42.example.net', '192.0.2.10', 'access'],
    ['line3.pool.example.net', '192.0.2.10', 'access'],
    ['adsl-77.example.net', '192.0.2.10', 'access'],
    ['vdsl2.example.net', '192.0.2.10', 'access'],
    ['cable-9.example.net', '192.0.2.10', 'access'],
    ['host.broadband.example.co.uk', '192.0.2.10', 'access'],
    ['ppp123.example.net', '192.0.2.10', 'access'],
    ['DIALUP-1.EXAMPLE.NET', '192.0.2.10', 'access'],
    // A word for dynamic lines beats the word for mail once the address is in the name.
    ['mail-192-0-2-10.dynamic.example.net', '192.0.2.10', 'numbered'],
    // What a provider calls every machine.
    ['vps-1a2b3c4d.vps.ovh.net', '192.0.2.10', 'hosting'],
    ['vmi123456.contaboserver.net', '192.0.2.10', 'hosting'],
    ['li1234-56.members.linode.com', '192.0.2.56', 'hosting'],
  ] as const)('%s of %s: %s', (name, address, kind) => {
    expect(genericName(name, address)?.kind).toBe(kind)
  })

  test.each([
    ['mail.example.org', '192.0.2.10'],
    ['example.org', '192.0.2.10'],
    ['mail-ej1-f41.google.com', '209.85.218.41'],
    ['mail-ed1-f41.google.com', '209.85.208.41'],
    ['a8-31.smtp-out.amazonses.com', '54.240.8.31'],
    ['b224-13.smtp-out.eu-central-1.amazonses.com', '69.169.224.13'],
    ['mx1-192-0-2-10.example', '192.0.2.10'],
    ['mta-70-37-150-1.example.com', '70.37.150.1'],
    ['mail128-16.atl41.mcdlv.net', '198.2.128.16'],
    ['m42-5.mailgun.net', '69.72.42.5'],
    ['o1.ptr1234.sendgrid.example', '149.72.10.1'],
    ['out3-smtp.messagingengine.com', '66.111.4.27'],
    ['sonic303-22.consmr.mail.ne1.yahoo.com', '66.163.188.148'],
    ['mail-am6eur05on2049.outbound.protection.outlook.com', '40.107.22.49'],
    ['mxpool01.ebay.com', '66.135.197.7'],
    ['smtp-pool-3.example.org', '192.0.2.3'],
    ['mout.kundenserver.de', '212.227.126.130'],
    ['server1.example.com', '192.0.2.1'],
    ['vps.example.com', '192.0.2.10'],
    ['ns2.example.com', '192.0.2.2'],
    ['web10.example.com', '192.0.2.10'],
    ['app-2-1.prod.example.com', '192.0.2.10'],
    ['mail.dyn.com', '192.0.2.10'],
    ['mx.cable.example.com', '192.0.2.10'],
    ['mail.pool.example', '192.0.2.10'],
    ['poolside.hotel.example', '192.0.2.10'],
    ['dynamics.example.com', '192.0.2.10'],
    ['dsl.example', '192.0.2.10'],
    ['mail6.example.org', '2001:db8::25'],
    ['a.b.c.d.example.org', '2001:db8::25'],
    ['', '192.0.2.10'],
    ['x'.repeat(300), '192.0.2.10'],
  ] as const)('%s of %s was chosen by somebody', (name, address) => {
    expect(genericName(name, address)).toBeUndefined()
  })
})

describe('what a client calls itself', () => {
  test.each([
    ['mail.example.org', { kind: 'name', name: 'mail.example.org', trailingDot: false }],
    ['MAIL.Example.ORG', { kind: 'name', name: 'mail.example.org', trailingDot: false }],
    ['mail.example.org.', { kind: 'name', name: 'mail.example.org', trailingDot: true }],
    ['xn--mller-kva.example', { kind: 'name', name: 'xn--mller-kva.example', trailingDot: false }],
    ['3com.example', { kind: 'name', name: '3com.example', trailingDot: false }],
    ['[192.0.2.1]', { kind: 'literal', address: '192.0.2.1' }],
    ['[IPv6:2001:DB8:0::1]', { kind: 'literal', address: '2001:db8::1' }],
    ['[ipv6:2001:db8::1]', { kind: 'literal', address: '2001:db8::1' }],
    ['', { kind: 'wrong', why: 'empty' }],
    ['192.0.2.1', { kind: 'wrong', why: 'bare-address' }],
    ['2001:db8::1', { kind: 'wrong', why: 'bare-address' }],
    ['[2001:db8::1]', { kind: 'wrong', why: 'bad-literal' }],
    ['[IPv6:192.0.2.1]', { kind: 'wrong', why: 'bad-literal' }],
    ['[192.0.2.256]', { kind: 'wrong', why: 'bad-literal' }],
    ['[192.0.2.1', { kind: 'wrong', why: 'bad-literal' }],
    ['[mail.example.org]', { kind: 'wrong', why: 'bad-literal' }],
    ['localhost', { kind: 'wrong', why: 'localhost' }],
    ['localhost.localdomain', { kind: 'wrong', why: 'localhost' }],
    ['box.localdomain', { kind: 'wrong', why: 'localhost' }],
    ['mailserver', { kind: 'wrong', why: 'one-label' }],
    ['DESKTOP-A1B2C3', { kind: 'wrong', why: 'one-label' }],
    ['my_host.example.org', { kind: 'wrong', why: 'underscore' }],
    ['192.0.2.300', { kind: 'wrong', why: 'syntax' }],
    ['mail..example.org', { kind: 'wrong', why: 'syntax' }],
    ['-mail.example.org', { kind: 'wrong', why: 'syntax' }],
    ['mail example.org', { kind: 'wrong', why: 'syntax' }],
    ['müller.example', { kind: 'wrong', why: 'syntax' }],
    [`${'a'.repeat(64)}.example`, { kind: 'wrong', why: 'syntax' }],
  ] as const)('%s', (text, expected) => {
    expect(readHelo(text)).toEqual(expected)
  })

  test('a name over 253 octets is no host name', () => {
    expect(isHostName(`${'a.'.repeat(127)}example`)).toBe(false)
  })
})
