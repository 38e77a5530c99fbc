/** What may be given for the parameters of a statement, where only its plan is asked for: by name where they have names, else in their order. */
export function parametersOf(sql: string, value: null | number): unknown[] | Record<string, unknown> {
  const names = Array.from(sql.matchAll(/[:@$]([a-z]\w*)/g), ([, name = '']) => name)
  if (names.length > 0) return Object.fromEntries(names.map((name) => [name, value]))
  return Array.from(sql.matchAll(/\?/g), () => value)
}
