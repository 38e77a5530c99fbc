import { coversHost, LONGEST_AGE, readStsPolicy, STS_MODES } from './sts-policy.ts'

const LONGEST = 65_536
const MOST_LINES = 1_000
/** RFC 8461 3.2: of the order of weeks. */
const USUAL_AGE = '604800'
const KNOWN = ['version', 'mode', 'mx', 'max_age']

/**
 * The lines of a policy that senders can use: mode, patterns, age and other fields as their owner wrote them, with every
 * mail host that no pattern covers. What looks unregistered is not added, and is left out where no mail host has that name. Undefined:
 * the mode is for its owner to say.
 */
export function repairStsPolicy(
  text: string,
  hosts: readonly string[],
  unregistered: ReadonlySet<string> = new Set(),
): string[] | undefined {
  if (text.length > LONGEST) return undefined
  const fields = text.split(/\r\n|\n|\r/, MOST_LINES).flatMap(fieldOf)
  const first = (key: string) => fields.find((field) => field.key === key)?.value.toLowerCase()
  const mode = STS_MODES.find((known) => known === first('mode'))
  if (!mode) return undefined
  const patterns = patternsOf(fields)
  if (!patterns) return undefined
  const covers = (mx: string[], host: string) => coversHost({ mx, faults: [] }, host)
  const isNeeded = (pattern: string) =>
    !unregistered.has(pattern.replace('*.', '')) || hosts.some((host) => covers([pattern], host))
  const kept = [...new Set(patterns.filter(isPattern))].filter(isNeeded)
  const isOpen = (host: string) => !covers(kept, host) && !unregistered.has(host)
  const open = mode === 'none' ? [] : hosts.filter(isOpen)
  const others = fields.filter(({ key }) => !KNOWN.includes(key)).map(({ key, value }) => `${key}: ${value}`)
  const lines = [
    'version: STSv1',
    `mode: ${mode}`,
    ...[...kept, ...open].map((pattern) => `mx: ${pattern}`),
    `max_age: ${ageOf(first('max_age') ?? '')}`,
    ...new Set(others),
  ]
  const policy = readStsPolicy(lines.join('\n'))
  const isWhole = policy.faults.length === 0 && policy.mx.length === kept.length + open.length
  return isWhole ? lines : undefined
}

function fieldOf(line: string): { key: string; value: string }[] {
  const [, name, value] =
    /^[^A-Za-z0-9]{0,4}([A-Za-z0-9][A-Za-z0-9_.-]{0,31}) {0,9}[:=](.*)$/.exec(line.trim()) ?? []
  if (name === undefined || value === undefined) return []
  const lower = name.toLowerCase().replace('max-age', 'max_age')
  const plain = (value.split('#')[0] ?? '').replace(/^[\s"']{1,9}|[\s"',;]{1,9}$/g, '')
  return [{ key: KNOWN.includes(lower) ? lower : name, value: plain }]
}

/** Without the preference that an MX record has before its host. Undefined: two words may be one name with a blank in it. */
function patternsOf(fields: readonly { key: string; value: string }[]): string[] | undefined {
  const lists = fields.filter(({ key }) => key === 'mx').map(({ value }) => listedPatterns(value))
  const isOpen = lists.some((list) => list.length > 1 && list.some((pattern) => !pattern.includes('.')))
  return isOpen ? undefined : lists.flat()
}

function listedPatterns(value: string): string[] {
  const words = value.split(/[\s,]+/).filter((word) => word !== '')
  return words.filter((word) => words.length === 1 || !/^[0-9]{1,5}$/.test(word)).map(patternOf)
}

function patternOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/^https?:\/\/|^smtp:\/\//, '')
    .replace(/(?::25)?[./]{0,3}$/, '')
}

function isPattern(pattern: string): boolean {
  return readStsPolicy(`mx: ${pattern}`).mx.length === 1
}

/** An age that is no number is the fault itself; one that is too long is cut to the longest there is. */
function ageOf(value: string): string {
  const digits = /^([0-9]{1,15})(?: ?s(?:ec(?:onds?)?)?)?$/.exec(value)?.[1]
  if (digits === undefined) return USUAL_AGE
  return Number(digits) > LONGEST_AGE ? String(LONGEST_AGE) : digits
}
