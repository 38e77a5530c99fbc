import { resolve } from 'node:path'
import { changedVersions } from '../services/analysis/rescoring/compare.ts'
import type { Invocation } from './command.ts'
import { inWords } from './io.ts'

/** What the evidence holds already, so that it can neither be told nor looked for again. */
const HELD = ['client-ip', 'helo', 'from', 'trust-received', 'offline'] as const

/** Options that mean nothing beside evidence; undefined: none was given. */
export function besideEvidence({ isSet }: Invocation): string | undefined {
  const beside = HELD.filter((name) => isSet(name)).map((name) => `--${name}`)
  if (!isSet('evidence') || beside.length === 0) return undefined
  return `--evidence holds what is known of the session and what was answered: leave out ${beside.join(' and ')}.`
}

/** The evidence that --evidence names; absent: none was named. */
export function readEvidenceFile({
  io,
  value,
}: Invocation): { evidence: unknown } | { refused: string } | undefined {
  const path = value('evidence')
  if (path === undefined) return undefined
  let text: string | undefined
  try {
    text = io.readFile(resolve(io.cwd, path))
  } catch (cause) {
    throw inWords(path, 'read', cause)
  }
  if (text === undefined) return { refused: `There is no file ${path}.` }
  try {
    return { evidence: JSON.parse(text) }
  } catch {
    return { refused: `${path} holds no evidence: it is no JSON, or not the whole of it.` }
  }
}

/** Why the evidence could not be written, known before anything is analysed. */
export function whyNotWritten({ io, value }: Invocation): string | undefined {
  const path = value('evidence-out')
  if (path === undefined) return undefined
  return io.exists(resolve(io.cwd, path)) ? notOver(path) : undefined
}

const notOver = (path: string) => `${path} exists: it is not written over.`

/** Gives the sentence that says why it was not written. */
export function writeEvidenceFile({ io, value }: Invocation, evidence: unknown): string | undefined {
  const path = value('evidence-out')
  if (path === undefined) return undefined
  const written = io.writeNewFile(resolve(io.cwd, path), `${JSON.stringify(evidence)}\n`)
  return written === 'exists' ? notOver(path) : undefined
}

/** Says which of several hosts gathered evidence from which a report was made. */
export function gatheredOn(evidence: unknown): string {
  if (typeof evidence !== 'object' || evidence === null || !('host' in evidence)) return ''
  return `The evidence was gathered on the host ${evidence.host}.\n`
}

/** Says that the report need not be the one that the evidence was gathered for. */
export function otherVersions(before: unknown, after: unknown): string {
  const changed = changedVersions(before, after)
  if (changed.length === 0) return ''
  const names = changed.map(
    ({ name, before: was = 'unknown', after: is = 'gone' }) => `${name} ${was} -> ${is}`,
  )
  return `The evidence was gathered with other versions, so that verdicts may be others: ${names.join(', ')}.\n`
}
