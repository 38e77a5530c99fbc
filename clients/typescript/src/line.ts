/** The right of one call to be the one that asks. */
export interface Turn {
  ended: boolean
  /** Gives it to the next in line. With room to spare for all of them they all go, and the line is closed. */
  end(spare: number): void
}

/** What a call brings to the line. */
export interface InLine {
  /** Until when it stands there, by performance.now(). */
  until: number
  signal?: AbortSignal | undefined
  /** Makes what it is told when that time has come. */
  late(): unknown
}

export interface Line {
  /** Whether calls have to stand in line. */
  isOpen(): boolean
  open(): void
  /** Resolves when its turn has come, or without one when the line was closed. Rejects when it leaves the line. */
  turn(call: InLine): Promise<Turn | undefined>
}

/** The longest time a timer takes. */
const MOST_MS = 2 ** 31 - 1

/** A line in which one call at a time has its turn, in the order they came. */
export function createLine(): Line {
  const waiting: ((turn: Turn | undefined) => void)[] = []
  let open = false
  let taken = false

  function makeTurn(): Turn {
    taken = true
    const turn: Turn = {
      ended: false,
      end(spare) {
        if (turn.ended) return
        turn.ended = true
        taken = false
        if (spare < waiting.length) waiting.shift()?.(makeTurn())
        else close()
      },
    }
    return turn
  }

  function close(): void {
    open = false
    for (const go of waiting.splice(0)) go(undefined)
  }

  function stand({ until, signal, late }: InLine): Promise<Turn | undefined> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const go = (turn: Turn | undefined) => {
        settle()
        resolve(turn)
      }
      const leave = (reason: unknown) => {
        settle()
        waiting.splice(waiting.indexOf(go), 1)
        reject(reason)
      }
      const abort = () => leave(signal?.reason)
      const left = Math.min(MOST_MS, Math.max(0, until - performance.now()))
      const timer = setTimeout(() => leave(late()), left)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.push(go)
    })
  }

  return {
    isOpen: () => open,
    open() {
      open = true
    },
    turn: (call) => (taken ? stand(call) : Promise.resolve(makeTurn())),
  }
}
