import type { RefObject } from 'react'
import { useSingleKeyShortcuts } from '../../use-page-keys.ts'

/** Binds the `/` key to the search field within `search`. */
export function useSearchShortcut(search: RefObject<HTMLElement | null>): void {
  useSingleKeyShortcuts((event) => {
    const field = search.current?.querySelector<HTMLInputElement>('input')
    if (event.key !== '/' || !field) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}
