import type { Values } from './values.ts'

const PLACEHOLDER = /\{\{\s*([^{}\s]*)\s*\}\}/g
/** Of a value in a URL or a header field. */
const MOST_IN_URL = 500
const MOST_IN_HEADER = 300

/** The names that a text asks for. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** What is left of a text without its placeholders. */
export const withoutNames = (text: string): string => text.replace(PLACEHOLDER, '')

/** A JSON body with values in its strings. A string that is nothing but a placeholder becomes the value, of whatever kind it is.
 * Undefined: it is no JSON. */
export function filledBody(template: string, values: Values): string | undefined {
  try {
    return JSON.stringify(JSON.parse(template, (_key, value) => filledValue(value, values)))
  } catch {
    return undefined
  }
}

function filledValue(value: unknown, values: Values): unknown {
  if (typeof value !== 'string') return value
  const [whole] = namesIn(value)
  if (whole !== undefined && withoutNames(value) === '' && namesIn(value).length === 1) return values(whole)
  return value.replace(PLACEHOLDER, (_all, name: string) => textOf(values(name)))
}

/** A URL with values in its path and its query: whatever they are, they add no part to either. */
export const filledUrl = (template: string, values: Values): string =>
  template.replace(PLACEHOLDER, (_all, name: string) => {
    const text = short(textOf(values(name)), MOST_IN_URL)
    // Dots alone would lead to another folder, encoded or not.
    return /^\.+$/.test(text) ? '' : encodeURIComponent(text).replace(/[!'()*]/g, percentOf)
  })

const percentOf = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The value of a header field: beyond ASCII as an encoded word (RFC 2047). */
export const filledHeader = (template: string, values: Values): string =>
  template.replace(PLACEHOLDER, (_all, name: string) => {
    const text = short(textOf(values(name)), MOST_IN_HEADER).replace(/\p{Cc}+/gu, ' ')
    return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
  })

const short = (text: string, most: number) => Array.from(text.toWellFormed()).slice(0, most).join('')

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
