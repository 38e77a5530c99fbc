/** As many different lines as fit into that many characters. */
function lines(size: number, line: (i: number) => string): string {
  const count = Math.ceil(size / Math.max(1, line(1_000).length))
  return Array.from({ length: count }, (_, i) => line(i)).join('')
}

const half = (size: number) => size / 2

/** Markup in which two things are many. */
export const HTML_SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'rules and elements that they select': (size) =>
    `<style>${lines(half(size), (i) => `.c${i} b{color:#eee}`)}</style>${lines(half(size), (i) => `<p class="c${i} d"><b>x</b>`)}`,
  'descendant rules and deep elements': (size) =>
    `<style>${lines(half(size), () => 'div div div p{color:#eee}')}</style>${lines(half(size), () => '<div>')}<p>x`,
  'many sheets': (size) => lines(size, (i) => `<style>.c${i}{display:none}</style><p class=c${i}>x`),
  'different links': (size) =>
    lines(size, (i) => `<a href="https://h${i}.example/p${i}">www.h${i + 1}.example</a> `),
  'different images': (size) =>
    lines(size, (i) => `<img src="https://h${i}.example/p${i}.png" alt="a ${i}">`),
  'different tags that never close': (size) => lines(size, (i) => `<x${i}>`),
  'closing tags of others': (size) => `${lines(half(size), () => '<b>')}${lines(half(size), () => '</i>')}`,
  'one element of many attributes': (size) => `<p ${lines(size, (i) => ` a${i}="b"`)}>x`,
  'one element of many classes': (size) =>
    `<style>.a{color:red}</style><p class="${lines(size, (i) => `c${i} `)}">x`,
  'one rule of many selectors': (size) =>
    `<style>${lines(half(size), (i) => `.c${i},`)}p{color:#fff}</style>${lines(half(size), () => '<p>x')}`,
  'nested tables': (size) => `${lines(size, () => '<table><tr><td>')}x`,
  'nested lists with words': (size) => lines(size, () => '<ul><li>some words '),
}

const part = (fields: string, body: string) => `--b\r\n${fields}\r\n\r\n${body}\r\n`
const mixed = (parts: string) =>
  `From: a@example.org\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`
const fields = (some: string) => `From: a@example.org\r\n${some}\r\nbody\r\n`

/** Messages of which something is many. */
export const MESSAGE_SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'many attachments': (size) =>
    mixed(lines(size, (i) => part(`Content-Type: application/pdf; name="n${i}.pdf"`, 'x'))),
  'many texts': (size) => mixed(lines(size, (i) => part('Content-Type: text/plain', `words ${i}`))),
  'many pages': (size) => mixed(lines(size, (i) => part('Content-Type: text/html', `<p>words ${i}</p>`))),
  'attached messages': (size) =>
    mixed(
      lines(size, (i) =>
        part(
          'Content-Type: message/rfc822',
          `From: a@example.org\r\nSubject: code ${i}\r\n\r\nYour code is ${i}`,
        ),
      ),
    ),
  'parts in parts': (size) =>
    `From: a@example.org\r\n${lines(size, (i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`)}`,
  'different fields': (size) => fields(lines(size, (i) => `X-F${i}: v${i}\r\n`)),
  'Received fields': (size) =>
    fields(
      lines(
        size,
        (i) =>
          `Received: from h${i}.example ([192.0.2.1]) by h${i + 1}.example with ESMTP; Fri, 20 Nov 2026 11:59:00 +0000\r\n`,
      ),
    ),
  signatures: (size) =>
    fields(
      lines(
        size,
        (i) => `DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s${i}; h=from; bh=AAAA; b=AAAA\r\n`,
      ),
    ),
  seals: (size) =>
    fields(
      lines(
        size,
        (i) =>
          `ARC-Seal: i=${i}; a=rsa-sha256; d=example.org; s=s; cv=pass; b=AAAA\r\nARC-Message-Signature: i=${i}; a=rsa-sha256; d=example.org; s=s; h=from; bh=AAAA; b=AAAA\r\nARC-Authentication-Results: i=${i}; x; spf=pass\r\n`,
      ),
    ),
  recipients: (size) => fields(`To: ${lines(size, (i) => `"N ${i}" <a${i}@h${i}.example>, `)}\r\n`),
  authors: (size) => `From: ${lines(size, (i) => `"N ${i}" <a${i}@h${i}.example>, `)}\r\n\r\nbody\r\n`,
  'ways out': (size) => fields(`List-Unsubscribe: ${lines(size, (i) => `<https://h${i}.example/u>, `)}\r\n`),
  'encoded words': (size) => fields(`Subject: ${lines(size, (i) => `=?utf-8?Q?a${i}?= `)}\r\n`),
  'links in text': (size) =>
    fields(`\r\n${lines(size, (i) => `see https://h${i}.example/p${i} and www.g${i}.example\r\n`)}`),
  'template fields in text': (size) =>
    fields(`\r\n${lines(size, (i) => `Dear {{name_${i}}} [Name] %%X${i}%%\r\n`)}`),
  'codes in text': (size) =>
    fields(`\r\n${lines(size, (i) => `Your verification code is ${100_000 + i}.\r\n`)}`),
  'both bodies, long and different': (size) =>
    `From: a@example.org\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${part(
      'Content-Type: text/plain',
      lines(half(size), (i) => `word${i} `),
    )}${part('Content-Type: text/html', `<p>${lines(half(size), (i) => `term${i} `)}`)}--b--\r\n`,
  'one word': (size) => fields(`\r\n${'a'.repeat(size)}`),
  'one line of words': (size) => fields(`\r\n${lines(size, () => 'some words of it ')}`),
}
