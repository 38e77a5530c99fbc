/** What an address looks for, and behind what it goes on. */
export function searched(request: Request): { search: string; after?: string } {
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')?.slice(0, 300)
  return {
    search: (searchParams.get('search') ?? '').trim().slice(0, 100),
    ...(after !== undefined && { after }),
  }
}
