/** Commands without a message that cost nothing: what greeting, STARTTLS and a look around take. */
const FREE_COMMANDS = 20
const MS_PER_COMMAND = 20

/**
 * How long the slot of a connection that was `lasted` milliseconds long stays taken for its network: commands that
 * brought no message may come at 50 a second for each slot, over all connections that have it one after the other.
 */
export function restAfter(commandsInVain: number, lasted: number): number {
  return Math.max(0, (commandsInVain - FREE_COMMANDS) * MS_PER_COMMAND - lasted)
}
