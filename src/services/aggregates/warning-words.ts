/** What is odd about a report that was stored all the same, each in a sentence. */
const WARNINGS: Readonly<Record<string, string>> = {
  crc_mismatch: 'The checksum of the archive does not match its content.',
}

/** What a warning means. One that has no words yet is given as it is. */
export const warningWords = (warning: string): string =>
  WARNINGS[warning] ?? `Odd about it: ${warning.replaceAll('_', ' ')}.`
