import type { HtmlDocument } from '../reading/markup/html.ts'
import { readStyleElements } from '../reading/markup/style-elements.ts'
import type { ParsedMessage } from '../reading/message.ts'
import { shownText } from '../reading/shown-text.ts'
import { escapeHtml } from './escape.ts'
import { BOX_STYLE } from './picture-box.ts'
import { createPictures } from './pictures.ts'
import { safeMarkup } from './safe-markup.ts'
import { safeRules } from './safe-style.ts'

export interface Preview {
  /** A whole document that fetches, follows and runs nothing, to be shown in a sandboxed frame. */
  document: string
  /** Images that were left out because they would have been fetched. */
  remoteImages: number
  /** What is not shown, in words. */
  limits: string[]
}

/** Makes a message fit to be looked at: the HTML written anew without anything active or remote, or else its text.
 * Made for a frame with `sandbox` and the policy below; each of the two alone would do. */
export function previewMessage(
  raw: Uint8Array,
  message: Pick<ParsedMessage, 'text' | 'attachments'>,
  html: HtmlDocument | undefined,
): Preview {
  if (!html || html.rendersNothing) {
    const text = shownText(message, html)
    return { document: documentOf(`<pre dir="auto">${escapeHtml(text)}</pre>`), remoteImages: 0, limits: [] }
  }
  const pictures = createPictures(raw, message)
  const { body, frame, attributes, cut } = safeMarkup(html.root, pictures)
  const sheets = readStyleElements(html.root)
  const style = safeRules(sheets)
  const limits = [...html.limits, ...sheets.flatMap((sheet) => sheet.limits)]
  if (cut) limits.push('The preview ends here: the message is too long to be shown in full.')
  if (style.cut) limits.push('Some of the style sheets are left out: they are too long.')
  const note = cut ? '<p>[Cut here: the message is too long to be shown in full.]</p>' : ''
  return {
    document: documentOf(`${body}${note}`, { frame, attributes, css: style.css }),
    remoteImages: pictures.remote(),
    limits: [...new Set(limits)],
  }
}

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

/** Ground and ink are those of the frame: whatever is set here for body would take away the author's attributes. */
const STYLE = `body{overflow-wrap:break-word}pre{white-space:pre-wrap;margin:0;font:14px/1.5 monospace}:where(a[title]){color:#00e;text-decoration:underline;cursor:help}${BOX_STYLE}`

function documentOf(body: string, { frame = '', attributes = '', css = '' } = {}): string {
  return `<!doctype html><html${frame}><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Preview</title><style>${STYLE}</style>${css === '' ? '' : `<style>${css}</style>`}</head><body${attributes}>${body}</body></html>`
}
