import { describe, expect, test } from 'bun:test'
import { KIND_WORDS } from '../../../../src/mail/data/kind-words.ts'
import { UNSUBSCRIBE_WORDS } from '../../../../src/mail/data/unsubscribe-words.ts'
import { STUB_WORDS, WEIGHTY_PHRASES } from '../../../../src/mail/data/weighty-phrases.ts'
import { extractLinks } from '../../../../src/mail/reading/links/links.ts'
import { findUnsubscribeLink } from '../../../../src/mail/reading/links/unsubscribe-link.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

function find(html: string | undefined, text = '', header = '') {
  const head = header && `List-Unsubscribe: ${header}\r\n`
  const raw = `From: a@b.example\r\n${head}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`
  const message = parseMessage(Buffer.from(raw))
  const document = html === undefined ? undefined : parseHtml(html)
  return findUnsubscribeLink(message, document, extractLinks(document, message.text))
}

/** As senders write it. */
test.each([
  'Unsubscribe',
  'Update your preferences',
  'Vom Newsletter abmelden',
  'Hier abbestellen',
  'Se désabonner',
  'Me desinscrire',
  'Darse de baja',
  'Cancelar suscripción',
  'Cancelar inscrição',
  'Annulla l’iscrizione',
  'Disiscriviti',
  'Uitschrijven',
  'Afmelden',
  'Avprenumerera',
  'Afmeld nyhedsbrev',
  'Meld deg av',
  'Peruuta tilaus',
  'Afskráning',
  'Wypisz się',
  'Odhlásit odběr',
  'Zrušiť odber',
  'Leiratkozás',
  'Dezabonare',
  'Отписване',
  'Odjavi se',
  'Одјавите се',
  'Odjavite se',
  'Διαγραφή',
  'Abonelikten çık',
  'ABONELİKTEN ÇIK',
  'Отписаться от рассылки',
  'Відписатися',
  'Atsisakyti prenumeratos',
  'Atrakstīties',
  'Tühista tellimus',
  'Donar-se de baixa',
  'Hủy đăng ký',
  'Berhenti berlangganan',
  'Berhenti melanggan',
  'إلغاء الاشتراك',
  'להסרה',
  'לביטול המנוי',
  'لغو اشتراک',
  'सदस्यता समाप्त करें',
  'ยกเลิกการรับข่าวสาร',
  '配信停止はこちら',
  'メール配信を停止する',
  '购读 退订',
  '取消訂閱',
  '수신거부',
  '구독 취소',
])('a link that says %s', (words) => {
  expect(find(`<p><a href="https://example.org/x/1">${words}</a></p>`)).toBe('link-words')
})

test('beginnings are long enough to be found by their first letters', () => {
  const tables = [UNSUBSCRIBE_WORDS, KIND_WORDS, WEIGHTY_PHRASES, STUB_WORDS]
  const phrases = tables.flatMap((table) =>
    Object.values<Record<string, string>>(table).flatMap((lists) => Object.values(lists)),
  )
  const beginnings = phrases.flatMap((list) => list.split('|')).filter((phrase) => phrase.endsWith('*'))
  expect(beginnings.filter((phrase) => phrase.length < 5 || phrase.includes(' '))).toEqual([])
})

test('at least 25 languages', () => {
  expect(Object.keys(UNSUBSCRIBE_WORDS.unsubscribe).length).toBeGreaterThanOrEqual(25)
})

describe('other ways to show it', () => {
  test.each([
    [
      'words beside a link',
      '<p>To unsubscribe, <a href="https://example.org/x/1">click here</a>.</p>',
      '',
      '',
      'words-nearby',
    ],
    [
      'words above a link',
      '<p>Abmelden?</p><p><a href="https://example.org/x/1">Hier klicken</a></p>',
      '',
      '',
      'words-nearby',
    ],
    ['an address that says so', '<a href="https://example.org/optout?id=1">here</a>', '', '', 'link-address'],
    [
      'the address of the header',
      '<a href="https://example.org/x/1">here</a>',
      '',
      '<https://example.org/x/1>',
      'header-address',
    ],
    [
      'plain text with an address below',
      undefined,
      'Hello\n\nTo unsubscribe:\nhttps://example.org/x/1',
      '',
      'words-nearby',
    ],
    [
      'plain text with a mail address',
      undefined,
      'Zum Abmelden eine Mail an weg@example.org.',
      '',
      'words-nearby',
    ],
    ['words and no link', '<p>You cannot unsubscribe.</p>', '', '', undefined],
    [
      'a hidden link',
      '<p style="display:none">Unsubscribe</p><a href="https://example.org/">Home</a>',
      '',
      '',
      undefined,
    ],
    ['an image without words for it', '<a href="https://example.org/u"><img src="x"></a>', '', '', undefined],
    [
      'an image whose alternative text says so',
      '<a href="https://example.org/u"><img src="x" alt="Unsubscribe"></a>',
      '',
      '',
      'link-words',
    ],
    ['nothing', '<p>Hello</p>', 'Hello', '', undefined],
    [
      'words far from every address',
      undefined,
      `Unsubscribe\n${'line\n'.repeat(20)}https://example.org/`,
      '',
      undefined,
    ],
  ] as const)('%s', (_name, html, text, header, way) => {
    expect(find(html, text, header)).toBe(way)
  })
})
