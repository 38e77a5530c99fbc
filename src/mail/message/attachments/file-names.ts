import blocked from '../../data/blocked-types.json' with { type: 'json' }

/** Who refuses files of this type. */
export type BlockedBy = 'gmail' | 'outlook'

const GMAIL = new Set(blocked.gmail)
const OUTLOOK = new Set(blocked.outlook)

export function blockedBy(extension: string): BlockedBy | undefined {
  if (GMAIL.has(extension)) return 'gmail'
  return OUTLOOK.has(extension) ? 'outlook' : undefined
}

const MOST_LETTERS = 1_000
/** Shown as nothing, or turning what follows. */
const UNSEEN = /[\p{Cf}\p{Cc}]/gu

/** The type by the end of the name, lower case; '' where there is none. What shows nothing does not count. */
export function extensionOf(name: string): string {
  return partsOf(name).at(-1) ?? ''
}

/** What stands behind the first dot, lower case, the last at the end. */
function partsOf(name: string): string[] {
  const shown = name.slice(-MOST_LETTERS).replace(UNSEEN, '').toLowerCase()
  const base = shown.slice(Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1)
  return base
    .split('.')
    .slice(1)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const LOOKS_HARMLESS = new Set(
  'pdf doc docx xls xlsx ppt pptx odt ods odp txt rtf csv jpg jpeg png gif tif tiff bmp webp svg mp3 mp4 wav avi mov zip htm html'.split(
    ' ',
  ),
)
const HTML = new Set(['htm', 'html', 'xhtml', 'xht', 'shtml', 'mht', 'mhtml'])

/** A page that opens in the browser. */
export function isPage(extension: string): boolean {
  return HTML.has(extension)
}

/** The type that shows is not the one that counts: invoice.pdf.exe. */
export function hasDoubleExtension(name: string): boolean {
  const [before, last] = partsOf(name).slice(-2)
  if (before === undefined || last === undefined || !LOOKS_HARMLESS.has(before)) return false
  return blockedBy(last) !== undefined || (isPage(last) && !isPage(before))
}

/** Controls that turn the order of letters, so that the end is read elsewhere (UAX #9). */
export function turnsOrder(name: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/.test(name)
}

const MACROS = new Set('docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm'.split(' '))

/** An Office type that holds macros by its name. */
export function isMacroType(extension: string): boolean {
  return MACROS.has(extension)
}
