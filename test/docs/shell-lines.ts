import type { Block } from './documents.ts'

/** Languages of blocks in which commands are typed, or stand in a file that runs them. */
const SHELL = ['', 'sh', 'bash', 'shell', 'console', 'yaml', 'ini', 'dockerfile']

/** Words that run what follows them. */
const RUNNERS = /^(?:\$|exec|sudo|(?:sudo|runuser) -u \S+|-u \S+|--|then|do|!|time|if) +/

/** A line of Postfix's master.cf: a service and how it runs. */
const SERVICE = /^[\w:.]+ +(?:unix|inet|fifo) +[-yn]/

/** The commands of a block as the words that a shell would make of them, each with what it was called by. */
export function commandsOf({ language, text }: Block): string[][] {
  if (!SHELL.includes(language)) return []
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .map((line) => line.replace(/^(?:- )?(?:[A-Za-z]+=(?=\/)|[a-z]+: (?=\S))/, ''))
    .filter((line) => !line.startsWith('#') && !SERVICE.test(line))
    .flatMap((line) => simpleCommands(line))
    .filter((words) => words.length > 0)
}

/** Splits at what joins commands, outside quotes; a comment ends the line. */
function simpleCommands(line: string): string[][] {
  const commands: string[][] = [[]]
  let word: string | undefined
  const end = () => {
    if (word !== undefined) commands.at(-1)?.push(word)
    word = undefined
  }
  for (const [token] of line.matchAll(
    /'[^']*'|"(?:[^"\\]|\\.)*"|\$\(|&&|\|\||[|;&()<>]|\s+|#|\\.|[^\s'"|;&()<>#$\\]+|\$/g,
  )) {
    if (/^\s/.test(token)) end()
    else if (token === '#' && word === undefined) break
    else if (/^(?:&&|\|\||[|;&()<>]|\$\()$/.test(token)) {
      end()
      commands.push(/[<>]/.test(token) ? ['>'] : [])
    } else word = (word ?? '') + unquoted(token)
  }
  end()
  return commands.map(withoutRunner)
}

const unquoted = (token: string) => (/^['"].*['"]$/.test(token) ? token.slice(1, -1) : token)

/** `sudo -u mailgauge mailgauge doctor` is `mailgauge doctor`, and so is one with variables before it. */
function withoutRunner(words: string[]): string[] {
  let rest = words
  for (;;) {
    const [first = ''] = rest
    const runner = RUNNERS.exec(`${rest.join(' ')} `)?.[0]
    if (/^[A-Z_][A-Z0-9_]*=/.test(first)) rest = rest.slice(1)
    else if (runner) rest = rest.slice(runner.trim().split(' ').length)
    else return rest
  }
}
