import { createTypeahead } from '../table/typeahead.ts'

/** Creates a toolbar's key handler. Letters focus the next button by name; Home and End focus the first and last button. */
export function createToolbarKeyHandler(): (event: KeyboardEvent, toolbar: HTMLElement | null) => void {
  const typeahead = createTypeahead()
  return (event, toolbar) => {
    const { key, target, timeStamp } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Any other key ends the typed word.
    if (key.length !== 1 || key === ' ') typeahead.reset()
    const buttons = [...(toolbar?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = buttons.indexOf(target as HTMLElement)
    if (at < 0 || key === ' ') return
    const nameAt = (index: number) => buttons[index]?.ariaLabel ?? buttons[index]?.textContent ?? ''
    const edgeIndices: Record<string, number> = { Home: 0, End: buttons.length - 1 }
    const next = edgeIndices[key] ?? typeahead.find(key, timeStamp, { count: buttons.length, nameAt, at })
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
}
