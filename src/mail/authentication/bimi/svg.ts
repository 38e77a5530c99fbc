import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'

/** What can be wrong with a drawing. */
export type LogoCode =
  | 'bimi-logo-unreadable'
  | 'bimi-logo-title'
  | 'bimi-logo-elements'
  | 'bimi-logo-active'
  | 'bimi-logo-profile'
  | 'bimi-logo-namespace'
  | 'bimi-logo-position'
  | 'bimi-logo-view-box'
  | 'bimi-logo-not-square'
  | 'bimi-logo-relative-size'
  | 'bimi-logo-external'

/** What keeps a drawing from being an SVG Tiny Portable/Secure logo (draft-svg-tiny-ps-abrotman). */
export interface LogoFault {
  code: LogoCode
  says: string
}

export interface LogoReading {
  /** The drawing itself, unpacked. */
  bytes: Buffer
  faults: LogoFault[]
}

/** SVG Tiny 1.2 without multimedia, linking, scripting, animation and conditional processing. */
const ELEMENTS = new Set(
  (
    'svg title desc metadata defs g use path rect circle ellipse line polyline polygon text tspan textArea tbreak ' +
    'linearGradient radialGradient stop solidColor font font-face font-face-src glyph missing-glyph hkern style'
  ).split(' '),
)
const ACTIVE = /^(?:script|handler|listener|set|discard|prefetch|mpath|animate[A-Za-z]{0,20})$/
const NAMESPACE = 'http://www.w3.org/2000/svg'
/** Unpacked drawings beyond this are not read: they are far from the 32 KB that a logo may have. */
const MOST_OCTETS = 1_048_576
const DEEPEST = 100
const CHUNK = 4_096
const SMALLEST_PIXELS = 96

/** Reads a logo, packed (SVGZ) or not. */
export function readLogo(file: Buffer): LogoReading {
  const bytes = unpack(file)
  if (!bytes)
    return { bytes: file, faults: [fault('bimi-logo-unreadable', 'the packed file cannot be unpacked')] }
  if (bytes.length > MOST_OCTETS) {
    return { bytes, faults: [fault('bimi-logo-unreadable', 'it is too large to be read')] }
  }
  return { bytes, faults: new LogoJudge().judge(bytes.toString('utf8').replace(/^\ufeff/, '')) }
}

function unpack(file: Buffer): Buffer | undefined {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file
  try {
    return gunzipSync(file, { maxOutputLength: MOST_OCTETS })
  } catch {
    return undefined
  }
}

const fault = (code: LogoCode, says: string): LogoFault => ({ code, says })

class LogoJudge {
  private readonly faults = new Map<string, LogoFault>()
  private readonly path: string[] = []
  private readonly strange = new Set<string>()
  private titles = 0
  private hasTitleText = false
  private hasRoot = false
  private stopped = false

  judge(text: string): LogoFault[] {
    const parser = new Parser(
      {
        onopentag: (name, attributes) => this.open(name, attributes),
        // A tag that closes itself counts as implied, too: it is told by its last octets.
        onclosetag: (_name, isImplied) => this.close(!isImplied || text[parser.endIndex - 1] === '/'),
        ontext: (words) => this.read(words),
        onprocessinginstruction: (name, data) => this.instruct(name, data),
      },
      { xmlMode: true, decodeEntities: true },
    )
    for (let at = 0; at < text.length && !this.stopped; at += CHUNK) parser.write(text.slice(at, at + CHUNK))
    if (!this.stopped) parser.end()
    if (!this.hasRoot) return [fault('bimi-logo-unreadable', 'it is no SVG drawing')]
    if (this.titles !== 1 || !this.hasTitleText) {
      this.note('bimi-logo-title', 'it must hold one <title> with text, directly in <svg>')
    }
    if (this.strange.size > 0) {
      const names = [...this.strange].slice(0, 5).join(', ')
      this.note('bimi-logo-elements', `it uses elements that SVG Tiny PS does not have: ${names}`)
    }
    return [...this.faults.values()]
  }

  private note(code: LogoCode, says: string): void {
    if (!this.faults.has(code)) this.faults.set(code, fault(code, says))
  }

  private open(written: string, attributes: Record<string, string>): void {
    const name = written.replace(/^svg:/, '')
    const parent = this.path.at(-1)
    this.path.push(name)
    if (this.path.length > DEEPEST) {
      this.note('bimi-logo-unreadable', 'its elements are nested too deeply')
      this.stopped = true
    }
    if (this.path.length === 1) this.openRoot(name, attributes)
    else if (name === 'title' && parent === 'svg' && this.path.length === 2) this.titles++
    // What stands in metadata is not drawn and of any vocabulary.
    if (this.path.includes('metadata') && name !== 'metadata') return
    if (ACTIVE.test(name)) this.note('bimi-logo-active', `it holds <${name}>`)
    else if (!ELEMENTS.has(name) || (name === 'svg' && this.path.length > 1)) this.strange.add(shown(name))
    this.judgeAttributes(attributes)
  }

  private openRoot(name: string, attributes: Record<string, string>): void {
    if (this.hasRoot || name !== 'svg') {
      this.note('bimi-logo-unreadable', 'it is no SVG drawing')
      this.stopped = true
      return
    }
    this.hasRoot = true
    const { version, baseProfile, xmlns, viewBox, x, y, width, height } = attributes
    if (version !== '1.2' || baseProfile !== 'tiny-ps') {
      this.note('bimi-logo-profile', '<svg> must say version="1.2" and baseProfile="tiny-ps"')
    }
    if ((xmlns ?? attributes['xmlns:svg']) !== NAMESPACE) {
      this.note('bimi-logo-namespace', `<svg> must say xmlns="${NAMESPACE}"`)
    }
    if (x !== undefined || y !== undefined) this.note('bimi-logo-position', '<svg> must not have x or y')
    const box = (viewBox ?? '')
      .trim()
      .split(/[\s,]+/, 5)
      .map(Number)
    const [, , wide = 0, high = 0] = box
    if (box.length !== 4 || !box.every(Number.isFinite) || wide <= 0 || high <= 0) {
      this.note('bimi-logo-view-box', '<svg> must have a viewBox of four numbers')
    } else if (wide !== high) this.note('bimi-logo-not-square', 'its viewBox is not square')
    if ([width, height].some((size) => size !== undefined && !isPixels(size))) {
      this.note('bimi-logo-relative-size', `its width and height are not ${SMALLEST_PIXELS} pixels or more`)
    }
  }

  private judgeAttributes(attributes: Record<string, string>): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (/^on[a-z]/i.test(name) || /^\s{0,20}javascript:/i.test(value)) {
        this.note('bimi-logo-active', 'an attribute of it would run a script')
      } else if (isReference(name) ? !value.trim().startsWith('#') : refersOutside(value)) {
        this.note('bimi-logo-external', 'it refers to something outside of itself')
      }
    }
  }

  private close(isWritten: boolean): void {
    this.path.pop()
    if (!isWritten) this.note('bimi-logo-unreadable', 'it is not well formed: an element is not closed')
  }

  private read(words: string): void {
    const name = this.path.at(-1)
    if (name === 'title' && this.path.length === 2 && words.trim() !== '') this.hasTitleText = true
    if (name === 'style' && (/@import/i.test(words) || refersOutside(words))) {
      this.note('bimi-logo-external', 'it refers to something outside of itself')
    }
  }

  private instruct(name: string, data: string): void {
    if (/^\?xml-stylesheet/i.test(name)) this.note('bimi-logo-external', 'it refers to a style sheet')
    if (/^!doctype/i.test(name) && /\[|\bentity\b/i.test(data)) {
      this.note('bimi-logo-external', 'its DOCTYPE declares entities')
    }
  }
}

const isReference = (name: string) => name === 'href' || name.endsWith(':href') || name === 'src'

/** A url() that is not one of the drawing's own parts. */
function refersOutside(value: string): boolean {
  const parts = value.toLowerCase().split('url(')
  return parts.slice(1).some((part) => !/^[\s"']{0,20}#/.test(part))
}

function isPixels(size: string): boolean {
  const number = /^\s{0,20}([0-9]{1,9}(?:\.[0-9]{0,9})?)(?:px)?\s{0,20}$/.exec(size)?.[1]
  return number !== undefined && Number(number) >= SMALLEST_PIXELS
}

function shown(name: string): string {
  return /^[A-Za-z][A-Za-z0-9:_-]{0,30}$/.test(name) ? name : 'something unreadable'
}
