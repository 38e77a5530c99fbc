import { domainToASCII } from 'node:url'

const ASCII_NAME = /^[a-z0-9_.-]+$/

/** A domain in A-labels, lower case, without the root dot; of an address the part behind the @. '' for what is none. */
export function reportedDomain(written: string): string {
  const text = written.slice(0, 1024).trim()
  const bare = text
    .slice(text.lastIndexOf('@') + 1)
    .replace(/^[<"'\s]+|[>"'\s]{1,100}$/g, '')
    .toLowerCase()
  const name = ASCII_NAME.test(bare) ? bare : asciiOf(bare)
  const domain = name.endsWith('.') ? name.slice(0, -1) : name
  return domain.length <= 253 && domain.split('.').every(isLabel) ? domain : ''
}

/** What is ASCII and no name is none; the rest is for IDNA. */
function asciiOf(text: string): string {
  return /[\0-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/.test(text.replaceAll('_', '')) ? '' : domainToASCII(text)
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= 63 && ASCII_NAME.test(label)
}
