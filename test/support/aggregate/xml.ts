import type { Chance } from '../../fuzz/random.ts'
import type { RecordTruth, ReportTruth } from './truth.ts'

/** How a reporter writes XML. Everything here is seen in the wild, and changes nothing of what is said. */
export interface XmlStyle {
  declaration: boolean
  newStyle: boolean
  prefix: string
  indented: boolean
  /** `<identities>`, as two reporters write. */
  identities: boolean
  capitals: boolean
  floats: boolean
  comments: boolean
  bom: boolean
  encoding: 'utf-8' | 'utf-16le' | 'windows-1252'
}

export const PLAIN_STYLE: XmlStyle = {
  declaration: true,
  newStyle: false,
  prefix: '',
  indented: true,
  identities: false,
  capitals: false,
  floats: false,
  comments: false,
  bom: false,
  encoding: 'utf-8',
}

export function styleOf(chance: Chance): XmlStyle {
  const seldom = () => chance.below(6) === 0
  return {
    declaration: !seldom(),
    newStyle: chance.below(3) === 0,
    prefix: seldom() ? 'd:' : '',
    indented: !seldom(),
    identities: seldom(),
    capitals: seldom(),
    floats: seldom(),
    comments: seldom(),
    bom: seldom(),
    encoding: chance.pick(['utf-8', 'utf-8', 'utf-8', 'utf-16le', 'windows-1252']),
  }
}

export function xmlBytes(truth: ReportTruth, style: XmlStyle = PLAIN_STYLE): Uint8Array {
  const text = reportXml(truth, style)
  if (style.encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (style.encoding === 'windows-1252') return Buffer.from(text, 'latin1')
  return Buffer.from(`${style.bom ? '\ufeff' : ''}${text}`)
}

type Node = [name: string, inside: string | number | undefined | Node[]]

export function reportXml(truth: ReportTruth, style: XmlStyle = PLAIN_STYLE): string {
  const isDeclared = style.declaration || style.encoding === 'windows-1252'
  const lines = isDeclared ? [`<?xml version="1.0" encoding="${style.encoding.replace('le', '')}"?>`] : []
  if (style.comments) lines.push('<!-- made by a reporter > with <care -->')
  const namespace = style.prefix
    ? ` xmlns:d="urn:x"`
    : style.newStyle
      ? ' xmlns="urn:ietf:params:xml:ns:dmarc-2.0"'
      : ''
  const inside: Node[] = [
    ['version', '1.0'],
    ['report_metadata', metadataOf(truth, style)],
    ['policy_published', policyNodes(truth, style)],
    ...truth.records.map((record): Node => ['record', recordNodes(record, style)]),
  ]
  write(lines, ['feedback', inside], style, 0, namespace)
  return lines.join(style.indented ? '\n' : '')
}

function metadataOf(truth: ReportTruth, style: XmlStyle): Node[] {
  const time = (seconds: number) => (style.floats ? ` ${seconds}.0 ` : seconds)
  return [
    ['org_name', truth.reporter],
    ['email', truth.email],
    ['extra_contact_info', truth.contact],
    ['report_id', truth.reportId],
    [
      'date_range',
      [
        ['begin', time(truth.begin)],
        ['end', time(truth.end)],
      ],
    ],
    ...(style.newStyle ? [['generator', truth.generator ?? 'Reporter 2.0'] as Node] : []),
  ]
}

function policyNodes({ domain, policy }: ReportTruth, style: XmlStyle): Node[] {
  const { p, sp, np, adkim, aspf, pct, fo, testing, discovery } = policy
  return [
    ['domain', style.capitals ? domain.toUpperCase() : domain],
    ['adkim', adkim],
    ['aspf', aspf],
    ['p', p],
    ['sp', sp],
    ['np', np],
    ['pct', pct],
    ['fo', fo],
    ['testing', testing === undefined ? undefined : testing ? 'y' : 'n'],
    ['discovery_method', discovery],
  ]
}

function recordNodes(record: RecordTruth, style: XmlStyle): Node[] {
  const word = (text: string) => (style.capitals ? text[0]?.toUpperCase() + text.slice(1) : text)
  const verdict = (passes: boolean) => word(passes ? 'pass' : 'fail')
  const reasons = record.reasons.map(
    ({ type, comment }): Node => [
      'reason',
      [
        ['type', type],
        ['comment', comment],
      ],
    ],
  )
  return [
    [
      'row',
      [
        ['source_ip', record.ip],
        ['count', record.count],
        [
          'policy_evaluated',
          [
            ['disposition', word(record.disposition)],
            ['dkim', verdict(record.dkim)],
            ['spf', verdict(record.spf)],
            ...reasons,
          ],
        ],
      ],
    ],
    [
      style.identities ? 'identities' : 'identifiers',
      [
        ['envelope_to', record.envelopeTo],
        ['envelope_from', record.envelopeFrom],
        ['header_from', record.headerFrom],
      ],
    ],
    [
      'auth_results',
      [
        ...record.signatures.map(
          ({ domain, selector, result }): Node => [
            'dkim',
            [
              ['domain', domain],
              ['selector', selector],
              ['result', word(result)],
            ],
          ],
        ),
        ...record.spfs.map(
          ({ domain, scope, result }): Node => [
            'spf',
            [
              ['domain', domain],
              ['scope', scope],
              ['result', word(result)],
            ],
          ],
        ),
      ],
    ],
  ]
}

function write(lines: string[], [name, inside]: Node, style: XmlStyle, level: number, attributes = ''): void {
  if (inside === undefined) return
  const gap = style.indented ? '  '.repeat(level) : ''
  const tag = `${style.prefix}${name}`
  if (Array.isArray(inside)) {
    lines.push(`${gap}<${tag}${attributes}>`)
    for (const node of inside) write(lines, node, style, level + 1)
    lines.push(`${gap}</${tag}>`)
  } else lines.push(`${gap}<${tag}>${escaped(String(inside))}</${tag}>`)
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
