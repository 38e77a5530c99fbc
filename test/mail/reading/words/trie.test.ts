import { expect, test } from 'bun:test'
import { holdsAny } from '../../../../src/mail/reading/words/held-words.ts'
import { Trie } from '../../../../src/mail/reading/words/trie.ts'

function valuesOf(trie: Trie<string>, text: string): readonly string[] | undefined {
  let node: number = Trie.root
  for (let at = 0; at < text.length; at += 1) node = trie.next(node, text.charCodeAt(at))
  return node === 0 ? undefined : trie.at(node)
}

test('every text of a large trie is found with its values, and no other', () => {
  const trie = new Trie<string>()
  const texts = Array.from({ length: 5_000 }, (_, i) => `${i.toString(36)}-${(i * 7_919).toString(36)} ж`)
  for (const text of texts) trie.add(text, text)
  trie.add(texts[0] ?? '', 'again')
  expect(valuesOf(trie, texts[0] ?? '')).toEqual([texts[0] ?? '', 'again'])
  expect(texts.slice(1).filter((text) => valuesOf(trie, text)?.join() !== text)).toEqual([])
  expect(valuesOf(trie, '0-')).toBeUndefined()
  expect(valuesOf(trie, 'zzzzzz')).toBeUndefined()
})

test('where a text begins, a look at three letters never says that none does', () => {
  const trie = new Trie<true>()
  const texts = ['ab', 'abc', 'xyz1', 'ü日本', 'q q']
  for (const text of texts) trie.add(text, true)
  for (const text of texts) {
    const [first = 0, second = 0, third = 0] = [...`${text}!`].map((letter) => letter.charCodeAt(0))
    expect(trie.mayBeginWith(first, second, third)).toBe(true)
  }
  expect(trie.mayBeginWith(0x61, 0x63, 0x62)).toBe(false)
})

test.each([
  ['We keep PERSONAL DATA.', true],
  ['apersonal dataset', true],
  ['personal  data', false],
  ['ΠΡΟΣΩΠΙΚΆΣ', true],
  ['', false],
  ['person', false],
])('%j holds one of the words: %p', (text, isHeld) => {
  expect(holdsAny(['personal data', 'προσωπικάς', 'x'])(text.replaceAll('x', ''))).toBe(isHeld)
})

test('a word of one letter is found too', () => {
  expect(holdsAny(['long word', '§'])('as of § 5')).toBe(true)
})
