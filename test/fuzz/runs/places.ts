/** What is analysed: a message, and the TXT records that its sender publishes. */
export interface Subject {
  message: string
  /** By the name below example.org; '' is example.org itself. */
  records?: Readonly<Record<string, string>>
}

/** A place of a message, or of what its sender publishes, where a run of octets can stand. */
export interface Place {
  name: string
  build(run: string): Subject
}

/** Places that one message has at once, each with a run of its own, so that one analysis tries them all. */
export interface Bundle {
  name: string
  places: readonly Place[]
  build(runOf: (place: number) => string): Subject
}

type Around = readonly [before: string, after: string]

const FIRST = 'Received: from a (a [192.0.2.10]) by b with ESMTP id x; Fri, 20 Nov 2026 11:59:00 +0000\r\n'
const FROM = 'From: A <a@example.org>\r\n'
const SUBJECT = 'Subject: about x\r\n'

const FIELDS: Readonly<Record<string, Around>> = {
  To: ['"x', 'x" <b@example.net>, x'],
  Cc: ['x (', 'x) <'],
  'Reply-To': ['x <a', '@example.org>, '],
  Sender: ['x <a@', 'x.org>'],
  Received: ['from x (x', 'x) by b ('],
  'Received-SPF': ['pass (', 'x) client-ip='],
  'DKIM-Signature': ['v=1; a=rsa-sha256; d=example.org; s=s; bh=AAAA; h=from:x', 'x:to; b=AA'],
  'Authentication-Results': ['mx.example.org; spf=pass (x', 'x) smtp.mailfrom=a'],
  'ARC-Authentication-Results': ['i=1 x', 'x; spf=pass'],
  'ARC-Seal': ['i=1; a=rsa-sha256; d=example.org; s=s; cv=none; b=x', 'x'],
  'List-Unsubscribe': ['<https://example.org/x', 'x>, <mailto:u'],
  'List-Unsubscribe-Post': ['List-Unsubscribe=', 'x'],
  'List-Id': ['x', 'x <a.example.org>'],
  'List-Post': ['<mailto:x', 'x@example.org>'],
  References: ['<x', 'x@example.org> <'],
  'In-Reply-To': ['<x', 'x@example.org>'],
  'Return-Path': ['<x', 'x@example.org>'],
  'Feedback-ID': ['a:x', 'x:c'],
  'X-Mailer': ['x', 'x'],
  'X-Unknown': ['x', 'x'],
  'Auto-Submitted': ['x', 'x'],
  Precedence: ['x', 'x'],
  Comments: ['=?utf-8?Q?x', 'x?= x'],
  Keywords: ['=?iso-2022-jp?B?', '?= x'],
}

function message(fields: string, body = 'body'): string {
  return `${FIRST}${fields}Date: Fri, 20 Nov 2026 11:59:00 +0000\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n\r\n${body}\r\n`
}

/** Fields of which a message has one. */
const OWN_FIELDS: Readonly<Record<string, (run: string) => string>> = {
  'From, a phrase': (run) => `${FIRST}From: x${run}x <a@example.org>\r\n${SUBJECT}\r\nbody\r\n`,
  'From, nothing else': (run) => `From: ${run}\r\n${SUBJECT}\r\nbody\r\n`,
  'From, a group': (run) => `From: x: ${run};\r\n${SUBJECT}\r\nbody\r\n`,
  'From, an address': (run) => `From: "x" <x${run}x@example.org>\r\n${SUBJECT}\r\nbody\r\n`,
  'From, a domain': (run) => `From: x <a@x${run}x.example.org>\r\n${SUBJECT}\r\nbody\r\n`,
  'From, encoded words': (run) => `From: =?utf-8?Q?x${run}x?= <a@example.org>\r\n${SUBJECT}\r\nbody\r\n`,
  Subject: (run) => `${FROM}Subject: x${run}x\r\n\r\nbody\r\n`,
  'Subject, a prefix': (run) => `${FROM}Subject: ${run}: [1]${run}1\r\n\r\nbody\r\n`,
  'Subject, encoded words': (run) => `${FROM}Subject: =?utf-8?Q?x${run}?= =?utf-8?B?${run}?=\r\n\r\nbody\r\n`,
  'Message-ID': (run) => `${FROM}${SUBJECT}Message-ID: <x${run}x@example.org>\r\n\r\nbody\r\n`,
  Date: (run) => `${FROM}${SUBJECT}Date: Fri, 20 Nov 2026 11:59:00 +0000 (x${run}x\r\n\r\nbody\r\n`,
  'a field name': (run) => `${FROM}X${run}x: x\r\n${SUBJECT}\r\nbody\r\n`,
  'the start of a message': (run) => `${run}${FROM}${SUBJECT}\r\nbody\r\n`,
  'the end of a header': (run) => `${FROM}${SUBJECT}${run}\r\n\r\nbody\r\n`,
  'a folded field': (run) => `${FROM}X-Folded: x\r\n ${run}\r\n x\r\n${SUBJECT}\r\nbody\r\n`,
}

const typed = (type: string, body: string, encoding = '8bit') =>
  message(`${FROM}${SUBJECT}Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n`, body)
const mixed = (parts: string, boundary = 'b') =>
  typed(`multipart/mixed; boundary="${boundary}"`, `--${boundary}\r\n${parts}\r\n--${boundary}--`)

const PARTS: Readonly<Record<string, (run: string) => string>> = {
  'a file name': (run) =>
    `Content-Type: application/pdf; name="x${run}x.pdf"\r\nContent-Disposition: attachment; filename="x${run}x.pdf"\r\n\r\nx`,
  'an extended file name': (run) =>
    `Content-Type: application/pdf; name=x${run}x\r\nContent-Disposition: attachment; filename*0*=utf-8''${run}; filename*1*=${run}\r\n\r\nx`,
  'Content-ID': (run) =>
    `Content-Type: image/png\r\nContent-ID: <x${run}x>\r\nContent-Description: x${run}x\r\n\r\nx`,
  'Content-Type of a part': (run) =>
    `Content-Type: x${run}x/${run}; charset=x${run}x\r\nContent-Transfer-Encoding: x${run}x\r\n\r\nx`,
  'the header of a part': (run) => `${run}: x\r\n\r\nx`,
  'lines like a boundary': (run) => `Content-Type: text/x\r\n\r\n--b${run}x\r\n--${run}`,
  'an attached message': (run) =>
    `Content-Type: message/rfc822\r\n\r\nFrom: x${run}x\r\nSubject: x${run}x\r\n\r\n${run}x`,
  'an attached page': (run) =>
    `Content-Type: text/html; name=a.html\r\nContent-Disposition: attachment\r\n\r\n<p ${run}>${run}</p>`,
  'an attached drawing': (run) => `Content-Type: image/svg+xml; name=a.svg\r\n\r\n<svg ${run}>${run}</svg>`,
  'a delivery status': (run) => `Content-Type: message/delivery-status\r\n\r\nx${run}x: x${run}x`,
  'an invitation': (run) =>
    `Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nSUMMARY:${run}x`,
  'a file in base64': (run) =>
    `Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\nUEsDB${run}x`,
  'an armoured text': (run) =>
    `Content-Type: application/pgp-encrypted\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n${run}x`,
}

const MIME: Readonly<Record<string, (run: string) => string>> = {
  'Content-Type': (run) => typed(`x${run}x/${run}; x${run}`, 'body'),
  'a parameter': (run) => typed(`text/plain; charset="x${run}x"; ${run}=${run}`, 'body'),
  'a boundary': (run) => mixed('\r\nx', `x${run}x`),
  'a preamble': (run) => typed('multipart/mixed; boundary=b', `${run}x\r\n--b\r\n\r\nx\r\n--b--\r\n${run}x`),
  'Content-Transfer-Encoding': (run) => typed('text/plain', 'body', `x${run}x`),
}

const utf8 = 'text/plain; charset=utf-8'
const TEXTS: Readonly<Record<string, (run: string) => string>> = {
  'a text': (run) => typed(utf8, `Hello x${run}x`),
  'a text, nothing else': (run) => typed(utf8, run),
  'a text without a charset': (run) => typed('text/plain', `x${run}x`),
  'a code in a text': (run) => typed(utf8, `Your verification code is: ${run} 482913.`),
  'an address in a text': (run) => typed(utf8, `See https://x${run}x/ and www.x${run}x or a@${run}x`),
  'a greeting': (run) => typed(utf8, `Dear ${run} {{x${run}x}},\r\n`),
  'a flowed text': (run) => typed(`${utf8}; format=flowed; delsp=yes`, `> x${run} \r\nx`),
  'both bodies': (run) =>
    typed(
      'multipart/alternative; boundary=b',
      `--b\r\nContent-Type: text/plain\r\n\r\nx${run}x\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x${run}x</p>\r\n--b--`,
    ),
}

const ENCODINGS: Readonly<Record<string, (run: string) => string>> = {
  'quoted-printable': (run) => typed(utf8, `x${run}x`, 'quoted-printable'),
  'quoted-printable markup': (run) => typed('text/html; charset=utf-8', `<p>x${run}x`, 'quoted-printable'),
  base64: (run) => typed(utf8, `AA${run}x`, 'base64'),
  uuencode: (run) => typed('text/plain', `begin 644 x\r\n${run}x\r\nend`, 'x-uuencode'),
  'iso-2022-jp': (run) => typed('text/plain; charset=iso-2022-jp', `\x1b$B${run}x`),
  'utf-7': (run) => typed('text/plain; charset=utf-7', `+${run}x`),
  'utf-16': (run) => typed('text/plain; charset=utf-16le', run),
  hz: (run) => typed('text/plain; charset=hz-gb-2312', `~{${run}x`),
}

const page = (body: string) => typed('text/html; charset=utf-8', body)
const MARKUP: Readonly<Record<string, (run: string) => string>> = {
  'a paragraph': (run) => `<p>x${run}x</p>`,
  'an attribute': (run) => `<p title="x${run}x" lang='${run}' dir=${run}>x</p>`,
  attributes: (run) => `<p ${run}>x</p>`,
  'a tag': (run) => `<${run}>x</${run}>`,
  'an end tag': (run) => `<b>x</${run}>`,
  'a comment': (run) => `<!--x${run}x--><!--[if mso]>${run}<![endif]-->`,
  'a link': (run) => `<a href="x${run}x">x</a><a href="https://x${run}x.example/">x</a>`,
  'a link with a path': (run) =>
    `<a href="https://x.example/x${run}x?x=${run}#${run}">x</a><a href="mailto:x${run}x">x</a>`,
  'the text of a link': (run) =>
    `<a href="https://x.example/">x${run}x</a><a href="https://y.example/">${run}</a>`,
  'an image': (run) => `<img src="x${run}x" alt="x${run}x" srcset="${run}" width="${run}">`,
  'data in an address': (run) => `<img src="data:image/png;base64,${run}x">`,
  classes: (run) => `<p class="x${run}x" id="${run}">x</p>`,
  'old colours': (run) =>
    `<font color="x${run}x" size="${run}" face="${run}">x</font><td bgcolor="${run}" background="${run}">`,
  'a form': (run) => `<form action="x${run}x"><input value="${run}" type="${run}"></form>`,
  'a script': (run) => `<script>${run}x</script><noscript>${run}</noscript>`,
  'a code in markup': (run) => `<p>Your verification code is: ${run} <b>482913</b></p>`,
}

const HEADS: Readonly<Record<string, (run: string) => string>> = {
  'a title': (run) => `<title>x${run}x</title>`,
  'a meta element': (run) =>
    `<meta name="viewport" content="x${run}x"><meta http-equiv="refresh" content="0;${run}">`,
  'a base': (run) => `<base href="x${run}x"><a href="${run}">x</a>`,
  'a document type': (run) => `<!doctype ${run}><?xml ${run}?><p>x`,
  'the end of markup': (run) => `<p>x${run}`,
  'an open tag': (run) => `<p>x<a ${run}`,
  'an open attribute': (run) => `<p>x<a href="${run}`,
  'drawings and formulas': (run) => `<svg ${run}>${run}</svg><math>${run}</math><template>${run}</template>`,
  tables: (run) => `<table ${run}><tr><td>${run}</td></tr>${run}</table>`,
  'preformatted text': (run) => `<pre>${run}</pre><textarea>${run}</textarea><blockquote>${run}</blockquote>`,
}

const css = (rules: string) => `<style>${rules}</style><p class="a">x</p>`
const STYLES: Readonly<Record<string, (run: string) => string>> = {
  'a style sheet': (run) => css(run),
  'a style sheet after a rule': (run) => css(`p{color:red}x${run}x{color:#fff}`),
  'a selector': (run) => css(`p x${run}x{color:red}`),
  'a declaration': (run) => css(`p{x${run}x:red;${run}}`),
  'a value': (run) => css(`p{color:x${run}x;background:${run};font:${run} a}`),
  'a media query': (run) => css(`@media x${run}x{p{color:red}}`),
  'an import': (run) => css(`@import url(x${run}x);`),
  'a string': (run) => css(`p{content:"x${run}x"}`),
  'a comment in a style sheet': (run) => css(`/*x${run}x*/p{color:red}`),
  'a style attribute': (run) => `<p style="x${run}x">x</p><p style='${run}'>x</p>`,
  'a value in a style attribute': (run) =>
    `<p style="color:x${run}x">x</p><p style="background:${run};font:${run}">x</p><p style="opacity:0${run}x">x</p>`,
  'an address in a style attribute': (run) => `<p style="background:url(x${run}x)">x</p>`,
}

const MAIL = `${FIRST}${FROM}${SUBJECT}DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s; h=from; bh=AAAA; b=AAAA\r\n\r\nbody\r\n`
const RECORDS: Readonly<Record<string, (run: string) => Readonly<Record<string, string>>>> = {
  'SPF, a term': (run) => ({ '': `v=spf1 x${run}x -all` }),
  'SPF, a domain': (run) => ({
    '': `v=spf1 include:x${run}x.example a:x.${run}x exists:%{i}${run}x redirect=${run}x`,
  }),
  'SPF, the last label': (run) => ({ '': `v=spf1 a:x.x${run}- -all` }),
  'SPF, the version': (run) => ({ '': `v=spf1${run}x -all` }),
  'SPF, an address': (run) => ({ '': `v=spf1 ip4:1${run}1/${run} ip6:1${run}1 mx/${run}1 -all` }),
  'DMARC, a tag': (run) => ({ '_dmarc.': `v=DMARC1; p=none; x${run}x=x${run}x; rua=x` }),
  'DMARC, a policy': (run) => ({ '_dmarc.': `v=DMARC1; p=x${run}x; sp=${run}` }),
  'DMARC, an address': (run) => ({
    '_dmarc.': `v=DMARC1; p=none; rua=mailto:x${run}x@example.org,${run}!10m`,
  }),
  'DMARC, the version': (run) => ({ '_dmarc.': `v=x${run}xDMARC1; p=none` }),
  'DKIM, a tag': (run) => ({ 's._domainkey.': `v=DKIM1; x${run}x=x${run}x; p=AA` }),
  'DKIM, a key': (run) => ({ 's._domainkey.': `v=DKIM1; k=rsa; p=AA${run}x` }),
  BIMI: (run) => ({ 'default._bimi.': `v=BIMI1; l=https://x${run}x/; x${run}x; a=${run}` }),
  'MTA-STS': (run) => ({ '_mta-sts.': `v=STSv1; id=x${run}x; ${run}` }),
  'TLS-RPT': (run) => ({ '_smtp._tls.': `v=TLSRPTv1; rua=mailto:x${run}x, https:${run}` }),
}

type Builds = Readonly<Record<string, (run: string) => string>>

function together(name: string, builds: Builds, within: (all: readonly string[]) => string): Bundle {
  return {
    name,
    places: Object.entries(builds).map(([place, build]) => ({
      name: place,
      build: (run) => ({ message: within([build(run)]) }),
    })),
    build: (runOf) => ({ message: within(Object.values(builds).map((build, at) => build(runOf(at)))) }),
  }
}

const records: Bundle = {
  name: 'records',
  places: Object.entries(RECORDS).map(([name, build]) => ({
    name,
    build: (run) => ({ message: MAIL, records: build(run) }),
  })),
  build: (runOf) => ({
    message: MAIL,
    records: Object.assign({}, ...Object.values(RECORDS).map((build, at) => build(runOf(at)))),
  }),
}

function alone(builds: Builds, within = (text: string) => text): Bundle[] {
  return Object.entries(builds).map(([name, write]) => {
    const build = (run: string) => ({ message: within(write(run)) })
    return { name, places: [{ name, build }], build: (runOf) => build(runOf(0)) }
  })
}

const written = Object.entries(FIELDS).map(
  ([name, [before, after]]) => [name, (run: string) => `${name}: ${before}${run}${after}\r\n`] as const,
)

/** Every place; those that can stand in one message side by side are in one bundle. */
export const BUNDLES: readonly Bundle[] = [
  together('fields', Object.fromEntries(written), (all) => message(`${FROM}${SUBJECT}${all.join('')}`)),
  together('parts', PARTS, (all) => mixed(all.join('\r\n--b\r\n'))),
  together('markup', MARKUP, (all) => page(all.join('\n'))),
  together('styles', STYLES, (all) => page(all.join('\n'))),
  records,
  ...alone(OWN_FIELDS),
  ...alone(MIME),
  ...alone(TEXTS),
  ...alone(ENCODINGS),
  ...alone(HEADS, page),
]
