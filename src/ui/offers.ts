import { useEffectEvent, useLayoutEffect } from 'react'
import type { ActionIcon } from './list/glyph-of.tsx'

/** One of the things that something can be done with. */
export interface OfferedChoice {
  id: string
  label: string
}

/** Something that can be done now, on the page that is shown. */
export interface Offer {
  id: string
  /** The words of the action, as its button has them. */
  label: string
  icon?: ActionIcon
  /** Why it cannot be done; nothing where it can. */
  refusal?: string | undefined
  /** What it is done with, where there is a choice: asked for once somebody wants to do it. Rejects with `ApiError`. */
  choices?: ((signal: AbortSignal) => Promise<readonly OfferedChoice[]>) | undefined
  /** `choice` is the id of what was chosen. */
  run: (choice?: string) => void
}

/** What is offered, and what to do it to: the rows that are selected, the asset that is open; without it, help. */
export interface Offering {
  about?: string
  offers: readonly Offer[]
}

const givers: (() => Offering | null)[] = []

/** Offers what can be done here to whoever asks for it (the command palette), for as long as the view is shown. */
export function useOffers(give: () => Offering | null): void {
  const given = useEffectEvent(give)
  useLayoutEffect(() => {
    const giver = () => given()
    givers.push(giver)
    return () => void givers.splice(givers.indexOf(giver), 1)
  }, [])
}

/** All that is offered at this moment; not while drawing. */
export const offered = (): Offering[] =>
  givers.flatMap((give) => {
    const offering = give()
    return offering && offering.offers.length > 0 ? [offering] : []
  })
