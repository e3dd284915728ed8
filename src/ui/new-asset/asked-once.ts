import type { ChoicePage, LoadChoices } from './use-choices.ts'

/** Asks for each search once, whoever asks; what failed is asked anew. */
export function askedOnce(load: LoadChoices): LoadChoices {
  const asked = new Map<string, Promise<ChoicePage>>()
  return (search) => {
    const known = asked.get(search)
    if (known) return known
    // Who no longer waits does not give it up for the others.
    const answer = load(search, new AbortController().signal)
    asked.set(search, answer)
    answer.catch(() => asked.delete(search))
    return answer
  }
}
