import { hasRawAmpersand, withoutReferences } from '../xml/entities.ts'
import { type XmlEvents, XmlRefused } from '../xml/scan.ts'
import type { Tag } from '../xml/tags.ts'
import {
  emptyRecord,
  type Fields,
  MOST_DKIM,
  MOST_REASONS,
  MOST_SPF,
  type RawHead,
  type RawRecord,
} from './raw.ts'
import { isPart, type Scope, scopeWithin } from './scopes.ts'

/** Elements in one another; those of a report are seven. */
const MOST_LEVELS = 32
/** Elements outside records, and in one of them: a report has thirty, a record some hundreds. */
const MOST_ELEMENTS = 20_000
/** Octets until `feedback` begins. */
const MOST_BEFORE = 1024 * 1024
/** Letters kept of one field, before references are undone. */
const MOST_FIELD = 8_192
const MOST_ERRORS = 20
/** What may be not well formed, which is some of each record. */
const MOST_FAULTS = 200_000

const PREFIX = /^([^\s:=]{1,128}):/
const NAMESPACE = 'urn:ietf:params:xml:ns:dmarc-2.0'

interface Level {
  name: string
  scope: Scope
  /** Where the text of fields in it goes. */
  fields: Fields
  /** Of an unknown element: it may hold what it likes. */
  isExtension?: boolean
}

/** Follows the elements of a report, well formed or not, and hands on each record as it ends. */
export class Outline implements XmlEvents {
  readonly head: RawHead = { metadata: {}, policy: {}, errors: [], namespaced: false }
  isRecovered = false
  /** `feedback` was seen; and closed. */
  hasBegun = false
  hasEnded = false
  /** A part of a report stands where none can be: it is a piece of one. */
  isFragment = false
  readonly #take: (record: RawRecord) => void
  #levels: Level[] = [{ name: '', scope: 'outside', fields: {} }]
  #record: RawRecord | undefined
  #text = ''
  #elements = 0
  #before = 0
  #faults = 0
  /** Of `feedback`, as it is written. */
  #prefix = ''

  constructor(take: (record: RawRecord) => void) {
    this.#take = take
  }

  recovered(): void {
    this.isRecovered = true
    this.#faults += 1
    if (this.#faults > MOST_FAULTS)
      throw new XmlRefused('malformed_xml', 'Hardly anything of it is well formed.')
  }

  text(source: string, from: number, to: number): void {
    if (this.#levels[this.#levels.length - 1]?.scope === 'field') {
      const room = MOST_FIELD - this.#text.length
      if (room > 0) this.#text += source.slice(from, Math.min(to, from + room))
    } else if (!this.hasBegun) this.#pass(to - from)
  }

  tag(tag: Tag, source: string, from: number, to: number): void {
    if (!this.hasBegun) this.#pass(tag.name.length + 2)
    if (this.hasEnded) {
      // Of several reports in one document the first is read.
      if (tag.name === 'feedback' && tag.kind !== 'close') this.recovered()
      return
    }
    if (tag.kind !== 'close') {
      this.#open(tag.name)
      const { scope } = this.#top()
      if (scope === 'ignored' || scope === 'feedback') this.#look(this.#top(), source.slice(from, to))
    }
    if (tag.kind !== 'open') this.#close(tag.name)
  }

  /** What the tag of a report or of an unknown element tells beside its name. */
  #look(level: Level, written: string): void {
    const prefix = PREFIX.exec(written)?.[1] ?? ''
    if (level.scope === 'feedback') {
      this.#prefix = prefix
      this.head.namespaced ||= written.includes(NAMESPACE)
    } else {
      level.isExtension = level.name === 'extension' || prefix !== this.#prefix || written.includes('xmlns')
    }
  }

  /** Ends what the document left open. */
  end(): void {
    if (this.#levels.length > 1) this.isRecovered = true
    // What breaks off in a text or a row is not what was written: 12 may be of 1200.
    this.#text = ''
    if (this.#record && this.#levels.some(({ scope }) => scope === 'row')) this.#record.row = {}
    while (this.#levels.length > 1) this.#pop()
  }

  #top(): Level {
    return this.#levels.at(-1) as Level
  }

  #pass(length: number): void {
    this.#before += length
    if (this.#before > MOST_BEFORE) throw new XmlRefused('not_a_report', 'No report begins in its first MiB.')
  }

  #open(name: string): void {
    this.#elements += 1
    if (this.#elements > MOST_ELEMENTS) {
      if (!this.hasBegun) throw new XmlRefused('not_a_report', 'No report begins in its first elements.')
      throw new XmlRefused('malformed_xml', 'It has far more elements than a report of its rows can have.')
    }
    const scope = this.#enter(name)
    if (this.#levels.length > MOST_LEVELS) {
      throw new XmlRefused('nested_too_deep', `Its elements are nested deeper than ${MOST_LEVELS} levels.`)
    }
    if (scope === 'feedback') this.#begin()
    if (scope === 'record') this.#beginRecord()
    this.#text = ''
    this.#levels.push({ name, scope, fields: this.#fieldsOf(scope) })
  }

  /** The scope that an element opens; what has to be closed before it because its end is missing, is closed. */
  #enter(name: string): Scope {
    if (name === 'feedback' && !this.hasBegun) return 'feedback'
    const top = this.#top()
    const direct = scopeWithin(top.scope, name)
    if (direct) return direct
    if (!this.hasBegun && isPart(name)) this.isFragment = true
    const at = top.scope === 'ignored' ? this.#partAt(name) : this.#ancestorAt(name)
    const scope = at < 0 ? undefined : scopeWithin(this.#levels[at]?.scope ?? 'ignored', name)
    if (!scope) return 'ignored'
    this.recovered()
    while (this.#levels.length > at + 1) this.#pop()
    return scope
  }

  /** The innermost level around that knows the element. */
  #ancestorAt(name: string): number {
    return this.#levels.findLastIndex(({ scope }) => scopeWithin(scope, name) !== undefined)
  }

  /** An unknown element that is never closed must not swallow the report; extensions may hold what they like. */
  #partAt(name: string): number {
    const unknown = this.#levels.find(({ scope }) => scope === 'ignored')
    if (!isPart(name) || unknown?.isExtension) return -1
    return this.#levels.findIndex(({ scope }) => scope === 'feedback')
  }

  #begin(): void {
    this.hasBegun = true
    // What is open around it was, like as not, never closed.
    if (this.#levels.length > 1) this.recovered()
    this.#levels.length = 1
  }

  #beginRecord(): void {
    this.#record = emptyRecord()
    this.#elements = 0
  }

  #fieldsOf(scope: Scope): Fields {
    const record = this.#record
    if (scope === 'metadata' || scope === 'range') return this.head.metadata
    // Of several policies the first that names a domain holds.
    if (scope === 'policy') return this.#policyFields()
    if (!record) return {}
    if (scope === 'row') return record.row
    if (scope === 'evaluated') return record.evaluated
    if (scope === 'identifiers') return record.identifiers
    if (scope === 'reason') return this.#another(record, record.reasons, MOST_REASONS)
    if (scope === 'dkim') return this.#another(record, record.dkim, MOST_DKIM)
    if (scope === 'spf') return this.#another(record, record.spf, MOST_SPF)
    return {}
  }

  #policyFields(): Fields {
    if (this.head.policy['domain']) return {}
    this.head.policy = {}
    return this.head.policy
  }

  #another(record: RawRecord, list: Fields[], most: number): Fields {
    const fields: Fields = {}
    if (list.length < most) list.push(fields)
    else record.cut = true
    return fields
  }

  #close(name: string): void {
    const at = this.#levels.findLastIndex((level) => level.name === name)
    if (at < this.#levels.length - 1) this.recovered()
    while (at > 0 && this.#levels.length > at) this.#pop()
  }

  #pop(): void {
    const level = this.#levels.pop() as Level
    if (level.scope === 'field') this.#endField(level.name)
    else if (level.scope === 'record') this.#endRecord()
    else if (level.scope === 'feedback') this.hasEnded = true
  }

  #endField(name: string): void {
    const written = this.#text
    this.#text = ''
    const text = written.includes('&') ? this.#decoded(written) : written
    const { scope, fields } = this.#top()
    if (scope === 'feedback') this.head.version ??= text
    else if (name === 'error') {
      if (this.head.errors.length < MOST_ERRORS) this.head.errors.push(text)
    } else if (!fields[name]) fields[name] = text
  }

  #decoded(written: string): string {
    if (hasRawAmpersand(written)) this.recovered()
    return withoutReferences(written)
  }

  #endRecord(): void {
    const record = this.#record
    this.#record = undefined
    if (record) this.#take(record)
    this.#elements = 0
  }
}
