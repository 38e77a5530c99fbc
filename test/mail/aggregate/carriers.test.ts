import { describe, expect, test } from 'bun:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readReportFile, readReportMail } from '../../../src/mail/aggregate/read.ts'
import { zipOf } from '../../support/aggregate/containers.ts'
import { letter, type MailPart, mixedMail, singleMail } from '../../support/aggregate/mails.ts'
import { written } from '../../support/aggregate/pieces.ts'
import { filesOf, outcomesOf } from '../../support/aggregate/reading.ts'

const XML = Buffer.from(written())
const GZIP = gzipSync(XML)
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const gzip: MailPart = { name: 'a.xml.gz', type: 'application/gzip', bytes: GZIP }
const png: MailPart = { name: 'a.png', type: 'image/png', bytes: PNG }
const rfc822 = (bytes: Uint8Array): MailPart => ({ type: 'message/rfc822', encoding: '7bit', bytes })
const outcomes = async (mail: Uint8Array) => outcomesOf(await readReportMail(mail))

describe('which parts of a mail are files', () => {
  test('C2, C3, C4: octets decide, whatever type and name say', async () => {
    const types = [
      'application/octet-stream',
      'application/x-gzip',
      'application/x-zip-compressed',
      'text/plain',
      'image/png',
      'application/pdf',
    ]
    for (const type of types) {
      expect(await outcomes(mixedMail([letter(), { type, bytes: GZIP }]))).toEqual(['aggregate'])
      expect(
        await outcomes(
          mixedMail([letter(), { type, name: 'a.gz', bytes: zipOf([{ name: 'x', bytes: XML }]) }]),
        ),
      ).toEqual(['aggregate'])
    }
  })

  test('C3: a name in the pieces of RFC 2231', async () => {
    const type = 'application/octet-stream; name*0="amazonses.com!example.com!"; name*1="1!2.xml.gz"'
    const [attachment] = await readReportMail(singleMail({ type, bytes: GZIP }))
    expect(attachment).toMatchObject({
      name: 'amazonses.com!example.com!1!2.xml.gz',
      files: [{ content: { kind: 'aggregate' } }],
    })
  })

  test('C5: XML as it is, as an attachment and as the text', async () => {
    expect(
      await outcomes(
        mixedMail([letter(), { name: 'a.xml', type: 'text/xml', encoding: '7bit', bytes: XML }]),
      ),
    ).toEqual(['aggregate'])
    expect(await outcomes(singleMail({ type: 'text/plain', encoding: '7bit', bytes: XML }))).toEqual([
      'aggregate',
    ])
    expect(await outcomes(mixedMail([{ ...letter(`A report: ${XML}`) }]))).toEqual(['not_a_report'])
  })

  test('C6, C13: a mail that is the file, inline, with parameters that nobody knows', async () => {
    expect(await outcomes(singleMail(gzip))).toEqual(['aggregate'])
    const odd = { ...gzip, type: 'application/zip; x-mac-creator=0; x-unix-mode=0644', disposition: 'inline' }
    expect(await outcomes(singleMail(odd))).toEqual(['aggregate'])
  })

  test('C7: a mail in a mail in a mail, and not in another', async () => {
    const one = mixedMail([letter(), gzip])
    const two = mixedMail([letter(), rfc822(one)])
    const three = mixedMail([letter(), rfc822(two)])
    expect(await outcomes(two)).toEqual(['aggregate'])
    expect(await outcomes(three)).toEqual(['aggregate'])
    expect(await outcomes(mixedMail([rfc822(three)]))).toEqual(['nested_too_deep'])
    const attached: MailPart = { name: 'report.eml', type: 'application/octet-stream', bytes: one }
    expect(await outcomes(mixedMail([letter(), attached]))).toEqual(['aggregate'])
    expect(await outcomes(mixedMail([{ ...rfc822(one), encoding: 'base64' }]))).toEqual(['aggregate'])
  })

  test('C8: several reports in a mail', async () => {
    const json: MailPart = { name: 'a.json', bytes: Buffer.from('{"x":1}') }
    expect(await outcomes(mixedMail([letter(), gzip, { ...gzip, name: 'b' }, json]))).toEqual([
      'aggregate',
      'aggregate',
      'not_a_report',
    ])
  })

  test('C11: an empty first part without a header', async () => {
    const mail = Buffer.from(mixedMail([{ bytes: new Uint8Array(), encoding: '7bit' }, gzip])).toString(
      'latin1',
    )
    const bare = mail.replace(
      /Content-Type: application\/octet-stream\r\nContent-Transfer-Encoding: 7bit\r\n/,
      '',
    )
    expect(await outcomes(Buffer.from(bare, 'latin1'))).toEqual(['aggregate'])
  })

  test('transfer encodings that were not declared, or are none', async () => {
    const base64 = Buffer.from(GZIP.toString('base64'))
    expect(await outcomes(singleMail({ ...gzip, encoding: '7bit', bytes: base64 }))).toEqual(['aggregate'])
    for (const text of [
      `<?xml version="1.0"?>${XML}`,
      `${XML}`,
      `\ufeff${XML}`,
      '{"a":1}',
      '{ "a": 1 }',
      '{\n  "a": 1}',
    ]) {
      const bytes = Buffer.from(Buffer.from(text).toString('base64'))
      const read = await readReportMail(mixedMail([letter(), { name: 'a', encoding: '7bit', bytes }]))
      expect(gunzipSync(read[0]?.bytes ?? '').toString()).toBe(text)
    }
    const plain = Buffer.from(singleMail({ type: 'text/xml', encoding: '7bit', bytes: XML }))
      .toString('latin1')
      .replace('Encoding: 7bit', 'Encoding: base64')
    expect(await outcomes(Buffer.from(plain, 'latin1'))).toEqual(['aggregate'])
    expect(await outcomes(singleMail({ ...gzip, encoding: 'binary' }))).toEqual(['aggregate'])
  })

  test('a letter, its pictures and its signature are no files; what is attached is told of', async () => {
    const html: MailPart = {
      type: 'text/html',
      encoding: '7bit',
      bytes: Buffer.from('<!DOCTYPE html><p>{"a":1}</p>'),
    }
    const json: MailPart = { type: 'text/plain', encoding: '7bit', bytes: Buffer.from('{broken') }
    const logo: MailPart = { type: 'image/png', name: 'logo.png', disposition: 'inline', bytes: PNG }
    const signature: MailPart = {
      type: 'application/pgp-signature',
      name: 'signature.asc',
      bytes: Buffer.from('-----BEGIN'),
    }
    expect(await outcomes(mixedMail([letter(), html, json, logo, signature, gzip]))).toEqual(['aggregate'])
    const pdf: MailPart = { type: 'application/pdf', name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }
    expect(await outcomes(mixedMail([letter(), pdf, gzip]))).toEqual(['not_a_report', 'aggregate'])
  })

  test('a mail without any file has one outcome, and is kept to be looked at', async () => {
    for (const mail of [
      singleMail(letter()),
      mixedMail([letter(), letter()]),
      Buffer.from('Subject: x\r\n\r\n'),
    ]) {
      const read = await readReportMail(mail)
      expect(read).toMatchObject([
        { name: '', size: mail.length, files: [{ content: { reason: 'not_a_report' } }] },
      ])
      expect(gunzipSync(read[0]?.bytes ?? new Uint8Array())).toEqual(Buffer.from(mail))
    }
    expect(await outcomes(new Uint8Array())).toEqual(['not_a_report'])
    expect(await outcomes(Buffer.alloc(10_000))).toEqual(['not_a_report'])
  })

  test('of more than fifty parts fifty are read, and it is said', async () => {
    const read = outcomesOf(await readReportMail(mixedMail(Array(60).fill(gzip))))
    expect(read).toEqual([...Array(50).fill('aggregate'), 'too_many_files'])
  })

  test('a mail as a file is read as a mail', async () => {
    const mail = mixedMail([letter(), gzip])
    expect(outcomesOf(await readReportFile('a.eml', mail))).toEqual(['aggregate'])
    const text = Buffer.from(written().replaceAll('=', '=3D').replace('<record>', '<rec=\r\nord>'))
    const quoted = Buffer.concat([
      Buffer.from('From: a@b.example\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'),
      text,
    ])
    expect(outcomesOf(await readReportFile('a.eml', quoted))).toEqual(['aggregate'])
    expect(await outcomes(mixedMail([letter(), rfc822(quoted)]))).toEqual(['aggregate'])
    for (const before of ['\n', '\r\n\r\n', '\ufeff']) {
      const saved = Buffer.concat([Buffer.from(before), mail])
      expect(outcomesOf(await readReportFile('a.eml', saved))).toEqual(['aggregate'])
    }
    const mbox = Buffer.concat([Buffer.from('From MAILER-DAEMON Thu Nov 19 03:10:44 2026\n'), mail])
    expect(outcomesOf(await readReportFile('mbox', mbox))).toEqual(['aggregate'])
  })
})

describe('failure reports hold the mail of people: nothing of them is read or kept', () => {
  const feedback: MailPart = {
    type: 'message/feedback-report',
    encoding: '7bit',
    bytes: Buffer.from('Feedback-Type: auth-failure\r\nUser-Agent: x/1\r\nVersion: 1\r\n'),
  }
  const original = mixedMail([letter('A secret.'), gzip])
  const report = mixedMail([letter('A failure report.'), feedback, rfc822(original)], {
    type: 'multipart/report; report-type=feedback-report',
  })
  const nothing = (size: number) => [
    {
      name: '',
      size,
      files: [
        {
          name: '',
          content: {
            kind: 'rejected' as const,
            reason: 'failure_report' as const,
            detail: expect.any(String),
          },
        },
      ],
    },
  ]

  test('with its original, which may have attachments', async () => {
    expect(await readReportMail(report)).toEqual(nothing(report.length))
    expect(await readReportFile('x.eml', report)).toEqual(nothing(report.length))
    const quoting = Buffer.concat([Buffer.from('Subject: <feedback>\r\n'), report])
    expect(await readReportFile('x.eml', quoting)).toEqual(nothing(quoting.length))
    const headers = mixedMail([
      feedback,
      { type: 'text/rfc822-headers', encoding: '7bit', bytes: Buffer.from('Subject: s') },
      gzip,
    ])
    expect(await readReportMail(headers)).toEqual(nothing(headers.length))
  })

  test('in one part, without its type, in upper case', async () => {
    const mails = [
      singleMail(feedback),
      singleMail({ ...feedback, encoding: 'base64' }),
      mixedMail([letter(), gzip], { type: 'multipart/report; report-type="FEEDBACK-REPORT"' }),
      mixedMail([letter(), { ...feedback, type: 'text/plain' }, gzip]),
      mixedMail([
        letter(),
        { ...feedback, type: 'application/octet-stream', name: 'a', encoding: 'base64' },
        gzip,
      ]),
      Buffer.from('Feedback-Type: auth-failure\r\nVersion: 1\r\n\r\n'),
    ]
    for (const mail of mails) expect(await readReportMail(mail)).toEqual(nothing(mail.length))
  })

  test('that says so in its words alone', async () => {
    const exim = letter(
      'A message claiming to be from you has failed the published DMARC\r\npolicy for your domain.\r\n\r\n  Sender Domain: example.com\r\n\r\nFrom: a@example.com\r\nSubject: A secret.\r\n',
    )
    const abuse = letter('This is an email abuse report for an email message received from IP 192.0.2.1')
    const titled = (subject: string, mail: Uint8Array) =>
      Buffer.concat([Buffer.from(`Subject: ${subject}\r\n`), mail])
    const mails = [
      mixedMail([exim], { type: 'multipart/report' }),
      singleMail(exim),
      mixedMail([abuse, rfc822(mixedMail([letter('A secret.')]))]),
      titled('DMARC Forensic Report for example.com from IP 192.0.2.1', singleMail(letter())),
      titled('=?utf-8?q?FW=3A_[Netease_DMARC_Failure_Report]?= Rent', mixedMail([letter(), png])),
    ]
    for (const mail of mails) expect(await readReportMail(mail)).toEqual(nothing(mail.length))
    expect(await outcomes(titled('DMARC failure report', mixedMail([letter(), gzip])))).toEqual(['aggregate'])
    expect(await outcomes(titled('Report on failure', singleMail(letter())))).toEqual(['not_a_report'])
  })

  test('in another mail: the rest of that is read', async () => {
    const around = await readReportMail(mixedMail([letter(), rfc822(report), gzip]))
    expect(outcomesOf(around)).toEqual(['failure_report', 'aggregate'])
    expect(around[0]).not.toHaveProperty('bytes')
    expect(filesOf(around)).toHaveLength(2)
  })

  test('a TLS report is none', async () => {
    const json = {
      type: 'application/tlsrpt+gzip',
      bytes: gzipSync(
        '{"date-range":{"start-datetime":"2026-01-01T00:00:00Z","end-datetime":"2026-01-01T23:59:59Z"},"policies":[]}',
      ),
    }
    expect(
      await outcomes(mixedMail([letter(), json], { type: 'multipart/report; report-type=tlsrpt' })),
    ).toEqual(['tls'])
  })
})
