import { USUAL_TTL } from './nsupdate.ts'
import { escapedText, textOf } from './presentation.ts'
import { type AppliedSet, appliedSets, type RecordSet } from './record-set.ts'
import { comments } from './zone-file.ts'

const RESOURCES: Partial<Record<AppliedSet['type'], string>> = {
  A: 'dns_a_record_set',
  AAAA: 'dns_aaaa_record_set',
  MX: 'dns_mx_record_set',
  TXT: 'dns_txt_record_set',
}

/** Names that need no escaping in the provider, which has its own rules for it. */
const PLAIN_NAME = /^[a-z0-9_*.-]+\.$/i

/** The longest token that its parser takes is one of 2,048 letters. */
const MOST_LETTERS = 2_000

/** Why a record set is not told as Terraform; undefined: it is. */
export function whyNotTerraform(set: RecordSet): string | undefined {
  if (RESOURCES[set.type] === undefined) return `the provider hashicorp/dns has no set of ${set.type} records`
  if (set.after.length === 0) return 'it removes the last record of its name and type'
  if (!PLAIN_NAME.test(`${set.name}.`)) return 'the provider reads such names in its own way'
  // It writes what stands anew, parted after 255 octets, and would not find a record that is parted otherwise.
  if (set.parted)
    return 'a record that stands there is of several strings, and the provider does not tell where they part'
  if (set.after.some((record) => record.length > MOST_LETTERS))
    return 'the provider reads no record of this length'
  const isInZone =
    set.zone !== undefined && `.${set.name}`.toLowerCase().endsWith(`.${set.zone.toLowerCase()}`)
  return isInZone ? undefined : 'the zone that it lies in is not known'
}

/** Resources of the provider hashicorp/dns, which updates a server by RFC 2136. A set that stands is imported first: made
 * without that, the records would come beside those that they replace. */
export function terraformConfig(sets: readonly RecordSet[], ttl = USUAL_TTL): string {
  const told = appliedSets(sets).filter((set) => whyNotTerraform(set) === undefined)
  if (told.length === 0) return ''
  const taken = new Set<string>()
  const blocks = told.map((set) => resourceOf(set, labelOf(set, taken), ttl))
  return `${comments(HEAD, '#').join('\n')}\n\n${blocks.join('\n\n')}\n`
}

const HEAD =
  'Provider hashicorp/dns (RFC 2136), Terraform 1.5 or later.\nA record set is written as a whole: look in the plan at what would be removed.'

function resourceOf(set: AppliedSet, label: string, ttl: number): string {
  const { owner, before, note } = set
  const zone = `${set.zone}.`
  const kind = RESOURCES[set.type] ?? ''
  const name = owner.toLowerCase() === zone ? undefined : owner.slice(0, -zone.length - 1)
  const lines = [
    ...comments(note, '#'),
    ...(before.length > 0 ? [`import {\n  to = ${kind}.${label}\n  id = ${quoted(owner)}\n}\n`] : []),
    `resource "${kind}" "${label}" {`,
    `  zone = ${quoted(zone)}`,
    ...(name === undefined ? [] : [`  name = ${quoted(name)}`]),
    `  ttl  = ${ttl}`,
    ...valuesOf(set),
    ...(before.length > 0 ? LIFECYCLE : []),
    '}',
  ]
  return lines.join('\n')
}

/** What the provider found when it imported the set stays: another zone or age would have it delete the set first. */
const LIFECYCLE = [
  '',
  '  lifecycle {',
  '    ignore_changes  = [zone, name, ttl]',
  '    prevent_destroy = true',
  '  }',
]

function valuesOf({ type, after }: AppliedSet): string[] {
  if (type === 'MX') {
    return after.flatMap((record) => {
      const [preference = '', exchange = ''] = record.split(' ')
      return ['', '  mx {', `    preference = ${preference}`, `    exchange   = ${quoted(exchange)}`, '  }']
    })
  }
  const key = type === 'TXT' ? 'txt' : 'addresses'
  // The provider puts quotes around a text and parts it itself.
  const values = type === 'TXT' ? after.map((record) => escapedText(textOf(record) ?? '')) : after
  return ['', `  ${key} = [`, ...values.map((value) => `    ${quoted(value)},`), '  ]']
}

/** A string of HCL: macros of SPF look like its templates. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/([$%])\{/g, '$1$1{')}"`
}

function labelOf({ name, type }: AppliedSet, taken: Set<string>): string {
  const plain = `${name}_${type}`
    .toLowerCase()
    .replace(/\*/g, 'any')
    .replace(/[^a-z0-9_]/g, '_')
  const first = /^[a-z_]/.test(plain) ? plain : `_${plain}`
  let label = first
  for (let number = 2; taken.has(label); number += 1) label = `${first}_${number}`
  taken.add(label)
  return label
}
