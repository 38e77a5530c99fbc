/** Milliseconds of processor time that this process used so far: unlike the clock's, others on the machine add nothing to them. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
