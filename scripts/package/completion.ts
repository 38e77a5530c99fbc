import { COMMANDS } from '../../src/cli/commands.ts'

/** Completion of commands and of their own options for bash. */
export function bashCompletion(): string {
  const firstWords = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))]
  const groups = Map.groupBy(
    COMMANDS.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  )
  const second = [...groups].map(([group, members]) => {
    const words = members.map(({ name }) => name.split(' ')[1] ?? '')
    return `    ${group}) words='${words.join(' ')}' ;;`
  })
  const options = COMMANDS.map(({ name, options: own = {}, configured }) => {
    const flags = [...Object.keys(own).map((option) => `--${option}`), ...(configured ? ['--config'] : [])]
    return `    '${name}') words='${[...flags, '--help'].join(' ')}' ;;`
  })
  return `# bash completion for mailgauge
_mailgauge() {
  local current=\${COMP_WORDS[COMP_CWORD]} first=\${COMP_WORDS[1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${firstWords.join(' ')}'
  elif [ "$COMP_CWORD" -eq 2 ] && [[ $current != -* ]]; then
    case $first in
${second.join('\n')}
    esac
  fi
  if [[ $current == -* ]]; then
    local command=$first
    case $first in ${[...groups.keys()].join(' | ')}) command="$first \${COMP_WORDS[2]}" ;; esac
    case $command in
${options.join('\n')}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _mailgauge mailgauge
`
}
