/** Methods that reject: this part of the store is not there yet. Without names: whatever is asked of it. */
export function notYet<T extends object>(part: string, ...methods: (keyof T & string)[]): T {
  const refuse = (method: string) => async () => {
    throw new Error(`PostgreSQL: ${part}.${method} is not there yet`)
  }
  if (methods.length > 0) return Object.fromEntries(methods.map((name) => [name, refuse(name)])) as T
  return new Proxy({} as T, { get: (_, method) => refuse(String(method)) })
}
