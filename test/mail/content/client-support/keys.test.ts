import { expect, test } from 'bun:test'
import { declarationKeys } from '../../../../src/mail/content/client-support/declaration-keys.ts'
import { imageKeys } from '../../../../src/mail/content/client-support/image-keys.ts'
import { selectorKeys } from '../../../../src/mail/content/client-support/selector-keys.ts'
import { readDeclarations } from '../../../../src/mail/reading/markup/stylesheet.ts'

test.each<[string, string]>([
  ['p', 'selector:type'],
  ['.a', 'selector:class'],
  ['.a.b', 'selector:class selector:chaining'],
  ['.a .b', 'selector:class selector:descendant'],
  ['.a, .b', 'selector:class selector:grouping'],
  ['#x', 'selector:id'],
  ['*', 'selector:universal'],
  ['a > b', 'selector:type selector:child'],
  ['a>b', 'selector:type selector:child'],
  ['a + b', 'selector:type selector:adjacent-sibling'],
  ['a ~ b', 'selector:type selector:general-sibling'],
  ['[class~="x"]', 'selector:attribute'],
  ['a[href="b > c"]', 'selector:type selector:attribute'],
  ['a:hover', 'selector:type pseudo:hover'],
  ['A::BEFORE', 'selector:type pseudo:before'],
  ['a:not(.b .c)', 'selector:type pseudo:not'],
  ['a/* x */b', 'selector:type'],
  ['  a  ', 'selector:type'],
])('selector %s', (selector, keys) => {
  expect([...selectorKeys(selector)].toSorted()).toEqual(keys.split(' ').toSorted())
})

test.each<[string, string]>([
  ['display: FLEX', 'property:display keyword:flex declaration:display=flex'],
  ['width: calc(100% - 2.5em)', 'property:width function:calc unit:% unit:em'],
  ['margin: 0 auto !important', 'property:margin important keyword:auto declaration:margin=auto'],
  ['--x: 1', 'variable'],
  ['color: var(--x)', 'property:color function:var keyword:--x declaration:color=--x'],
  ['line-height: 1.5', 'property:line-height'],
  ['width: 1e3px', 'property:width unit:px'],
  ['width: 1em', 'property:width unit:em'],
  ['background: url(https://a.example/b.webp)', 'property:background image:webp'],
  ['background: url("https://a.example/b.webp")', 'property:background function:url image:webp'],
  ['font-family: "a.png"', 'property:font-family'],
])('declaration %s', (style, keys) => {
  const [declaration] = readDeclarations(style)
  expect([...declarationKeys(declaration!)].toSorted()).toEqual(keys.split(' ').toSorted())
})

test.each<[string, string]>([
  ['https://a.example/b/c.PNG?d=e.gif#f', 'image:png'],
  ['https://a.example/b', ''],
  ['cid:logo', ''],
  ['data:image/svg+xml;base64,AA', 'image:data image:svg'],
  ['data:image/x-icon;base64,AA', 'image:data image:ico'],
  ['data:,x', 'image:data'],
])('image %s', (address, keys) => {
  expect(imageKeys(address).join(' ')).toBe(keys)
})
