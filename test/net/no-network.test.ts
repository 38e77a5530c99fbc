import { describe, expect, test } from 'bun:test'
import dgram from 'node:dgram'
import dns, { lookup, resolve4 } from 'node:dns'
import { lookup as lookupPromise, Resolver, resolveTxt } from 'node:dns/promises'
import http from 'node:http'
import net from 'node:net'
import tls from 'node:tls'

const REFUSED = 'A test reached for the network'
const FAR = '192.0.2.1'

describe('no test reaches beyond loopback', () => {
  test.each<[string, () => unknown]>([
    ['dns.lookup', () => dns.lookup('example.org', () => {})],
    ['lookup, imported by name', () => lookup('example.org', () => {})],
    ['resolve4, imported by name', () => resolve4('example.org', () => {})],
    ['dns.promises.resolveMx', () => dns.promises.resolveMx('example.org')],
    ['resolveTxt of node:dns/promises', () => resolveTxt('example.org')],
    ['lookup of node:dns/promises', () => lookupPromise('example.org')],
    ['a resolver with the default servers', () => new dns.Resolver().resolve4('example.org', () => {})],
    ['net.connect', () => net.connect(80, FAR)],
    ['net.connect with options', () => net.connect({ port: 80, host: FAR })],
    ['tls.connect', () => tls.connect(443, FAR)],
    ['http.get', () => http.get(`http://${FAR}/`)],
    ['Bun.connect', () => Bun.connect({ hostname: FAR, port: 80, socket: { data() {} } })],
    ['fetch of a URL', () => fetch(`http://${FAR}/`)],
    ['fetch of a request', () => fetch(new Request('https://example.org/'))],
    ['WebSocket', () => new WebSocket(`ws://${FAR}/`)],
    ['dgram send', () => dgram.createSocket('udp4').send('x', 53, FAR)],
    ['dgram connect', () => dgram.createSocket('udp4').connect(53, FAR)],
  ])('%s', async (_name, reach) => {
    expect(async () => await reach()).toThrow(REFUSED)
  })

  test('Bun.udpSocket', async () => {
    const socket = await Bun.udpSocket({})
    expect(() => socket.send('x', 53, FAR)).toThrow(REFUSED)
    socket.close()
    expect(Bun.udpSocket({ connect: { hostname: FAR, port: 53 } })).rejects.toThrow(REFUSED)
  })

  test('a resolver whose servers are far', () => {
    const resolver = new Resolver()
    resolver.setServers(['[2001:db8::1]:53'])
    expect(() => resolver.resolve4('example.org')).toThrow(REFUSED)
  })
})

describe('loopback stays open', () => {
  test('fetch, and lookup of localhost', async () => {
    using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('here') })
    expect(await (await fetch(`http://localhost:${server.port}/`)).text()).toBe('here')
    expect((await lookupPromise('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/)
  })
})
