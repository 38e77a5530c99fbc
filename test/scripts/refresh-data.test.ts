import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brandRegistries } from '../../scripts/refresh-data/brand-registries.ts'
import { cloudRanges } from '../../scripts/refresh-data/cloud-ranges.ts'
import { confusables } from '../../scripts/refresh-data/confusables.ts'
import type { DataSet } from '../../scripts/refresh-data/data-set.ts'
import { freemail } from '../../scripts/refresh-data/freemail.ts'
import { refresh } from '../../scripts/refresh-data/refresh.ts'
import { DATA_SETS } from '../../scripts/refresh-data/sets.ts'
import { shorteners } from '../../scripts/refresh-data/shorteners.ts'

const many = (count: number) => Array.from({ length: count }, (_, i) => `n${i}.example`)

const FILES: Record<string, string> = {
  '/shorteners.cf': many(200)
    .map((name) => `url_shortener ${name}`)
    .concat('url_shortener .page.example', '# url_shortener no.example', 'url_shortener_get bit.example')
    .join('\n'),
  '/short.cf': 'url_shortener n1.example\n',
  '/page.html': '<html><p>url_shortener</p></html>',
}
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const text = FILES[new URL(request.url).pathname]
    return text === undefined ? new Response('gone', { status: 404 }) : new Response(text)
  },
})
afterAll(() => server.stop(true))

const at = (path: string): DataSet => ({
  ...shorteners,
  addresses: [`http://127.0.0.1:${server.port}${path}`],
})
const newFolder = () => mkdtempSync(join(tmpdir(), 'data-'))

describe('a data set', () => {
  test('is fetched, read and written with its source, date and licence', async () => {
    const folder = newFolder()
    const file = await refresh(at('/shorteners.cf'), { folder, date: '2026-11-21' })
    const written = JSON.parse(readFileSync(file, 'utf8'))
    expect(written).toMatchObject({ date: '2026-11-21', licence: 'Apache-2.0' })
    expect(written.source).toContain('/shorteners.cf')
    expect(written.domains).toHaveLength(201)
    expect(written.domains).toContain('*.page.example')
  })

  test.each([
    ['the file is gone', '/gone.cf', 'answered 404'],
    ['it is too small', '/short.cf', 'only 1 domains'],
    ['it is something else', '/page.html', 'only 0 domains'],
  ])('is left as it was when %s', async (_, path, reason) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'shorteners.json'), 'as it was')
    await expect(refresh(at(path), { folder, date: '2026-11-21' })).rejects.toThrow(reason)
    expect(readFileSync(join(folder, 'shorteners.json'), 'utf8')).toBe('as it was')
  })

  test('is read from copies at hand, which are named', async () => {
    const folder = newFolder()
    const copy = join(folder, 'copy.cf')
    writeFileSync(copy, FILES['/shorteners.cf'] ?? '')
    const file = await refresh(shorteners, {
      folder,
      date: '2026-11-21',
      from: [copy],
      copy: 'a package 1.0',
    })
    expect(JSON.parse(readFileSync(file, 'utf8')).copy).toBe('a package 1.0')
    await expect(refresh(freemail, { folder, date: '2026-11-21', from: [copy] })).rejects.toThrow('2 files')
  })
})

test('confusables are grouped by what they look like', () => {
  const filler = Array.from(
    { length: 5_000 },
    (_, i) => `${(0x4e00 + i).toString(16).toUpperCase()} ;\t0062 ;\tMA`,
  )
  const text = [
    '\ufeff# confusables.txt',
    '0430 ;\t0061 ;\tMA\t# a',
    '006D ;\t0072 006E ;\tMA',
    ...filler,
  ].join('\n')
  const { prototypes } = confusables.read([text]) as { prototypes: Record<string, string> }
  expect(prototypes['a']).toBe('\u0430')
  expect(prototypes['rn']).toBe('m')
  expect(() => confusables.read(['<html>'])).toThrow('only 0 characters')
})

describe('networks of clouds', () => {
  const wide = Array.from({ length: 8 }, (_, i) => `${20 + i}.0.0.0/10`)
  const lines = (networks: readonly string[]) => networks.map((one) => `${one},US,US-TX,Dallas,`).join('\n')
  const served: Record<string, string> = {
    '/amazon': JSON.stringify({
      prefixes: [
        ...wide.map((ip_prefix) => ({ ip_prefix, service: 'EC2' })),
        // Neighbours that are wide together, a narrow one, one of another service, one that is not public.
        ...['3.8.0.0/14', '3.12.0.0/14', '3.16.0.0/15'].map((ip_prefix) => ({ ip_prefix, service: 'EC2' })),
        { ip_prefix: '13.224.0.0/12', service: 'CLOUDFRONT' },
        { ip_prefix: '10.0.0.0/8', service: 'EC2' },
      ],
      ipv6_prefixes: [{ ipv6_prefix: '2600:1f00::/24', service: 'EC2' }],
    }),
    '/digitalocean': lines(wide),
    '/linode': `# Geofeed\n${lines(['45.33.0.0/18', '45.33.64.0/18', '2600:3c00::/32', ...wide])}\r\n`,
    '/oracle': JSON.stringify({
      regions: [
        { cidrs: wide.map((cidr) => ({ cidr, tags: ['OCI'] })) },
        { cidrs: [{ cidr: '134.70.0.0/16', tags: ['OBJECT_STORAGE'] }] },
      ],
    }),
    '/vultr': ['ip_prefix', ...wide].join('\n'),
    '/html': '<html>',
    '/broken': lines([...wide, '45.33.0.300/18']),
  }
  const clouds = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => new Response(served[new URL(request.url).pathname] ?? '', { status: 200 }),
  })
  afterAll(() => clouds.stop(true))
  const of = (...paths: string[]): DataSet => ({
    ...cloudRanges,
    addresses: paths.map((path) => `http://127.0.0.1:${clouds.port}${path}`),
  })
  const ALL = ['/amazon', '/digitalocean', '/linode', '/oracle', '/vultr']

  test('are read of five lists, put together, and kept where they are wide', async () => {
    const file = await refresh(of(...ALL), { folder: newFolder(), date: '2026-11-23' })
    const written = JSON.parse(readFileSync(file, 'utf8'))
    expect(written.date).toBe('2026-11-23')
    const named = written.clouds.map(({ name, networks }: { name: string; networks: string[] }) => [
      name,
      networks,
    ])
    expect(named).toEqual([
      ['Amazon Web Services', ['3.8.0.0/13', ...wide]],
      ['DigitalOcean', wide],
      ['Linode', [...wide, '45.33.0.0/17']],
      ['Oracle Cloud', wide],
      ['Vultr', wide],
    ])
  })

  test.each([
    ['a list is gone', 1, '/html', 'only 0 wide networks of DigitalOcean'],
    ['it is something else', 0, '/html', ''],
    ['a line is no network', 4, '/broken', '"45.33.0.300/18" is no network'],
  ])('are left as they were where %s', async (_, at, path, reason) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'cloud-ranges.json'), 'as it was')
    await expect(refresh(of(...ALL.with(at, path)), { folder, date: '2026-11-23' })).rejects.toThrow(reason)
    expect(readFileSync(join(folder, 'cloud-ranges.json'), 'utf8')).toBe('as it was')
  })
})

test('brands are those of the agreement that are delegated, and not removed', () => {
  const brand = {
    specification13: true,
    contractTerminated: false,
    delegationDate: '2015-08-28',
    removalDate: null,
  }
  const many = Array.from({ length: 200 }, (_, i) => ({
    ...brand,
    gTLD: `brand${String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))}`,
  }))
  const others = [
    { ...brand, gTLD: 'Bmw' },
    { ...brand, gTLD: 'open', specification13: false },
    { ...brand, gTLD: 'ended', contractTerminated: true },
    { ...brand, gTLD: 'removed', removalDate: '2024-01-01' },
    { ...brand, gTLD: 'coming', delegationDate: null },
  ]
  const { domains } = brandRegistries.read([JSON.stringify({ gTLDs: [...many, ...others] })]) as {
    domains: string[]
  }
  expect(domains.filter((name) => !name.startsWith('brand'))).toEqual(['bmw'])
  expect(domains).toHaveLength(201)
  expect(() => brandRegistries.read([JSON.stringify({ gTLDs: others })])).toThrow('only 1 brands')
  expect(() => brandRegistries.read(['{}'])).toThrow('no list of top-level domains')
})

test('a name that is no domain is refused', () => {
  expect(() => freemail.read(['freemail_domains evil.com/path x'])).toThrow('is no domain')
})

test('every data set is in place, with its source, date and licence', () => {
  for (const { name, licence } of DATA_SETS) {
    const data = JSON.parse(readFileSync(`src/mail/data/${name}.json`, 'utf8'))
    expect(data).toMatchObject({ licence })
    expect(data.source).toStartWith('https://')
    expect(data.date).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})
