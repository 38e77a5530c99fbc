export interface SentEvent {
  event: string
  data: unknown
}

/** Reads a server-sent event stream, one event at a time; undefined when it ended. */
export function readEvents(response: Response) {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    async next(): Promise<SentEvent | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          const sent = parsed(block)
          if (sent) return sent
          continue
        }
        const read = await reader?.read()
        if (!read || read.done) return undefined
        text += decoder.decode(read.value, { stream: true })
      }
    },
    async close() {
      await reader?.cancel()
    },
  }
}

function parsed(block: string): SentEvent | undefined {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const event = field('event')
  return event ? { event, data: JSON.parse(field('data') ?? 'null') } : undefined
}
