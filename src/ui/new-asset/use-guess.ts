import { useState } from 'react'
import { guessName, guessType } from '../../machines/rules/guess-asset.ts'
import type { FormActor } from '../form/form-actor.ts'

/** What a model's file name suggested. */
export interface Guess {
  name?: string
  type?: string | undefined
}

/** Fills in name and type from a model's file name, never over what a person put there. */
export function useGuess(form: FormActor) {
  const [guessed, setGuessed] = useState<Guess>({})
  const guess = (file: File) => {
    const { values } = form.getSnapshot().context
    const found = { name: guessName(file.name), type: guessType(file.name) }
    const isOurs = (key: 'name' | 'type') => (values[key] ?? '') === '' || values[key] === guessed[key]
    const put = (key: 'name' | 'type') => form.send({ type: 'value.changed', key, value: found[key] })
    // What a person chose is no guess, also where another file suggests the same.
    const marked: Guess = {}
    if (isOurs('name')) {
      put('name')
      marked.name = found.name
    }
    if (found.type && isOurs('type')) {
      put('type')
      marked.type = found.type
    } else if (values['type'] === guessed.type) marked.type = guessed.type
    setGuessed(marked)
  }
  // Once chosen it is the person's, also where they chose what was guessed.
  const choose = (key: 'name' | 'type') => setGuessed(({ [key]: _, ...rest }) => rest)
  return { guessed, guess, choose }
}
