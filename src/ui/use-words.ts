import { useEffect, useSyncExternalStore } from 'react'
import { useAtelier } from './context.ts'
import { hearParts, type Part, part } from './kit/part.ts'
import type { Speech, Vocabulary } from './words.ts'

const parts = new WeakMap<Speech['learn'], Map<Vocabulary, Part<true>>>()

/** Sentences that no route brings, as a part that is fetched when what says them is shown. */
function partOf(learn: Speech['learn'], vocabulary: Vocabulary): Part<true> {
  const ofSpeech = parts.get(learn) ?? new Map<Vocabulary, Part<true>>()
  parts.set(learn, ofSpeech)
  const known = ofSpeech.get(vocabulary) ?? part(() => learn(vocabulary).then(() => true as const))
  ofSpeech.set(vocabulary, known)
  return known
}

const none: Speech['learn'] = async () => {}

/**
 * Whether the sentences of a view that no route brings are there; asks for them, for none while it is `false`. Of a view that
 * a person did not ask for they are only to be `fetch`ed: that they did not come is told to nobody.
 */
export function useWords(vocabulary: Vocabulary | false, how: 'want' | 'fetch' = 'want'): boolean {
  const { learn = none } = useAtelier()
  const words = vocabulary === false ? undefined : partOf(learn, vocabulary)
  const isThere = useSyncExternalStore(hearParts, () => words?.held())
  useEffect(() => void words?.[how]().catch(() => {}), [words, how])
  return words !== undefined && (isThere ?? learn === none)
}
