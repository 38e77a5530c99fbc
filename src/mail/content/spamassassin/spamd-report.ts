import { oneLine, pointsIn, type ScanRule, type Unreadable, unreadable } from '../scanners/rule.ts'

export interface SpamdReport {
  kind: 'report'
  points: number
  /** Points from which SpamAssassin calls a message spam (required_score). */
  threshold: number
  rules: ScanRule[]
}

const STATUS = /^SPAMD\/\d{1,2}\.\d{1,2} (\d{1,5}) ?(EX_[A-Z]{1,20})?/
const VERDICT = /^(?:True|False|Yes|No) ; (-?\d{1,9}(?:\.\d{1,9})?) \/ (-?\d{1,9}(?:\.\d{1,9})?)$/
const TABLE = /^-{2,} -{2,} -{2,}$/
const ROW = /^ {0,3}(-?\d{1,5}(?:\.\d)?) ([A-Za-z0-9_]{1,100})(?: {1,30}(\S.*))?$/
const MOST_DESCRIPTION = 200
const MOST_NOTES = 10

/** Reads what spamd answers to REPORT (spamd/PROTOCOL): its verdict, and the table of rules in its report. */
export function readSpamdReply(body: string): SpamdReport | Unreadable {
  if (body === '') return unreadable('it closed the connection without an answer')
  const [status = '', ...fields] = headLines(body)
  const [, code, name] = STATUS.exec(status) ?? []
  if (code === undefined) return unreadable('its answer is not that of spamd')
  if (code !== '0') return unreadable(`it answered with the error ${name ?? code}`)
  const report = body.slice(body.indexOf('\r\n\r\n') + 4)
  const announced = fieldValue(fields, 'content-length')
  if (announced === undefined || Number(announced) !== report.length) {
    return unreadable('its answer is not as long as it says')
  }
  const [, points, threshold] = VERDICT.exec(fieldValue(fields, 'spam') ?? '') ?? []
  return judged(pointsIn(points), pointsIn(threshold), report)
}

function judged(
  points: number | undefined,
  threshold: number | undefined,
  report: string,
): SpamdReport | Unreadable {
  if (points === undefined || threshold === undefined) return unreadable('its answer has no score')
  if (threshold <= 0) return unreadable('its own threshold is not above zero')
  const rules = rulesIn(Buffer.from(report, 'latin1').toString('utf8'))
  if (!rules) return unreadable('its report template does not list the rules')
  if (!addsUp(points, rules)) return unreadable('the rules in its report do not add up to its score')
  return { kind: 'report', points, threshold, rules }
}

const MOST_HEAD = 4096

function headLines(body: string): string[] {
  const end = body.slice(0, MOST_HEAD).indexOf('\r\n\r\n')
  return body.slice(0, end === -1 ? 200 : end).split('\r\n')
}

function fieldValue(fields: readonly string[], name: string): string | undefined {
  const field = fields.find((line) => line.toLowerCase().startsWith(`${name}:`))
  return field?.slice(name.length + 1).trim()
}

/** The rows of the last table: what stands before it may be the message's own text. */
function rulesIn(report: string): ScanRule[] | undefined {
  const lines = report.split(/\r?\n/)
  const table = lines.findLastIndex((line) => TABLE.test(line))
  if (table === -1) return undefined
  const rules: ScanRule[] = []
  let inNotes = false
  for (const line of lines.slice(table + 1)) {
    if (line.trim() === '') break
    const [, points, name, description = ''] = ROW.exec(line) ?? []
    const rule = rules.at(-1)
    if (name !== undefined) {
      inNotes = false
      rules.push({
        name,
        points: Number(points),
        description: oneLine(description, MOST_DESCRIPTION),
        notes: [],
      })
    } else if (rule) {
      inNotes ||= line.trimStart().startsWith('[')
      carryOn(rule, line, inNotes)
    }
  }
  return rules
}

/** A description is wrapped; what the rule saw of the message stands below it in brackets. */
function carryOn(rule: ScanRule, line: string, inNotes: boolean): void {
  if (!inNotes) rule.description = oneLine(`${rule.description} ${line}`, MOST_DESCRIPTION)
  else if (rule.notes.length < MOST_NOTES) rule.notes.push(oneLine(line, MOST_DESCRIPTION))
}

/** Rows are rounded to one decimal, from ten points to whole ones. A row that a message wrote into the report breaks the sum. */
function addsUp(points: number, rules: readonly ScanRule[]): boolean {
  let sum = 0
  let roundedBy = 0.06
  for (const rule of rules) {
    sum += rule.points
    roundedBy += Math.abs(rule.points) >= 10 ? 0.51 : 0.051
  }
  return Math.abs(sum - points) <= roundedBy
}
