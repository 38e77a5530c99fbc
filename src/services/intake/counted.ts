/** What was counted before it was stored is given back where it was not. */
export async function orRefunded<Answer extends string>(
  accept: () => Promise<Answer>,
  refund: () => Promise<void>,
): Promise<Answer> {
  let answer: Answer | undefined
  try {
    answer = await accept()
    return answer
  } finally {
    if (answer !== 'stored') await refund()
  }
}
