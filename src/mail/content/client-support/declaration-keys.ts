import { type CssToken, eachCssToken } from '../../reading/markup/css-tokens.ts'
import type { Declaration } from '../../reading/markup/stylesheet.ts'
import { imageKeys } from './image-keys.ts'

/** The features that a declaration uses, as keys. */
export function declarationKeys({ property, value, important }: Declaration): Set<string> {
  const keys = new Set([property.startsWith('--') ? 'variable' : `property:${property}`])
  if (important) keys.add('important')
  eachCssToken(value, (token) => {
    for (const key of keysOfToken(token, property)) keys.add(key)
  })
  return keys
}

function keysOfToken({ type, text }: CssToken, property: string): string[] {
  const word = text.slice(0, 60).toLowerCase()
  switch (type) {
    case 'ident':
      return [`keyword:${word}`, `declaration:${property}=${word}`]
    case 'function':
      return [`function:${word.slice(0, -1)}`]
    case 'percentage':
      return ['unit:%']
    case 'dimension':
      return [`unit:${unitOf(word)}`]
    case 'url':
      return imageKeys(text.slice(4, -1))
    case 'string':
      return property.startsWith('background') || property.endsWith('image')
        ? imageKeys(text.slice(1, -1))
        : []
    default:
      return []
  }
}

function unitOf(dimension: string): string {
  return dimension.replace(/^[+-]?[\d.]{1,60}(?:e[+-]?\d{1,60})?/, '')
}
