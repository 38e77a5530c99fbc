/** Control characters that HTML does not allow, and halves of surrogate pairs. */
const ILLEGAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Text as it stands in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  if (!/[^\t\n\r\x20!#-%(-;=?-_a-~]/.test(text)) return text
  return text.replace(ILLEGAL, '\ufffd').replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '')
}
