declare module '*.css' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: a file imported as text has only a default
  export default text
}
