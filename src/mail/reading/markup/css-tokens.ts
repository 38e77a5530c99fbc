import { tokenize, tokenTypes } from 'css-tree/tokenizer'

/** Names of CSS Syntax Level 3, section 4. */
export type CssTokenType =
  | 'ident'
  | 'function'
  | 'at-keyword'
  | 'hash'
  | 'string'
  | 'url'
  | 'bad'
  | 'delim'
  | 'number'
  | 'percentage'
  | 'dimension'
  | 'space'
  | 'comment'
  | 'cdo-cdc'
  | ':'
  | ';'
  | ','
  | '['
  | ']'
  | '('
  | ')'
  | '{'
  | '}'

export interface CssToken {
  type: CssTokenType
  text: string
}

const NAMES: Readonly<Record<string, CssTokenType>> = {
  Ident: 'ident',
  Function: 'function',
  AtKeyword: 'at-keyword',
  Hash: 'hash',
  String: 'string',
  BadString: 'bad',
  Url: 'url',
  BadUrl: 'bad',
  Delim: 'delim',
  Number: 'number',
  Percentage: 'percentage',
  Dimension: 'dimension',
  WhiteSpace: 'space',
  CDO: 'cdo-cdc',
  CDC: 'cdo-cdc',
  Colon: ':',
  Semicolon: ';',
  Comma: ',',
  LeftSquareBracket: '[',
  RightSquareBracket: ']',
  LeftParenthesis: '(',
  RightParenthesis: ')',
  LeftCurlyBracket: '{',
  RightCurlyBracket: '}',
  Comment: 'comment',
}
const TYPES = new Map(Object.entries(NAMES).map(([name, type]) => [tokenTypes[name], type]))

/** Hands over every token of a style sheet or value, in order. */
export function eachCssToken(css: string, take: (token: CssToken) => void): void {
  tokenize(css, (type, start, end) => {
    take({ type: TYPES.get(type) ?? 'bad', text: css.slice(start, end) })
  })
}
