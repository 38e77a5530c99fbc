import { fstatSync } from 'node:fs'

/** What systemd's journal knows each level by (sd-daemon(3)). */
const PRIORITIES: Readonly<Record<string, string>> = { error: '<3>', warn: '<4>', info: '<6>', debug: '<7>' }

/** Whether standard output goes to systemd's journal (systemd.exec(5), JOURNAL_STREAM). */
export function isJournal(
  stream = process.env['JOURNAL_STREAM'],
  output: () => { dev: number | bigint; ino: number | bigint } = () => fstatSync(1, { bigint: true }),
): boolean {
  if (stream === undefined) return false
  try {
    const { dev, ino } = output()
    return stream === `${dev}:${ino}`
  } catch {
    return false
  }
}

/** What goes before a line of JSON for `journalctl -p` to find it by its level. The journal takes it away again. */
export function priorityOf(line: string): string {
  const level = /^\{"level":"([a-z]+)"/.exec(line)?.[1] ?? ''
  return PRIORITIES[level] ?? ''
}
