/** A text as PostgreSQL keeps it: U+0000, which it refuses, and half letters, which UTF-8 has not, become U+FFFD. What is the same then is one. */
export const keptText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
