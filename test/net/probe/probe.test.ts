import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createProbe } from '../../../src/net/probe/probe.ts'
import { fakeRelay, scripted } from '../../relay/fake-relay.ts'
import { issue } from '../../support/mark-certificate.ts'
import { certificate, secureWeb, web } from '../safe-fetch/web-server.ts'

const probe = createProbe()
const smtpAt = (port: number, waitAtMost = 3000) =>
  probe.smtp({ address: '127.0.0.1', port, helo: 'doctor.example', waitAtMost })

describe('an SMTP server', () => {
  test('is known by its greeting and its certificate', async () => {
    const server = await fakeRelay({ name: 'MX.example.org' }, 'mx.example.org')
    const seen = await smtpAt(server.port)
    await server.close()
    expect(seen).toMatchObject({
      kind: 'smtp',
      name: 'mx.example.org',
      startTls: true,
      certificate: {
        names: ['mx.example.org'],
        untrusted: 'it is self-signed',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
  })

  test('with a chain to a trusted authority is trusted, whatever its name', async () => {
    const ca = issue({ name: 'Test CA', ca: true })
    const leaf = issue({ name: 'mx.example.org', issuer: ca, names: ['mx.example.org', '*.other.example'] })
    const key = leaf.key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const server = await fakeRelay({ name: 'another.example.org', key, cert: leaf.pem })
    const trusting = createProbe({ ca: [ca.pem] })
    const seen = await trusting.smtp({ address: '127.0.0.1', port: server.port, helo: 'a', waitAtMost: 3000 })
    await server.close()
    expect(seen).toMatchObject({ certificate: { names: ['mx.example.org', '*.other.example'] } })
    expect(seen.kind === 'smtp' && seen.certificate && 'untrusted' in seen.certificate).toBe(false)
  })

  test('without STARTTLS is one, too', async () => {
    const server = await fakeRelay({ name: 'mx.example.org', hideSTARTTLS: true })
    const seen = await smtpAt(server.port)
    await server.close()
    expect(seen).toEqual({ kind: 'smtp', name: 'mx.example.org', startTls: false })
  })

  test.each([
    ['421 4.7.0 busy\r\n', { kind: 'turned_away', says: '4.7.0 busy' }],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', { kind: 'failure', reason: 'other' }],
    ['x'.repeat(100_000), { kind: 'failure', reason: 'other' }],
    [`${'220-a\r\n'.repeat(10_000)}`, { kind: 'failure', reason: 'other' }],
  ])('greeting %#', async (greeting, seen) => {
    const server = await scripted(greeting)
    expect(await smtpAt(server.port)).toEqual(seen as never)
    server.close()
  })

  test('that says nothing is not waited for', async () => {
    const server = await scripted(undefined)
    expect(await smtpAt(server.port, 100)).toEqual({ kind: 'failure', reason: 'timeout' })
    server.close()
  })

  test('that is not there', async () => {
    const server = await scripted('220 a\r\n')
    server.close()
    await new Promise((resolve) => connect(server.port, '127.0.0.1').on('error', resolve))
    expect(await smtpAt(server.port)).toEqual({ kind: 'failure', reason: 'refused' })
  })
})

describe('a web server', () => {
  const ask = (url: string, address = '127.0.0.1') => probe.web({ url, address, waitAtMost: 3000 })

  test('is asked by its name at the address that is given', async () => {
    const hosts: (string | undefined)[] = []
    await using server = await web((request, response) => {
      hosts.push(request.headers.host)
      response.writeHead(302, { Location: 'https://elsewhere.example/', Server: 'nginx' }).end('moved')
    })
    const seen = await ask(`http://www.example.org:${server.port}/a?b`)
    expect(seen).toMatchObject({
      kind: 'response',
      status: 302,
      body: 'moved',
      location: 'https://elsewhere.example/',
      server: 'nginx',
    })
    expect(hosts).toEqual([`www.example.org:${server.port}`])
  })

  test('shows its certificate, and is answered all the same', async () => {
    await using server = await secureWeb(certificate('www.example.org', -1, 5), (_, response) => {
      response.end('hello')
    })
    expect(await ask(`https://www.example.org:${server.port}/`)).toMatchObject({
      kind: 'response',
      body: 'hello',
      certificate: { names: ['www.example.org'], untrusted: 'it is self-signed' },
    })
  })

  test('that sends without end is cut off', async () => {
    await using server = await web((_, response) => {
      const more = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(more))
    })
    const seen = await ask(`http://www.example.org:${server.port}/`)
    expect(seen.kind === 'response' && seen.body.length).toBe(16_384)
  })

  test('that speaks no TLS', async () => {
    await using server = await web((_, response) => void response.end())
    expect(await ask(`https://www.example.org:${server.port}/`)).toMatchObject({ kind: 'failure' })
  })
})
