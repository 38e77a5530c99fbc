import type { Remark } from '../../remark.ts'
import type { AttachedFile } from './attached-file.ts'
import { blockedBy, extensionOf, hasDoubleExtension, isMacroType, isPage, turnsOrder } from './file-names.ts'
import type { FileKind } from './magic.ts'

/** What is said of attached files. */
export type FileCode =
  | 'file-blocked'
  | 'file-not-opened'
  | 'file-program'
  | 'file-macros'
  | 'file-page'
  | 'file-type-differs'
  | 'file-double-type'
  | 'file-name-turned'
  | 'file-tnef'
  | 'archive-holds-blocked'
  | 'archive-encrypted'

const GMAIL = 'Gmail Help: file types blocked in Gmail (2026-11)'
const OUTLOOK = 'Microsoft Support: blocked attachments in Outlook (2026-11)'
const LINK = 'Put the file on a web site and link to it, or send another type of file.'

/** What each type of file is by its bytes; a type that is not here may be anything. */
const EXPECTED: ReadonlyMap<string, readonly FileKind[]> = new Map([
  ...each('jpg jpeg png gif webp tif tiff heic bmp', ['image']),
  ...each('pdf', ['pdf']),
  // Programs write HTML, RTF and the newer form under the older names.
  ...each('doc xls ppt', ['ole', 'zip', 'rtf', 'html']),
  ...each('docx xlsx pptx docm xlsm pptm odt ods odp', ['zip', 'ole']),
  ...each('mp3 mp4 m4a mov wav avi ogg mkv webm', ['media']),
  ...each('txt csv ics vcf eml log', ['html', 'rtf']),
  ...each('zip', ['zip']),
])

function each(extensions: string, kinds: readonly FileKind[]): [string, readonly FileKind[]][] {
  return extensions.split(' ').map((extension) => [extension, kinds])
}

/** Types that may be told: the rest could be words of the message. */
export function typeInWords({ extension, kind }: AttachedFile): string {
  const isKnown =
    EXPECTED.has(extension) || blockedBy(extension) || isPage(extension) || isMacroType(extension)
  return isKnown ? extension : (kind ?? 'other')
}

/** Judges the files of a message; each finding once, with the types it is about. */
export function judgeFiles(files: readonly AttachedFile[]): Remark<FileCode>[] {
  return [...ofRefused(files), ...ofNames(files), ...ofForm(files)]
}

const types = (some: readonly AttachedFile[]) => [...new Set(some.map(typeInWords))].slice(0, 10).join(', ')

/** What providers refuse or keep shut. */
function ofRefused(files: readonly AttachedFile[]): Remark<FileCode>[] {
  const those = (test: (file: AttachedFile) => boolean) => files.filter(test)
  const blockedFor = (by: string) => those(({ extension }) => blockedBy(extension) === by)
  return [
    ...told(
      blockedFor('gmail'),
      'file-blocked',
      LINK,
      GMAIL,
      (some) => `of a type that Gmail refuses: ${types(some)}`,
    ),
    ...told(
      blockedFor('outlook'),
      'file-not-opened',
      LINK,
      OUTLOOK,
      (some) => `of a type that Outlook does not open: ${types(some)}`,
    ),
    ...told(
      those(isHiddenProgram),
      'file-program',
      LINK,
      GMAIL,
      (some) => `a program by its bytes under another type: ${types(some)}`,
    ),
    ...told(
      those(holdsBlocked),
      'archive-holds-blocked',
      LINK,
      GMAIL,
      (some) => `an archive that holds a type that Gmail refuses: ${blockedTypes(some)}`,
    ),
    ...told(
      those(({ archive }) => archive?.encrypted ?? false),
      'archive-encrypted',
      'Send the archive without a password, or link to it.',
      GMAIL,
      () => 'an archive that needs a password, which Gmail refuses',
    ),
    ...told(
      those(hasMacros),
      'file-macros',
      'Send the document without macros, or as PDF.',
      GMAIL,
      (some) => `a document with macros: ${types(some)}`,
    ),
  ]
}

/** What is suspicious, or not what it says, by its form. */
function ofForm(files: readonly AttachedFile[]): Remark<FileCode>[] {
  return [
    ...told(
      files.filter(isPageFile),
      'file-page',
      'Put the page on a web site and link to it, or send it as PDF.',
      'Microsoft Defender for Office 365: anti-malware protection (2026-11)',
      () =>
        'a page that opens in the browser (HTML, or SVG with a script), the usual form of phishing by attachment',
    ),
    ...told(
      files.filter(isMismatch),
      'file-type-differs',
      'Name the file by what it is, and declare that type in Content-Type.',
      'RFC 2046 section 4; RFC 2183 section 5',
      (some) => `by its bytes something else than its name says: ${mismatches(some)}`,
    ),
    ...told(
      files.filter(isTnef),
      'file-tnef',
      'Send as HTML or plain text in place of Rich Text (Outlook).',
      'MS-OXTNEF',
      () => 'a winmail.dat, which only Outlook can read',
    ),
  ]
}

function ofNames(files: readonly AttachedFile[]): Remark<FileCode>[] {
  const turned = files.filter(({ name }) => turnsOrder(name))
  const double = files.filter(({ name }) => hasDoubleExtension(name))
  const plain = 'Name the file plainly, with the one type that it is at the end.'
  return [
    ...told(
      turned,
      'file-name-turned',
      plain,
      'UAX #9 section 2; UTR #36',
      () => 'under a name with controls that turn the order of letters, which hides its type',
    ),
    ...told(
      double,
      'file-double-type',
      plain,
      'RFC 2183 section 5',
      () => 'under a name with two types, of which the harmless one comes first',
    ),
  ]
}

function told(
  files: readonly AttachedFile[],
  code: FileCode,
  advice: string,
  reference: string,
  what: (files: readonly AttachedFile[]) => string,
): Remark<FileCode>[] {
  if (files.length === 0) return []
  const who = files.length === 1 ? 'An attached file is' : `${files.length} attached files are`
  return [{ code, says: `${who} ${what(files)}.`, advice, reference }]
}

function isHiddenProgram({ kind, extension }: AttachedFile): boolean {
  return (kind === 'program' || kind === 'shortcut') && blockedBy(extension) !== 'gmail'
}

/** Names in the archive, and what is left of the name of a packed file: report.exe.gz. */
function blockedInside({ archive, kind, name }: AttachedFile): string[] {
  const packed = kind === 'gzip' ? [name.replace(/\.t?gz$/i, '')] : []
  const inside = [...(archive?.names ?? []), ...packed].map(extensionOf)
  return inside.filter((extension) => blockedBy(extension) === 'gmail')
}

/** Office documents and programs' own packages are archives too. */
function holdsBlocked(file: AttachedFile): boolean {
  return blockedBy(file.extension) !== 'gmail' && blockedInside(file).length > 0
}

function blockedTypes(files: readonly AttachedFile[]): string {
  return [...new Set(files.flatMap(blockedInside))].slice(0, 10).join(', ')
}

function hasMacros({ macros, extension }: AttachedFile): boolean {
  return macros || (isMacroType(extension) && extension !== 'xlsb')
}

/** A page that the sender attached, not another form of the body. */
function isPageFile({ part, extension, kind }: AttachedFile): boolean {
  // A drawing that runs a script opens in the browser too.
  if (isPage(extension) || (extension === 'svg' && kind === 'html')) return true
  return (
    (part.contentType === 'text/html' || kind === 'html') &&
    part.disposition === 'attachment' &&
    extension === ''
  )
}

function isMismatch(file: AttachedFile): boolean {
  const { kind, extension } = file
  const expected = EXPECTED.get(extension) ?? expectedByType(file)
  if (!kind || !expected || expected.includes(kind)) return false
  return kind !== 'program' && kind !== 'shortcut' && kind !== 'tnef'
}

function isTnef({ part, kind, name }: AttachedFile): boolean {
  return (
    kind === 'tnef' ||
    /^application\/(?:vnd\.)?ms-tnef$/.test(part.contentType) ||
    /^winmail\.dat$/i.test(name)
  )
}

function expectedByType({ part, extension }: AttachedFile): readonly FileKind[] | undefined {
  if (extension !== '') return undefined
  if (part.contentType.startsWith('image/')) return ['image']
  return part.contentType === 'application/pdf' ? ['pdf'] : undefined
}

function mismatches(files: readonly AttachedFile[]): string {
  const pairs = files.map(
    (file) => `${file.extension || file.part.contentType.split('/', 1)[0]} is ${file.kind}`,
  )
  return [...new Set(pairs)].slice(0, 5).join(', ')
}
