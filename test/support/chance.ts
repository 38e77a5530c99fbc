/** Numbers from 0 to below 1 out of a small generator of its own, so that a failure can be seen again. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
