import { describe, expect, test } from 'bun:test'
import { images } from '../../../src/analysis/analyzers/content/images.ts'
import { alternative, judge, mail, wrapped } from '../message-scene.ts'

const WORDS = 'The garden opens again on Saturday, and the gardeners show how roses are cut and tied. '
const LONG = `<p>${WORDS.repeat(4)}</p>`
const MARKETING = { 'List-Unsubscribe': '<https://example.org/u>', Precedence: 'bulk' }
const page = (body: string, fields: Record<string, string> = MARKETING) => alternative(WORDS, body, fields)
const img = (rest = '') =>
  `<img src="https://img.example.org/a.png" alt="A rose" width="600" height="400" ${rest}>`

function related(body: string, id: string, fields: Record<string, string> = MARKETING): string {
  const part = (head: string, content: string) =>
    `--b\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(content)}\r\n`
  return mail(
    { 'MIME-Version': '1.0', 'Content-Type': 'multipart/related; boundary=b', ...fields },
    `${part('Content-Type: text/html; charset=utf-8', body)}${part(`Content-Type: image/png\r\nContent-ID: <${id}>`, 'png')}--b--\r\n`,
  )
}

test.each([
  ['plain text', mail({}, WORDS), 'neutral', 0, ''],
  ['a word', mail({}, 'test'), 'neutral', 0, ''],
  ['HTML without images', page(LONG), 'neutral', 0, ''],
  [
    'HTML with a tracking pixel alone',
    page(`${LONG}<img src="https://t.example/p" width=1 height=1>`),
    'neutral',
    0,
    '',
  ],
  ['a picture beside text', page(LONG + img()), 'passed', 0, ''],
  ['a picture alone', page(img()), 'failed', -0.2, 'image-only'],
  ['a picture beside a few words', page(`<p>Open the door now.</p>${img()}`), 'failed', -0.2, 'image-only'],
  ['49 characters', page(`<p>${'x'.repeat(49)}</p>${img()}`), 'failed', -0.2, 'image-only'],
  [
    'a small picture beside 50',
    page(`<p>${'x'.repeat(50)}</p><img src="https://a.example/b" alt=a width=300 height=300>`),
    'passed',
    0,
    '',
  ],
  [
    'a large picture beside 199',
    page(`<p>${'x'.repeat(199)}</p>${img()}${img()}`),
    'failed',
    -0.1,
    'little-text',
  ],
  ['a large picture beside 200', page(`<p>${'x'.repeat(200)}</p>${img()}${img()}`), 'passed', 0, ''],
  [
    'a logo beside a few words',
    page('<p>Your seat: 12</p><img src="https://a.example/l.png" alt=Logo width=120>'),
    'passed',
    0,
    '',
  ],
  [
    'three logos beside a word',
    page(`<p>Hello</p>${'<img src="https://a.example/l.png" alt=a width=120>'.repeat(3)}`),
    'passed',
    0,
    '',
  ],
  [
    'a picture in four slices',
    page('<img src="https://a.example/l.png" alt=a width=120>'.repeat(4)),
    'failed',
    -0.2,
    'image-only',
  ],
  [
    'a picture beside 20 characters of Japanese',
    page(`<p>${'庭園は土曜日に再び開きます'.repeat(2)}</p>${img()}`),
    'passed',
    0,
    '',
  ],
  [
    'a picture without alternative',
    page(`${LONG}<img src="https://a.example/b.png" width=300>`),
    'passed',
    0,
    'alt-missing',
  ],
  [
    'that alone',
    page('<img src="https://a.example/b.png" width=300>'),
    'failed',
    -0.3,
    'image-only,alt-missing-image-only',
  ],
  [
    'an empty alternative',
    page(`${LONG}<img src="https://a.example/b.png" width=300 alt="">`),
    'passed',
    0,
    '',
  ],
  ['no size', page(`${LONG}<img src="https://a.example/b.png" alt=a>`), 'passed', 0, 'size-missing'],
  [
    'a size by style',
    page(`${LONG}<img src="https://a.example/b.png" alt=a style="max-width:100%">`),
    'passed',
    0,
    '',
  ],
  ['http', page(`${LONG}<img src="http://a.example/b.png" alt=a width=300>`), 'passed', 0, 'http-image'],
  [
    'data:',
    page(`${LONG}<img src="data:image/png;base64,AAAA" alt=a width=300>`),
    'failed',
    -0.1,
    'data-image',
  ],
  ['no address', page(`${LONG}<img src="" alt=a width=300>`), 'failed', -0.1, 'address-incomplete'],
  [
    'half an address',
    page(`${LONG}<img src="/b.png" alt=a width=300>`),
    'failed',
    -0.1,
    'address-incomplete',
  ],
  ['cid: of a part', related(`${LONG}<img src="cid:a@b" alt=a width=300>`, 'a@b'), 'passed', 0, ''],
  [
    'cid: of a part, encoded and in another case',
    related(`${LONG}<img src="CID:A%40b" alt=a width=300>`, 'a@B'),
    'passed',
    0,
    '',
  ],
  [
    'cid: of no part',
    related(`${LONG}<img src="cid:c@d" alt=a width=300>`, 'a@b'),
    'failed',
    -0.2,
    'cid-unresolved',
  ],
  [
    'a background of no part',
    related(`${LONG}<div style="background:url('cid:c@d')">x</div>`, 'a@b'),
    'failed',
    -0.2,
    'cid-unresolved',
  ],
  [
    'a signature typed by a person, with pictures of a web site',
    page(`${LONG}<img src="http://a.example/b.png">`, {}),
    'passed',
    0,
    '',
  ],
  ['a photograph from a person', related('<p>Look!</p><img src="cid:a@b">', 'a@b', {}), 'passed', 0, ''],
])('%s', async (_name, message, status, score, findings) => {
  const check = await judge(images, message)
  expect({ status: check.status as string, score: check.score, findings: check.findings.join() }).toEqual({
    status,
    score,
    findings,
  })
})

describe('tracking pixels', () => {
  const pixel = (address: string, rest = 'width="1" height="1"') => `<img src="${address}" ${rest}>`

  test('are named by their hosts, never by their addresses', async () => {
    const { detail } = await judge(
      images,
      page(
        LONG +
          img() +
          pixel('https://open.example/secret?x=1') +
          pixel('https://count.example/y', 'style="display:none"') +
          pixel('https://size.example/z', 'style="width:1px;height:1px"'),
      ),
    )
    expect(detail).toMatchObject({
      tracking_pixels: '3',
      tracked_by: 'open.example, count.example, size.example',
    })
    expect(JSON.stringify(detail)).not.toContain('secret')
  })

  test('what stands there several times fills a layout', async () => {
    const { detail } = await judge(
      images,
      page(LONG + img() + pixel('https://a.example/spacer.gif').repeat(3)),
    )
    expect(detail['tracking_pixels']).toBeUndefined()
  })
})

test('too many images are not counted to their end', async () => {
  const { detail } = await judge(images, page(LONG + img().repeat(3_000)))
  expect(detail['images']).toBe('2000 over https')
})
