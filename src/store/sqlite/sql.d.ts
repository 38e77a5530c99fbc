declare module '*.sql' {
  const sql: string
  // biome-ignore lint/style/noDefaultExport: a file imported as text has no other export.
  export default sql
}
