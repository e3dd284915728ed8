import type { ChoicePage, LoadChoices } from './use-choices.ts'

/**
 * Wraps a loader so that all callers share the result of each search. After a failure, the next caller requests the search again.
 */
export function memoizeLoadChoices(load: LoadChoices): LoadChoices {
  const requests = new Map<string, Promise<ChoicePage>>()
  return (search) => {
    const pending = requests.get(search)
    if (pending) return pending
    // Ignores the caller's abort signal, because other callers share the request.
    const request = load(search, new AbortController().signal)
    requests.set(search, request)
    request.catch(() => requests.delete(search))
    return request
  }
}
