import { createLetters } from './letters.ts'

/**
 * Makes the keys of a toolbar beside the arrows: letters lead to the next button whose name begins with them, Home and End to the
 * first and the last.
 */
export function createToolbarKeys(): (event: KeyboardEvent, bar: HTMLElement | null) => void {
  const letters = createLetters()
  return (event, bar) => {
    const { key, target, timeStamp } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Every other key ends a word: who has pressed a button goes to the next by its own letters.
    if (key.length !== 1 || key === ' ') letters.forget()
    const buttons = [...(bar?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = buttons.indexOf(target as HTMLElement)
    // Space presses the button that one is at.
    if (at < 0 || key === ' ') return
    const nameAt = (index: number) => buttons[index]?.ariaLabel ?? buttons[index]?.textContent ?? ''
    const ends: Record<string, number> = { Home: 0, End: buttons.length - 1 }
    const next = ends[key] ?? letters.find(key, timeStamp, { count: buttons.length, nameAt, at })
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
}
