/** The names of all methods, also of objects within: `people.byId`. */
export function methodsOf(of: object, prefix = ''): string[] {
  return Object.entries(of).flatMap(([name, value]) => {
    if (typeof value === 'function') return [prefix + name]
    return typeof value === 'object' && value !== null ? methodsOf(value, `${prefix}${name}.`) : []
  })
}

/** The same object, which notes the methods that are called. */
export function noting<T extends object>(of: T, asked: Set<string>, prefix = ''): T {
  return new Proxy(of, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol') return value
      if (typeof value === 'function') {
        asked.add(prefix + name)
        return value
      }
      return typeof value === 'object' && value !== null ? noting(value, asked, `${prefix}${name}.`) : value
    },
  })
}
