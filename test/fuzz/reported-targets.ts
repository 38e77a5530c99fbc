import { gunzipSync, gzipSync } from 'node:zlib'
import type { FileContent } from '../../src/core/aggregate/file.ts'
import { unpackPiece } from '../../src/core/aggregate/piece.ts'
import { type ReadAggregate, rangeRefusal } from '../../src/core/aggregate/report.ts'
import { isArchive, sniff } from '../../src/mail/aggregate/container/sniff.ts'
import { readReportFile, readReportMail } from '../../src/mail/aggregate/read.ts'
import { CONTAINERS, packed } from '../support/aggregate/containers.ts'
import { letter, mixedMail } from '../support/aggregate/mails.ts'
import { record, written } from '../support/aggregate/pieces.ts'
import { reportTruth } from '../support/aggregate/truth.ts'
import { reportXml } from '../support/aggregate/xml.ts'
import { bytesOf, hold, type Target } from './target.ts'

const octets = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const XML = Buffer.from(reportXml(reportTruth(4, { records: 3 })))

const TLS =
  '{"organization-name":"X","date-range":{"start-datetime":"2026-11-18T00:00:00Z","end-datetime":"2026-11-18T23:59:59Z"},"report-id":"1","policies":[{"policy":{"policy-type":"sts","policy-domain":"example.com"},"summary":{"total-failure-session-count":2},"failure-details":[{"result-type":"x","failed-session-count":2}]}]}'

const TAGS = ['feedback', 'record', 'row', 'count', 'auth_results', 'dkim', 'policy_published', 'a']

const XML_PIECES = [
  ...TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag}/>`, `<${tag} a="`]),
  ...[
    '<',
    '>',
    '&',
    '&#',
    '&#x41;',
    '&amp;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!',
    '"',
    "'",
    '=',
    ' ',
  ],
  ...['<!DOCTYPE a>', '\xef\xbb\xbf', '\xff\xfe', '\0', '\xff', 'text', '9', record(), written()],
]

/** Holds for whatever a stranger sends: it has an outcome, and what is kept is within its bounds. */
function holdContent(content: FileContent): void {
  if (content.kind === 'rejected') hold((content.detail ?? '').length < 200, 'a refusal is a sentence')
  else if (content.kind === 'aggregate') holdAggregate(content.aggregate)
  else {
    const { policies, begin, end } = content.report
    hold(begin <= end && policies.every(({ failures }) => failures >= 0), 'a TLS report counts')
  }
}

function holdAggregate({ head, pieces }: ReadAggregate): void {
  const records = pieces.map(unpackPiece).flatMap((piece) => {
    hold(
      piece.records.every(({ results }) => piece.results[results] !== undefined),
      'results are in their piece',
    )
    return piece.records
  })
  hold(records.length === head.records, 'the head counts its records')
  hold(
    records.every(({ count, ip }) => count >= 1 && count < 2 ** 31 && ip !== ''),
    'a record has an address and a count',
  )
  hold(
    head.policyDomain !== '' && head.begin <= head.end && head.orgName.length <= 1024,
    'the head is within its bounds',
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  hold(!/[\x00-\x1f\x7f\u202e]/.test(head.orgName + head.reportId), 'texts hold nothing that controls')
  rangeRefusal(head, 1_800_000_000)
}

async function readFile(text: string): Promise<void> {
  const bytes = bytesOf(text)
  const read = await readReportFile('a/b.xml', bytes)
  hold(read.length > 0 && read.every(({ files }) => files.length > 0), 'everything has an outcome')
  for (const { files, ...kept } of read) {
    for (const { content } of files) holdContent(content)
    if (kept.bytes && kept.packed) gunzipSync(kept.bytes)
    hold(kept.packed === undefined || !isArchive(sniff(bytes)), 'what is packed is not packed again')
  }
}

const CONTAINER_SEEDS = CONTAINERS.map((container) => octets(packed(XML, container)))

export const REPORTED_TARGETS: readonly Target[] = [
  {
    name: 'aggregate reports',
    seeds: [written(), octets(XML), written({ records: record().repeat(3) })],
    pieces: XML_PIECES,
    around: [
      ['<feedback>', ''],
      ['<feedback><record><row>', '</row></record></feedback>'],
      ['', ''],
    ],
    run: readFile,
  },
  {
    name: 'files of reports',
    seeds: [...CONTAINER_SEEDS, TLS],
    pieces: [
      ...[
        'PK\x03\x04',
        'PK\x01\x02',
        'PK\x05\x06',
        'PK\x06\x06',
        'PK\x06\x07',
        '\x1f\x8b\x08\0',
        '\x1f\x8b\x08\x1f',
      ],
      ...[
        '\0',
        '\0\0\0\0',
        '\xff\xff',
        '\xff\xff\xff\xff',
        '\x08\0',
        '{',
        '[',
        '"',
        '\\',
        ',',
        '}',
        ']',
        ' ',
        '<',
      ],
      octets(gzipSync('')),
      octets(gzipSync('<')),
    ],
    run: readFile,
  },
  {
    name: 'mails with reports',
    seeds: [
      ...CONTAINER_SEEDS.map((file) => octets(mixedMail([letter(), { name: 'a.gz', bytes: bytesOf(file) }]))),
      'Feedback-Type: x\r\n\r\n',
    ],
    pieces: [
      ...[
        'Content-Type: message/rfc822\r\n\r\n',
        'Content-Type: multipart/mixed; boundary=a\r\n\r\n',
        '--a\r\n',
        '--a--\r\n',
      ],
      ...['Feedback-Type: ', 'H4sI', 'UEsDB', '\r\n\r\n', '\r\n', '<feedback>', 'Subject: a\r\n', '=', '\0'],
    ],
    run: async (text) => {
      const read = await readReportMail(bytesOf(text))
      hold(read.length > 0 && read.every(({ files }) => files.length > 0), 'every mail has an outcome')
      for (const { content } of read.flatMap(({ files }) => files)) holdContent(content)
    },
  },
]
