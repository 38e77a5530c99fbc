/** The parts of css-tree that are used here (3.2.1, pinned): its tokenizer, which never recurses. */

declare module 'css-tree/tokenizer' {
  export const tokenTypes: Readonly<Record<string, number>>
  /** CSS Syntax Level 3, section 4: calls back once per token, in order and without gaps. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
}

declare module 'css-tree/utils' {
  export const ident: { decode(text: string): string }
  export const string: { decode(text: string): string }
  export const url: { decode(text: string): string }
}
