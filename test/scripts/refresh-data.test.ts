import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
